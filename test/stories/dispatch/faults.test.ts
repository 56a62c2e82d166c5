// What a person sees when the provider fails, over both APIs. `npx vitest run test/stories/dispatch/faults.test.ts -u` with
// IFLOW_TEST_ALL=1 prints the texts anew; then `npm run docs`.
import { describe, test } from "vitest";
import { FAULT_ROWS } from "../../support/fault-rows.ts";
import { playFault } from "../../support/fault-story.ts";
import { sampled } from "../../support/sampled.ts";

describe.each(["anthropic", "openai"] as const)("on %s", (runtime) => {
  const rows = Object.keys(FAULT_ROWS).filter((row) => FAULT_ROWS[row]?.none?.[runtime] === undefined);

  test.each(sampled(rows, 4))("%s", (row) => playFault(row, runtime));
});
