import { expect, test } from "vitest";
import type { LedgerLine } from "../../billing/ledger.ts";
import { type CardFacts, closingCard } from "./closing-card.ts";

const issue = (id: string, severity: string, text: string) => ({
  ...{ phase: "implement", id, severity, end: "resolved", inferred: false, text, raised: text },
});

const asked = (minute: number, kind: string, cost: number) =>
  ({
    ...{ kind, reason: "delta", status: "completed", cost, milliseconds: 60_000 },
    usage: { input: 1, cacheRead: 0, cacheWrite: 0, output: 1, estimated: false },
    at: new Date(minute * 60_000).toISOString(),
  }) as LedgerLine;

const FACTS: CardFacts = {
  feature: "007-rate-limit",
  idea: "limit logins",
  end: { type: "merged", base: "main", commit: "3f2c9a7" },
  built: { tasks: 2, commits: 9, files: 6, added: 214, removed: 12 },
  learned: "1 added",
  issues: [],
  meta: { phases: {} },
  spending: [],
};

test("what was caught is counted by who saw it, with the first blockers in the reviewers' words", () => {
  const { caught } = closingCard({
    ...FACTS,
    issues: [
      issue("SR1.1", "warning", "[testability] vague (at: ## Scope) → fixed: named"),
      issue("SEC1.1", "blocker", "[injection] counted too late (at: src/a.ts:9) → fixed: counted first"),
      issue("SEC1.2", "suggestion", "shorter"),
      issue("IR3.1", "blocker", "breaks AC-2"),
      issue("SEC2.1", "blocker", "no limit"),
      issue("ENG1.1", "blocker", "no task cites AC-5"),
      issue("TEST1.1", "blocker", "sixth try"),
    ],
  });

  expect([caught.blockers, caught.warnings]).toEqual([5, 1]);
  expect(caught.kinds[0]).toEqual({ kind: "security", blockers: 2, warnings: 0 });
  expect(caught.kinds.map(({ kind }) => kind)).toEqual(["security", "code", "format", "tests", "spec"]);
  expect(caught.examples).toEqual([
    { text: "counted too late", kind: "security" },
    { text: "breaks AC-2", kind: "code" },
    { text: "no limit", kind: "security" },
    { text: "no task cites AC-5", kind: "format" },
  ]);
});

test("rounds by phase, as each phase counted them; a phase without a review has none", () => {
  const phases = {
    implement: { iterations: 5 },
    specify: { iterations: 2, phaseReview: { iterations: 1, reviewerNotes: [] } },
    design: { iterations: 1, phaseReview: { iterations: 3, reviewerNotes: [] } },
    finish: { iterations: 1 },
  };

  expect(closingCard({ ...FACTS, meta: { phases } }).rounds).toEqual([
    { phase: "specify", rounds: 2 },
    { phase: "design", rounds: 3 },
    { phase: "implement", rounds: 5 },
  ]);
});

test("the rounds of the PRD are counted in where there was a brainstorm", () => {
  const phases = { specify: { iterations: 2 } };

  expect(closingCard({ ...FACTS, meta: { phases }, prdRounds: 3 }).rounds).toEqual([
    { phase: "brainstorm", rounds: 3 },
    { phase: "specify", rounds: 2 },
  ]);
});

test("time counts once, a ping is no dispatch, and money is the sum", () => {
  const spending = [asked(1, "fresh", 1), asked(1, "resume", 0.5), asked(9, "ping", 0.25)];

  expect(closingCard({ ...FACTS, spending }).took).toEqual({
    ...{ milliseconds: 120_000, dispatches: 2, cost: 1.75, unpriced: 0, estimated: false },
  });
});
