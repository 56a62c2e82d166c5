import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Judgement } from "../review-loop.ts";
import { isPass } from "../verdict.ts";
import { disputesIn, mayAdjudicate, type Ruling, ruledBefore, withoutRepeats, withRuling } from "./disputes.ts";
import { withAnswers } from "./issue-answers.ts";
import { type Register, withFound, withIssues } from "./issue-register.ts";
import { judgeAll } from "./judge-register.ts";
import { printRegistered } from "./register-text.ts";

const LOOP = "review";
const at = (round: number) => ({ loop: LOOP, round });
const rejects = (descriptions: readonly string[], open: readonly string[] = [], role = "spec-reviewer"): Judgement => ({
  role,
  type: "verdict",
  verdict: {
    approved: false,
    issues: descriptions.map((description) => ({ severity: "blocker" as const, description })),
    resolutions: open.map((id) => ({ id, status: "open" as const, why: "see line 3" })),
  },
});
const ISSUE = "The window has no length";
const refused = (register: Register) => withAnswers(register, "SR1.1 not changed: it has");
const raised = () => judgeAll([], at(1), [rejects([ISSUE])]).register;
const insist = (register: Register, round: number) =>
  judgeAll(refused(register), at(round), [rejects([], ["SR1.1"])]).register;

describe("a dispute", () => {
  it("is there once an issue was refused and insisted on twice", () => {
    const once = insist(raised(), 2);

    expect(disputesIn(once, LOOP)).toEqual([]);
    expect(disputesIn(insist(once, 3), LOOP)).toMatchObject([{ id: "SR1.1", insisted: 2 }]);
  });

  it("needs a new refusal each time: a reviewer that repeats itself does not insist", () => {
    const once = insist(raised(), 2);

    expect(disputesIn(judgeAll(once, at(3), [rejects([], ["SR1.1"])]).register, LOOP)).toEqual([]);
  });

  it("needs a place in the work each time; without one the issue stays open, and the history says so", () => {
    const work = { path: "spec.md", text: "# Spec\n\n## Scope\nLogins\n" };
    const says = (register: Register, round: number, why: string) => {
      const verdict = { approved: false, issues: [], resolutions: [{ id: "SR1.1", status: "open" as const, why }] };
      const judgement: Judgement = { role: "spec-reviewer", type: "verdict", verdict };
      return judgeAll(refused(register), at(round), [judgement], { work });
    };
    const first = says(raised(), 2, "## Scope has none");
    const vague = says(first.register, 3, "I still think so");

    expect(disputesIn(vague.register, LOOP)).toEqual([]);
    expect(vague.register).toMatchObject([{ end: "open", insisted: 1, unplaced: true }]);
    expect(vague.judged).toMatchObject([{ verdict: { approved: false, issues: [{ id: "SR1.1" }] } }]);
    expect(vague.register.map(printRegistered).join()).toMatch(/ \[insisted once\] \[insisted without a place\]$/);
    const placed = says(vague.register, 4, "line 4 has none").register;
    expect(disputesIn(placed, LOOP)).toMatchObject([{ id: "SR1.1", insisted: 2 }]);
    expect(placed[0]).not.toHaveProperty("unplaced");
  });

  it("needs no place where the issue is listed again without a word about its id, or is no reviewer's", () => {
    const work = { path: "spec.md", text: "# Spec\n" };
    const again = judgeAll(refused(raised()), at(2), [rejects([ISSUE])], { work });
    expect(again.register).toMatchObject([{ id: "SR1.1", insisted: 1 }]);

    const wanted = withIssues([], at(0), [{ severity: "blocker", description: "Say more", reviewer: "user" }]);
    const refusal = withAnswers(wanted, "YOU0.1 not changed: no");
    const verdict = {
      approved: false,
      issues: [],
      resolutions: [{ id: "YOU0.1", status: "open" as const, why: "no" }],
    };
    const judged = judgeAll(refusal, at(2), [{ role: "spec-reviewer", type: "verdict", verdict }], { work });
    expect(judged.register).toMatchObject([{ id: "YOU0.1", insisted: 1 }]);
  });

  it("of two reviewers about the same place in the same words is one: it is asked about once, and ruled once", () => {
    const both = (location: string) => {
      const about = (role: string, at: string): Judgement => ({
        ...{ role, type: "verdict" },
        verdict: { approved: false, issues: [{ severity: "blocker", description: ISSUE, location: at }] },
      });
      const said = [about("security-reviewer", "src/a.ts:1"), about("code-quality-reviewer", location)];
      return [2, 3].reduce<Register>(
        (all, round) => {
          const refusal = all.map(({ id }) => `${id} not changed: no`).join("\n");
          return judgeAll(withAnswers(all, refusal), at(round), said).register;
        },
        judgeAll([], at(1), said).register,
      );
    };
    const alike = both("src/a.ts:1");
    const apart = both("src/b.ts:9");

    expect(disputesIn(alike, LOOP)).toHaveLength(2);
    expect(withoutRepeats(disputesIn(alike, LOOP))).toHaveLength(1);
    expect(withoutRepeats(disputesIn(apart, LOOP))).toHaveLength(2);
    const [first] = alike;
    const drop = { id: first?.id ?? "", kind: "drop" as const, by: "person" as const, why: "" };
    expect(withRuling(alike, drop).map(({ end }) => end)).toEqual(["ruled", "ruled"]);
    expect(withRuling(apart, drop).map(({ end }) => end)).toEqual(["ruled", "open"]);
  });

  it("is none when the author fixed something in between, or the issue is only a suggestion", () => {
    const fixed = withAnswers(insist(raised(), 2), "SR1.1 fixed: sixty seconds");
    expect(disputesIn(judgeAll(fixed, at(3), [rejects([], ["SR1.1"])]).register, LOOP)).toEqual([]);

    const mild = insist(insist(raised(), 2), 3).map((one) => ({ ...one, severity: "suggestion" as const }));
    expect(disputesIn(mild, LOOP)).toEqual([]);
  });

  it("is none about what the engine finds, and none for an adjudicator about what the person has asked for", () => {
    const about = (before: Register, id: string) => {
      const round = (register: Register, number: number) =>
        judgeAll(withAnswers(register, `${id} not changed: no`), at(number), [rejects([], [id])]).register;
      return disputesIn(round(round(before, 2), 3), LOOP);
    };
    const found = { severity: "blocker" as const, description: "no heading Scope" };

    expect(about(withFound([], at(1), [{ ...found, reviewer: "engine" }]), "ENG1.1")).toEqual([]);
    const [asked] = about(withIssues([], at(0), [{ ...found, reviewer: "user" }]), "YOU0.1");
    expect(asked).toMatchObject({ id: "YOU0.1", insisted: 2 });
    expect(asked && mayAdjudicate(asked)).toBe(false);
    expect(insist(insist(raised(), 2), 3).map(mayAdjudicate)).toEqual([true]);
  });

  it("also counts an issue that is raised again in other words", () => {
    const again = (register: Register, round: number) =>
      judgeAll(refused(register), at(round), [rejects(["The window still has no length"])]).register;

    expect(disputesIn(again(again(raised(), 2), 3), LOOP)).toMatchObject([{ id: "SR1.1", insisted: 2 }]);
  });
});

describe("a ruling", () => {
  const ruling = (kind: Ruling["kind"], by: Ruling["by"] = "person"): Ruling => ({ id: "SR1.1", kind, by, why: "x" });

  it("to fix leaves the issue open, with the ruling, and the count begins anew", () => {
    const [issue] = withRuling(insist(insist(raised(), 2), 3), ruling("fix"));

    expect(issue).toMatchObject({ end: "open", insisted: 0, ruling: "to be fixed, by the person: x" });
  });

  it.each(["drop", "fix"] as const)("%s is also about what its reviewer has said twice, word for word", (kind) => {
    const round = (register: Register, number: number) =>
      judgeAll(refused(register), at(number), [rejects([ISSUE], ["SR1.1"])]).register;
    const twice = withRuling(round(round(raised(), 2), 3), ruling(kind));

    const same = { end: kind === "drop" ? "ruled" : "open", ruling: twice[0]?.ruling };
    expect(twice).toMatchObject([
      { id: "SR1.1", ...same },
      { id: "SR2.1", ...same },
    ]);
  });

  it("that drops it closes it, and a reviewer that only repeats it has passed", () => {
    const ruled = withRuling(raised(), ruling("drop", "adjudicator"));

    const { register, judged, closed } = judgeAll(ruled, at(2), [rejects([ISSUE], ["SR1.1"])]);

    expect(register).toMatchObject([{ id: "SR1.1", end: "ruled", ruling: "dropped by the adjudicator: x" }]);
    expect(closed).toEqual([{ role: "spec-reviewer", id: "SR1.1" }]);
    expect(judged[0]?.type === "verdict" && isPass(judged[0].verdict)).toBe(true);
  });

  it("closes nothing else: what is new beside it still holds the work up", () => {
    const ruled = withRuling(raised(), ruling("drop"));

    const { judged } = judgeAll(ruled, at(2), [rejects([ISSUE, "Nobody is told about the limit at all"])]);

    expect(judged[0]).toMatchObject({ verdict: { approved: false, issues: [{ id: "SR2.1" }] } });
  });

  it("is known to other reviewers by its words, or by place and meaning", () => {
    const [one] = raised();
    const ruled = withRuling([{ ...one!, location: "## Limit" }], ruling("drop"));
    const said = (description: string, location?: string) =>
      ruledBefore(ruled, "phase-reviewer", { severity: "blocker", description, ...(location && { location }) });

    expect(said(ISSUE)).toBe("SR1.1");
    expect(said("The window still has no length", "## Limit")).toBe("SR1.1");
    expect(said("The window still has no length", "## Elsewhere")).toBeUndefined();
  });
});

/** Whatever reviewers, authors and judges say, in any order. */
const STORY = fc.array(
  fc.oneof(
    fc.record({
      type: fc.constant("judge" as const),
      says: fc.subarray([ISSUE, "The window still has no length", "Nobody is told", "The limit is 5 and 6"]),
      open: fc.subarray(["SR1.1", "SR1.2", "SR2.1", "sr1.1 "]),
      role: fc.constantFrom("spec-reviewer", "phase-reviewer"),
    }),
    fc.record({ type: fc.constant("answer" as const), words: fc.constantFrom("not changed: no", "fixed: yes") }),
    fc.record({
      type: fc.constant("rule" as const),
      kind: fc.constantFrom("fix" as const, "drop" as const, "own-words" as const),
    }),
  ),
  { maxLength: 14 },
);

it("REV-1: in every story, what was ruled stays ruled and is in no verdict", () => {
  fc.assert(
    fc.property(STORY, (story) => {
      let register: Register = raised();
      const closed = new Set<string>();
      for (const [index, event] of story.entries()) {
        if (event.type === "answer") register = withAnswers(register, `SR1.1 ${event.words}`);
        else if (event.type === "rule") {
          const [dispute] = register.filter(({ end }) => end === "open");
          if (!dispute) continue;
          register = withRuling(register, { id: dispute.id, kind: event.kind, by: "person", why: "" });
          if (event.kind !== "fix") closed.add(dispute.id);
        } else {
          const result = judgeAll(register, at(index + 2), [rejects(event.says, event.open, event.role)]);
          register = result.register;
          const ids = result.judged.flatMap((one) =>
            one.type === "verdict" ? one.verdict.issues.map(({ id }) => id) : [],
          );
          for (const id of closed) if (ids.includes(id)) throw new Error(`${id} is back`);
        }
        for (const id of closed)
          if (register.find((one) => one.id === id)?.end !== "ruled") throw new Error(`${id} was reopened`);
      }
    }),
    { numRuns: 500 },
  );
});
