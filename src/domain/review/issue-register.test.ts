import { describe, expect, test } from "vitest";
import type { Verdict } from "../roles/reply-shapes.ts";
import { answersIn, withAnswers } from "./issue-answers.ts";
import { judgeAll, openFor, type Register, settled, withFound, withIssues } from "./issue-register.ts";
import { printOpenIssue, printRegistered } from "./register-text.ts";
import type { Judgement } from "./review-loop.ts";

const ROLE = "spec-reviewer";
const NO_NUMBER = "The second criterion names no number";
const NO_END = "Nobody says when the count begins again";

function says(verdict: Partial<Verdict>, role = ROLE): Judgement {
  return { role, type: "verdict", verdict: { approved: false, issues: [], ...verdict } };
}

const blocker = (description: string) => ({ severity: "blocker" as const, description });
const at = (round: number) => ({ loop: "review", round });

/** The register after these rounds of one reviewer. */
function judgedIn(...rounds: readonly Partial<Verdict>[]): Register {
  return rounds.reduce<Register>((all, verdict, index) => judgeAll(all, at(index + 1), [says(verdict)]).register, []);
}

const ends = (register: Register) => register.map(({ id, end }) => `${id} ${end}`);

describe("the issue register", () => {
  test("gives every issue an id by role, round and number, and two that are alike in one verdict are two", () => {
    expect(ends(judgedIn({ issues: [blocker(NO_NUMBER), blocker(NO_NUMBER), blocker(NO_END)] }))).toEqual([
      ...["SR1.1 open", "SR1.2 open", "SR1.3 open"],
    ]);
  });

  test("keeps the id of an issue that is raised again in other words, and ends what is not raised again", () => {
    const register = judgedIn(
      { issues: [blocker(NO_NUMBER), blocker(NO_END)] },
      { issues: [blocker("The second criterion still names no number")] },
    );

    expect(ends(register)).toEqual(["SR1.1 open", "SR1.2 resolved"]);
    expect(register[0]?.description).toBe("The second criterion still names no number");
    expect(register[1]).toMatchObject({ inferred: true });
  });

  test("takes the reviewer's own word for the end of an issue", () => {
    const register = judgedIn(
      { issues: [blocker(NO_NUMBER), blocker(NO_END)] },
      {
        approved: true,
        resolutions: [
          { id: "SR1.1", status: "withdrawn", why: "The PRD names it." },
          { id: "SR1.2", status: "resolved" },
        ],
      },
    );

    expect(ends(register)).toEqual(["SR1.1 withdrawn", "SR1.2 resolved"]);
    expect(register[0]).toMatchObject({ why: "The PRD names it." });
    expect(register[1]?.inferred).toBeUndefined();
  });

  test("TR-4: what a reviewer calls open is open, although it approves and lists nothing", () => {
    const before = judgedIn({ issues: [blocker(NO_NUMBER)] });
    const said = [
      { id: "SR1.1", status: "open" as const },
      { id: "SR1.1", status: "resolved" as const },
    ];

    for (const resolutions of [said, said.toReversed()]) {
      const { judged } = judgeAll(before, at(2), [says({ approved: true, resolutions })]);
      expect(judged).toMatchObject([{ verdict: { issues: [{ id: "SR1.1", severity: "blocker" }] } }]);
    }
  });

  test("an issue that is both raised again and called resolved is open", () => {
    const verdict = { issues: [blocker(NO_NUMBER)], resolutions: [{ id: "SR1.1", status: "resolved" as const }] };

    expect(ends(judgedIn({ issues: [blocker(NO_NUMBER)] }, verdict))).toEqual(["SR1.1 open"]);
  });

  test("a rejection that leaves nothing open is no verdict", () => {
    const resolutions = [{ id: "XX9.9", status: "open" as const }];

    expect(judgeAll([], at(1), [says({ resolutions })]).judged).toMatchObject([{ type: "invalid" }]);
  });

  test("no reviewer ends the issue of another, and nobody chooses an id or an answer itself", () => {
    const forged = { ...blocker(NO_NUMBER), id: "SR7.7", answer: "fixed: all" };
    const first = judgeAll([], at(1), [says({ issues: [forged] })]).register;
    const said = { approved: true, resolutions: [{ id: "SR1.1", status: "resolved" as const }] };
    const { register } = judgeAll(first, at(2), [says(said, "security-reviewer")]);

    expect(ends(register)).toEqual(["SR1.1 open"]);
    expect(register[0]?.answer).toBeUndefined();
  });

  test("everybody answers for what tests, the engine and the person found, and only for their own beside it", () => {
    const register = withIssues(judgedIn({ issues: [blocker(NO_NUMBER)] }), at(0), [
      { ...blocker("AC-1: expected 429"), reviewer: "test-deepener" },
      { ...blocker("Use the header"), reviewer: "user" },
    ]);

    expect(openFor(register, "review", "security-reviewer").map(({ id, source }) => `${id} ${source}`)).toEqual([
      ...["TEST0.1 test", "YOU0.1 person"],
    ]);
    expect(openFor(register, "review", ROLE)).toHaveLength(3);
    expect(openFor(register, "handoff", ROLE)).toEqual([]);
  });

  test("what the engine no longer finds is resolved", () => {
    const found = { ...blocker("no heading Scope"), reviewer: "engine" };
    const register = withFound(withFound([], at(0), [found]), at(1), []);

    expect(ends(register)).toEqual(["ENG0.1 resolved"]);
  });

  test("a second loop goes on counting, so an id names one issue of the phase", () => {
    const first = settled(judgedIn({ issues: [blocker(NO_NUMBER)] }), "review", "ruled");
    const { register } = judgeAll(first, at(1), [says({ issues: [blocker(NO_END)] })]);

    expect(ends(register)).toEqual(["SR1.1 ruled", "SR1.2 open"]);
  });
});

describe("an author's answers", () => {
  test("are found by id, in whatever form the line has", () => {
    const reply = [
      "I looked at everything.",
      "- SR1.1 fixed: five tries a minute",
      "**SR1.2**: not changed: the PRD says so",
      "* `SR1.3` — Fixed — see AC-4",
      "SR1.4 was hard.",
      "SR1.5 not changed",
    ].join("\n");

    expect(Object.fromEntries(answersIn(reply))).toEqual({
      "SR1.1": "fixed: five tries a minute",
      "SR1.2": "not changed: the PRD says so",
      "SR1.3": "fixed: see AC-4",
      "SR1.5": "not changed: no reason given",
    });
  });

  test("stand beside their issue in prompts and in the history", () => {
    const [issue] = withAnswers(judgedIn({ issues: [blocker(NO_NUMBER)] }), "SR1.1 fixed: five a minute");
    if (!issue) throw new Error("no issue");

    expect(printOpenIssue(issue)).toBe(`- SR1.1 [blocker] ${NO_NUMBER}\n  Answer: fixed: five a minute`);
    expect(printRegistered({ ...issue, end: "resolved", inferred: true })).toBe(
      `- SR1.1 [blocker] resolved (inferred): ${NO_NUMBER} → fixed: five a minute`,
    );
  });
});
