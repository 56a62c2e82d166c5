import { describe, expect, test } from "vitest";
import type { Verdict } from "../../roles/reply-shapes.ts";
import type { Judgement, RoleIssue } from "../review-loop.ts";
import { answersIn, withAnswers } from "./issue-answers.ts";
import { openFor, type Register, settled, withFound, withIssues } from "./issue-register.ts";
import { judgeAll } from "./judge-register.ts";
import { printOpenIssue, printRegistered } from "./register-text.ts";

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
    expect(register[1]?.inferred).toBe(false);
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

  test("an issue that is both raised again and called resolved is open, under a new id", () => {
    const verdict = { issues: [blocker(NO_NUMBER)], resolutions: [{ id: "SR1.1", status: "resolved" as const }] };

    expect(ends(judgedIn({ issues: [blocker(NO_NUMBER)] }, verdict))).toEqual(["SR1.1 resolved", "SR2.1 open"]);
  });

  test("TR-4: a similar suggestion takes neither the words nor the weight of an issue that is called open", () => {
    const before = judgedIn({ issues: [blocker("AC-1 lacks a measurable threshold for the limit")] });
    const alike = {
      severity: "suggestion" as const,
      description: "AC-1 lacks a measurable threshold for the limit here",
    };
    const said = { approved: true, issues: [alike], resolutions: [{ id: "SR1.1", status: "open" as const }] };

    const { judged } = judgeAll(before, at(2), [says(said)]);

    expect(judged).toMatchObject([{ verdict: { issues: [{ id: "SR1.1", severity: "blocker" }, { id: "SR2.1" }] } }]);
  });

  test("issues about two criteria are two, however alike", () => {
    const register = judgedIn(
      { issues: [blocker("AC-1 lacks a measurable threshold")] },
      { issues: [blocker("AC-2 lacks a measurable threshold")] },
    );

    expect(ends(register)).toEqual(["SR1.1 resolved", "SR2.1 open"]);
  });

  test.each([
    ["the first", ["open", "resolved"]],
    ["the last", ["resolved", "open"]],
  ] as const)("TR-4: what %s reviewer calls open is open for everybody", (_, statuses) => {
    const shared = withIssues([], at(0), [{ ...blocker("AC-1: expected 429"), reviewer: "test-deepener" }]);
    const roles = ["implementation-reviewer", "security-reviewer"];
    const verdicts = statuses.map((status, index) =>
      says({ approved: true, resolutions: [{ id: "test0.1 ", status }] }, roles[index]),
    );

    const { register, judged } = judgeAll(shared, at(1), verdicts);

    expect(ends(register)).toEqual(["TEST0.1 open"]);
    expect(judged.filter((one) => one.type === "verdict" && one.verdict.issues.length > 0)).toHaveLength(1);
  });

  test("TR-4: a verdict that cannot be read ends no issue; one that calls an unknown issue open cannot be read", () => {
    const before = judgedIn({ issues: [blocker(NO_NUMBER)] });
    for (const approved of [true, false]) {
      const verdict = { approved, resolutions: [{ id: "SR9.9", status: "open" as const }] };
      const { register, judged } = judgeAll(before, at(2), [says(verdict)]);
      expect(judged).toMatchObject([{ type: "invalid" }]);
      expect(ends(register)).toEqual(["SR1.1 open"]);
    }
  });

  test("a hundred long issues are compared quickly, and a long place costs nothing", () => {
    const many = (word: string) =>
      Array.from({ length: 100 }, (_, n) => blocker(`${word} ${n} ${"lorem ipsum dolor sit ".repeat(400)}`));
    const [first] = many("a");
    const register = judgedIn(
      { issues: [...many("a"), { ...first, ...blocker("x"), location: "a".repeat(100_000) }] },
      { issues: many("b") },
    );

    expect(register.length).toBeGreaterThan(100);
  });

  test("two findings of the engine that are alike stay two, and one that is repaired ends alone", () => {
    const [one, two] = ["no heading Scope here", "no heading Scope there"].map((text) => ({
      ...blocker(text),
      reviewer: "engine",
    })) as [RoleIssue, RoleIssue];
    const register = withFound(withFound([], at(0), [one, two]), at(1), [two]);

    expect(ends(register)).toEqual(["ENG0.1 resolved", "ENG0.2 open"]);
  });

  test("a rejection that leaves nothing open is no verdict", () => {
    const before = judgedIn({ issues: [blocker(NO_NUMBER)] });
    const resolutions = [{ id: "SR1.1", status: "resolved" as const }];
    const { register, judged } = judgeAll(before, at(2), [says({ resolutions })]);

    expect(judged).toMatchObject([{ type: "invalid" }]);
    expect(ends(register)).toEqual(["SR1.1 open"]);
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
    ].join("\r\n");

    expect(Object.fromEntries(answersIn(reply))).toEqual({
      "SR1.1": "fixed: five tries a minute",
      "SR1.2": "not changed: the PRD says so",
      "SR1.3": "fixed: see AC-4",
      "SR1.5": "not changed: no reason given",
    });
  });

  test("are looked for in linear time", () => {
    expect(answersIn(`SR1.1 fixed${" ".repeat(200_000)}x\r`).get("SR1.1")).toBeDefined();
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
