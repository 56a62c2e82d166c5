// Approvals that fresh eyes confirm: the machine alone, with reviewers that say anything at all.
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  applyCap,
  applyCertification,
  applyRetry,
  applyRevision,
  applyRulings,
  applyVerdicts,
  type Judgement,
  type LoopPolicy,
  type LoopState,
  nextMove,
  roleState,
  startLoop,
} from "./review-loop.ts";

type Says = "pass" | "fail" | "invalid";

function judgement(role: string, says: Says): Judgement {
  if (says === "invalid") return { role, type: "invalid", problem: "cut off" };
  const issues = says === "pass" ? [] : [{ severity: "blocker" as const, description: "no", id: `${role}1.1` }];
  return { role, type: "verdict", verdict: { approved: says === "pass", issues } };
}

interface Ended {
  readonly outcome: string;
  readonly rounds: number;
  readonly moves: readonly string[];
  /** Roles that objected, and the view at which fresh eyes last passed in their place. */
  readonly objected: ReadonlySet<string>;
  readonly certified: ReadonlyMap<string, string | undefined>;
  readonly state: LoopState;
}

function play(roster: readonly string[], policy: LoopPolicy, stream: readonly Says[]): Ended {
  const rest = [...stream];
  const objected = new Set<string>();
  const certified = new Map<string, string | undefined>();
  const moves: string[] = [];
  let state = startLoop(policy, Object.fromEntries(roster.map((role) => [role, "v1"])));
  let version = 1;
  let stuck: readonly string[] = [];
  const hear = (roles: readonly string[], fresh: readonly string[]) =>
    roles.map((role) => {
      const drawn = rest.shift() ?? "pass";
      const says = drawn === "invalid" && stuck.includes(role) ? "fail" : drawn;
      if (says === "fail") objected.add(role);
      if (fresh.includes(role) && says === "pass") certified.set(role, state.views[role]);
      return judgement(role, says);
    });
  while (moves.length < 300) {
    const move = nextMove(state);
    moves.push(move.type);
    switch (move.type) {
      case "review":
        state = applyVerdicts(state, move, hear(move.roles, move.fresh));
        stuck = [];
        break;
      case "certify":
        state = applyCertification(state, hear(move.roles, move.roles));
        stuck = [];
        break;
      case "revise":
        version += 1;
        state = applyRevision(state, Object.fromEntries(roster.map((role) => [role, `v${version}`])));
        break;
      case "stuck":
        stuck = move.roles;
        state = applyRetry(state, move.roles);
        break;
      case "ask-cap":
        state = applyCap(state, "accepted");
        break;
      case "done":
        return { outcome: move.outcome, rounds: move.rounds, moves, objected, certified, state };
    }
  }
  throw new Error("the loop does not end");
}

const SAYS = fc.array(fc.constantFrom<Says>("pass", "pass", "fail", "invalid"), { maxLength: 40, size: "max" });
const POLICY = fc.record({
  maxRounds: fc.integer({ min: 1, max: 6 }),
  finalValidation: fc.constantFrom("none" as const, "changed" as const, "always" as const),
  certify: fc.constant(true),
});

describe("for every stream of verdicts", () => {
  test("REV-3: approved means that fresh eyes passed, on this very text, in place of everybody who had objected", () => {
    fc.assert(
      fc.property(fc.constantFrom(["a"], ["a", "b", "c"]), POLICY, SAYS, (roster, policy, stream) => {
        const { outcome, objected, certified, state } = play(roster, policy, stream);
        if (outcome !== "approved") return;
        for (const role of objected)
          if (certified.get(role) !== state.views[role]) throw new Error(`${role} was not certified`);
      }),
      { numRuns: 1_000 },
    );
  });

  test("no loop is longer than its cap, with fresh eyes as without", () => {
    fc.assert(
      fc.property(fc.constantFrom(["a"], ["a", "b", "c"]), POLICY, SAYS, (roster, policy, stream) => {
        expect(play(roster, policy, stream).rounds).toBeLessThanOrEqual(policy.maxRounds);
      }),
      { numRuns: 1_000 },
    );
  });
});

const policy: LoopPolicy = { maxRounds: 5, finalValidation: "changed", certify: true };

it("nobody is certified who never objected, and without the policy nobody is", () => {
  expect(play(["a"], policy, ["pass"]).moves).toEqual(["review", "done"]);
  expect(play(["a"], { ...policy, certify: false }, ["fail", "pass"]).moves).not.toContain("certify");
});

it("one look does for both: a role that is owed a final validation is looked at by fresh eyes there", () => {
  // a passes in round 2, b only in round 3; then a looks again, in round 4
  const { moves, certified } = play(["a", "b"], policy, ["fail", "fail", "pass", "fail", "pass"]);

  expect(moves).toEqual(["review", "revise", "review", "revise", "review", "review", "certify", "done"]);
  expect([...certified.keys()]).toEqual(["a", "b"]);
});

it("fresh eyes without a verdict are asked again in the same round; twice in a row the loop is stuck", () => {
  const { moves, rounds } = play(["a"], policy, ["fail", "pass", "invalid", "invalid", "pass"]);

  expect(moves).toEqual(["review", "revise", "review", "certify", "certify", "stuck", "certify", "done"]);
  expect(rounds).toBe(2);
});

describe("a ruling", () => {
  const failed = (): LoopState => {
    const state = startLoop({ maxRounds: 5, finalValidation: "none" }, { a: "v1" });
    const move = nextMove(state);
    if (move.type !== "review") throw new Error("a review was due");
    return applyVerdicts(state, move, [judgement("a", "fail")]);
  };

  it("that drops the last issue lets the role pass; one that fixes it does not", () => {
    expect(nextMove(applyRulings(failed(), new Map([["a1.1", undefined]])))).toMatchObject({ type: "done" });
    const fix = { severity: "blocker", description: "no", id: "a1.1", reviewer: "a", ruling: "to be fixed" } as const;
    expect(nextMove(applyRulings(failed(), new Map([["a1.1", fix]])))).toMatchObject({
      type: "revise",
      issues: [{ ruling: "to be fixed" }],
    });
  });

  it("leaves alone who has passed, and what has no id", () => {
    const state = startLoop({ maxRounds: 5, finalValidation: "none" }, { a: "v1", b: "v1" });
    const move = nextMove(state);
    if (move.type !== "review") throw new Error("a review was due");
    const unnamed: Judgement = {
      role: "b",
      type: "verdict",
      verdict: { approved: false, issues: [{ severity: "blocker", description: "no" }] },
    };
    const judged = applyVerdicts(state, move, [judgement("a", "pass"), unnamed]);

    expect(applyRulings(judged, new Map([["b1.1", undefined]]))).toEqual(judged);
  });

  it("about another issue, or none, changes nothing", () => {
    const state = failed();

    expect(roleState(applyRulings(state, new Map([["b9.9", undefined]])), "a")).toEqual(roleState(state, "a"));
  });
});
