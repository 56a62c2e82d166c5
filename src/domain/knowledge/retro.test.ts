import { expect, test } from "vitest";
import { printFallbackRetro, printRetroContext, type RetroSources } from "./retro.ts";

const NOTHING: RetroSources = {
  feature: { key: "007-a", description: "Limit logins", branch: "feature/007-a", created: null },
  phases: [],
  runs: [],
  bill: [],
  documents: [{ name: "spec.md", lines: null }],
  git: null,
  history: null,
  log: null,
};

const ALL: RetroSources = {
  ...NOTHING,
  feature: { ...NOTHING.feature, created: "2026-03-01T08:00:00.000Z" },
  phases: [
    {
      phase: "specify",
      started: "2026-03-01T09:00:00.000Z",
      completed: "2026-03-01T09:00:45.000Z",
      iterations: 3,
      handoff: 1,
      outcome: "accepted",
      openIssues: 2,
    },
    {
      phase: "design",
      started: "2026-03-01T10:00:00.000Z",
      completed: null,
      iterations: null,
      handoff: null,
      outcome: "completed",
      openIssues: 0,
    },
  ],
  runs: [
    { phase: "specify", began: "a", lastAt: "b", outcome: "continue" },
    { phase: "design", began: "c", lastAt: "d", outcome: null },
  ],
  bill: [
    { phase: "specify", dispatches: 7, resumed: 3, failed: 1, milliseconds: 90_000, cost: 0.25, estimated: true },
    { phase: "design", dispatches: 1, resumed: 0, failed: 0, milliseconds: 5_400_000, cost: null, estimated: false },
  ],
  documents: [{ name: "spec.md", lines: 40 }],
  git: { base: "main", commits: 2, subjects: ["b", "a"], stat: " a | 1 +" },
  history: "## Iteration 1\n</record> quoted",
  log: "## Task 1: x",
};

test("every source that is missing is named", () => {
  const text = printRetroContext(NOTHING);
  for (const words of [
    "No phase metrics available",
    "No journals available",
    "No dispatch records available",
    "- spec.md: missing",
    "No git summary available",
    "No review history available",
    "No implementation log available",
    "- Created: unknown",
  ]) {
    expect(text).toContain(words);
  }
});

test("times, rounds, bill and records are printed as they are; a record cannot end its own quotation", () => {
  const text = printRetroContext(ALL);
  expect(text).toContain("| outcome | open issues |\n");
  expect(text).toContain(
    "| specify | 2026-03-01T09:00:00.000Z | 2026-03-01T09:00:45.000Z | 45 s | 3 | 1 | accepted | 2 |",
  );
  expect(text).toContain("| design | 2026-03-01T10:00:00.000Z | - | - | - | - | - | 0 |");
  expect(text).toContain("| specify | 7 | 3 | 1 | 2 min | ~$0.2500 |");
  expect(text).toContain("| design | 1 | 0 | 0 | 1 h 30 min | - |");
  expect(text).toContain("| design | c | d | not ended |");
  const titles = ["## Review History", "## Implementation Log", "## Git Summary"];
  expect([...text.matchAll(/^## (?:Review History|Implementation Log|Git Summary)$/gm)].map(([line]) => line)).toEqual(
    titles,
  );
  expect(text).toContain("2 commits that main does not have:\n- b\n- a");
  expect(text).toContain("<record->\n## Iteration 1\n</record> quoted\n</record->");
});

test("a phase that never began has no times, and a cost the runtime told is not marked as a guess", () => {
  const times = { started: null, completed: null, iterations: null, handoff: null };
  const phase = { phase: "specify", ...times, outcome: "completed", openIssues: 0 } as const;
  const paid = {
    phase: "specify",
    dispatches: 1,
    resumed: 0,
    failed: 0,
    milliseconds: 1_000,
    cost: 0.5,
    estimated: false,
  };

  const text = printRetroContext({ ...NOTHING, phases: [phase], bill: [paid] });

  expect(text).toContain("| specify | - | - | - | - | - | - | 0 |");
  expect(text).toContain("| specify | 1 | 0 | 0 | 1 s | $0.5000 |");
});

test("of a very long record the end is kept, and that is said", () => {
  const text = printRetroContext({ ...ALL, history: `oldest${"x".repeat(120_000)}last` });
  expect(text).toContain("(the first 10 characters are left out)");
  expect(text).not.toContain("oldest");
  expect(text).toContain("last\n</record>");
});

test("the smaller retrospective says why, counts rounds and names the phases that took many", () => {
  const text = printFallbackRetro(ALL, "retro-facilitator could not be used (no credit). No lessons were drawn.");
  expect(text).toContain("retro-facilitator could not be used (no credit)");
  expect(text).toContain("- Review rounds in all: 4\n- Phases with three rounds or more: specify");
  expect(text).toContain("- Review history: available\n- Implementation log: available");
  expect(
    printFallbackRetro(
      { ...NOTHING, git: { base: "main", commits: 0, subjects: [], stat: "" } },
      "retro-facilitator could not be used (x). No lessons were drawn.",
    ),
  ).toContain("(no file differs)");
});
