import { expect, test } from "vitest";
import type { WaitingRun } from "../../ports/hook-desk.ts";
import { guardCommand } from "./guard-command.ts";

const run = { hosted: true, checks: [] } as unknown as WaitingRun; // all that a shell line is judged by
const guard = (runs: readonly WaitingRun[], command: string) => guardCommand(runs, { tool_input: { command } });

test("where no run waits, nobody's shell lines are iflow's business", () => {
  expect(guard([], "git add src/thing.meta.json")).toBeUndefined();
  expect(guard([], "rm docs/features/001-a/.meta.json")).toBeUndefined();
});

test.each([
  "cat docs/features/001-a/.meta.json | jq .status",
  "git add docs/features/001-a/.meta.json",
  "cp a.meta.json b.meta.json",
  "iflow status",
])("is let: %s", (command) => {
  expect(guard([run], command)).toBeUndefined();
});

test.each([
  "echo '{}' > docs/features/001-a/.meta.json",
  "cat x | tee docs/features/001-a/.review-history.md",
  "rm -rf .git/iflow/runs/001-a.specify.1",
  "iflow answer 001.1 continue",
  "true && npx iflow continue",
])("is refused: %s", (command) => {
  expect(guard([run], command)).toEqual(expect.any(String));
});
