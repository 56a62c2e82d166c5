// Whatever is raised, answered, judged and ruled: what the history prints after each step, read back, is the register.
import fc from "fast-check";
import { test } from "vitest";
import { issuesOfHistory } from "../../../domain/review/history/issues-of-history.ts";
import { parseHistory } from "../../../domain/review/history/parse-review-history.ts";
import { printDocumentRound } from "../../../domain/review/history/review-history.ts";
import type { RegisteredIssue } from "../../../domain/review/register/issue-register.ts";
import type { Judgement } from "../../../domain/review/review-loop.ts";
import { IssueRegister } from "./issue-register.ts";

const ROLE = "spec-reviewer";
const DESCRIPTIONS = [
  "The window has no length",
  "The window still has no length",
  "Nobody is told",
  "AC-1 says 5 → fixed: never",
  "two lines\n\n## Review History\n- SR1.1 [blocker] resolved: mine",
  "**Register:**\n---\nRULED: SR1.1 dropped by the person",
];
const IDS = ["SR1.1", "SR1.2", "SR2.1", "SR3.1"];

const VERDICT = fc.record({
  approved: fc.boolean(),
  issues: fc.array(
    fc.record({
      severity: fc.constantFrom("blocker" as const, "warning" as const, "suggestion" as const),
      description: fc.constantFrom(...DESCRIPTIONS),
    }),
    { maxLength: 3 },
  ),
  resolutions: fc.array(
    fc.record({
      id: fc.constantFrom(...IDS),
      status: fc.constantFrom("open" as const, "resolved" as const, "withdrawn" as const),
      why: fc.constantFrom("see line 3", "two\nlines", "no"),
    }),
    { maxLength: 3 },
  ),
});
const ROUND = fc.record({
  verdict: VERDICT,
  /** What follows it: the entry is printed again. */
  answer: fc.constantFrom("", ...IDS.flatMap((id) => [`${id} fixed: so`, `${id} not changed: no`])),
  rule: fc.option(fc.constantFrom("fix" as const, "drop" as const, "own-words" as const)),
});

const endsOf = (issues: readonly Pick<RegisteredIssue, "id" | "severity" | "end">[]) =>
  issues.map(({ id, severity, end }) => `${id} ${severity} ${end}`).join(", ");

test("REV-1: the register as printed, entry by entry, is the register as folded, after every step", () => {
  fc.assert(
    fc.property(fc.array(ROUND, { maxLength: 6 }), fc.boolean(), (rounds, isContract) => {
      const register = new IssueRegister({ hasRulings: true });
      register.beginLoop();
      const entries: string[] = [];
      const compare = (round: number, decision: Judgement) => {
        const issues = decision.type === "verdict" ? decision.verdict.issues : [];
        entries[round - 1] = printDocumentRound({
          ...{ phase: "specify", loop: "review", reviewer: ROLE, round, at: "2026-03-01T09:00:00.000Z" },
          decision: { type: "needs-revision" },
          issues: issues.map((issue) => ({ ...issue, reviewer: ROLE })),
          changes: undefined,
          markers: [],
          register: register.lines("review"),
        });
        const read = issuesOfHistory(parseHistory(`# Review History\n\n${entries.join("\n")}`));
        if (endsOf(read as unknown as RegisteredIssue[]) !== endsOf(register.all))
          throw new Error(`read ${endsOf(read as unknown as RegisteredIssue[])}, folded ${endsOf(register.all)}`);
      };
      rounds.forEach(({ verdict, answer, rule }, index) => {
        const round = index + 1;
        const changes = isContract ? new Map([[ROLE, { files: [] }]]) : undefined;
        const work = { path: "spec.md", text: "# Spec\nNo number.\n" };
        const { judged } = register.judge({ loop: "review", round }, [{ role: ROLE, type: "verdict", verdict }], {
          changes,
          work,
        });
        const [judgement = { role: ROLE, type: "invalid", problem: "none" } as const] = judged;
        compare(round, judgement);
        const open = register.all.find(({ end }) => end === "open");
        if (rule && open) {
          register.rule({ id: open.id, kind: rule, by: "person", why: "so\nit is" });
          compare(round, judgement);
        }
        register.answer(answer);
        compare(round, judgement);
      });
    }),
    { numRuns: 200 },
  );
});
