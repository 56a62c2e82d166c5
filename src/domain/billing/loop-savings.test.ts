import { describe, expect, test } from "vitest";
import { addSavings, measureLoops, type SentLine } from "./loop-savings.ts";

const fresh = (given: Partial<SentLine> = {}): SentLine => ({
  ...{ run: "001-a.specify.1", step: "specify/1/1/spec-reviewer/1", role: "spec-reviewer" },
  ...{ kind: "fresh", reason: "first-round", status: "completed", promptChars: 1_000, contextChars: 10_000 },
  ...given,
});
const resumed = (promptChars: number, given: Partial<SentLine> = {}) =>
  fresh({ kind: "resume", promptChars, ...given });

describe("RES-10: what a loop saves, by both measures", () => {
  test("five rounds, the first fresh and four resumed", () => {
    const loop = [fresh(), resumed(900), resumed(1_000), resumed(1_100, { kind: "final" }), resumed(200)];

    expect(measureLoops(loop)).toEqual([
      {
        ...{ run: "001-a.specify.1", role: "spec-reviewer", dispatches: 5 },
        prompt: { shorter: 2, resumed: 4, sent: 4_200, fresh: 5_000 },
        content: { shorter: 4, resumed: 4, sent: 13_200, fresh: 50_000 },
      },
    ]);
  });

  test("a fresh round in between is sent in full by both", () => {
    const [saving] = measureLoops([fresh(), resumed(500), fresh({ promptChars: 1_200, contextChars: 12_000 })]);

    expect(saving?.prompt).toMatchObject({ sent: 2_700, fresh: 3_200 });
    expect(saving?.content).toMatchObject({ sent: 22_500, fresh: 32_000 });
  });

  test("roles, epochs and runs are loops of their own; a role that was never asked again is in none", () => {
    const lines = [
      fresh(),
      fresh({ role: "phase-reviewer" }),
      fresh({ step: "specify/2/1/spec-reviewer/1" }),
      resumed(1),
      resumed(2, { step: "specify/2/2/spec-reviewer/1" }),
    ];

    expect(measureLoops(lines).map(({ role, prompt }) => [role, prompt.sent])).toEqual([
      ["spec-reviewer", 1_001],
      ["spec-reviewer", 1_002],
    ]);
  });

  test("repairs, failures, the gate and a loop whose beginning is gone say nothing", () => {
    const silent = [
      fresh({ kind: "repair" }),
      resumed(9, { status: "failed" }),
      fresh({ role: "resume-gate" }),
      resumed(9, { role: "resume-gate" }),
    ];

    expect(measureLoops([resumed(5)])).toEqual([]);
    expect(measureLoops([fresh(), ...silent, resumed(7)]).map(({ prompt }) => prompt.sent)).toEqual([1_007]);
  });

  test("several loops add up", () => {
    const saving = { shorter: 1, resumed: 2, sent: 3, fresh: 4 };

    expect(addSavings([saving, saving])).toEqual({ shorter: 2, resumed: 4, sent: 6, fresh: 8 });
    expect(addSavings([])).toEqual({ shorter: 0, resumed: 0, sent: 0, fresh: 0 });
  });
});
