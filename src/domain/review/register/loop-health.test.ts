import { expect, test } from "vitest";
import { convergenceOf } from "./loop-health.ts";

test("loops in numbers: what was new later, what came back, what rose and what stayed open", () => {
  const traces = [
    { open: [3, 1, 0], raised: [3, 0, 0] },
    { open: [2, 3], raised: [2, 2] },
    { open: [], raised: [] },
  ];

  expect(convergenceOf(traces)).toEqual({
    ...{ loops: 3, rounds: 5, later: { fresh: 2, repeated: 2 } },
    ...{ rises: 1, unresolved: 1 },
  });
  expect(convergenceOf([])).toEqual({ loops: 0, rounds: 0, later: { fresh: 0, repeated: 0 }, rises: 0, unresolved: 0 });
});
