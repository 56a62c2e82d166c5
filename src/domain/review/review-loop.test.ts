import { describe, expect, test } from "vitest";
import {
  applyCap,
  applyForeignChange,
  applyRetry,
  applyRevision,
  applyVerdicts,
  type CapAnswer,
  type Judgement,
  type LoopPolicy,
  type LoopState,
  type Move,
  nextMove,
  type RoleIssue,
  roleState,
  startLoop,
  type View,
} from "./review-loop.ts";

type Says = "pass" | "fail" | "invalid";
type ReviewMove = Extract<Move, { type: "review" }>;

const DOCUMENT: LoopPolicy = { maxRounds: 5, finalValidation: "none" };
const IMPLEMENT: LoopPolicy = { maxRounds: 5, finalValidation: "changed" };
const BY_THE_LETTER: LoopPolicy = { ...IMPLEMENT, finalValidation: "always" };

const ONE = ["reviewer"];
const THREE = ["tasks", "quality", "security"];

/** Quality fails, a fix that every role can see follows, quality passes: a final validation is due. */
const untilFinal = [failing("quality"), revise(...THREE), { quality: "pass" }] as const;

describe("LOOP-2: one reviewer", () => {
  test("that passes at once ends the loop after one round", () => {
    expect(play(DOCUMENT, ONE, [{ reviewer: "pass" }])).toEqual(["round 1: reviewer", "approved after 1"]);
  });

  test("that fails gets the revised text until it passes", () => {
    const turns = [
      { reviewer: "fail" },
      revise("reviewer"),
      { reviewer: "fail" },
      revise("reviewer"),
      { reviewer: "pass" },
    ] as const;

    expect(play(DOCUMENT, ONE, turns)).toEqual([
      "round 1: reviewer",
      "revise after 1: reviewer",
      "round 2: reviewer",
      "revise after 2: reviewer",
      "round 3: reviewer",
      "approved after 3",
    ]);
  });

  test("judges again although the revision changed nothing", () => {
    expect(play(DOCUMENT, ONE, [{ reviewer: "fail" }, revise(), { reviewer: "pass" }])).toEqual([
      "round 1: reviewer",
      "revise after 1: reviewer",
      "round 2: reviewer",
      "approved after 2",
    ]);
  });

  test("that fails in the last round leaves its issues open, and no revision follows", () => {
    const policy = { ...DOCUMENT, maxRounds: 2 };

    expect(play(policy, ONE, [{ reviewer: "fail" }, revise("reviewer"), { reviewer: "fail" }])).toEqual([
      "round 1: reviewer",
      "revise after 1: reviewer",
      "round 2: reviewer",
      "cap at 2: reviewer",
    ]);
  });

  test("with a single round allowed ends after it, either way", () => {
    const policy = { ...DOCUMENT, maxRounds: 1 };

    expect(play(policy, ONE, [{ reviewer: "pass" }]).at(-1)).toBe("approved after 1");
    expect(play(policy, ONE, [{ reviewer: "fail" }]).at(-1)).toBe("cap at 1: reviewer");
  });

  test("judges anew when somebody else changed the text before its verdict counted", () => {
    expect(play(DOCUMENT, ONE, [edit("reviewer"), { reviewer: "pass" }])).toEqual([
      "round 1: reviewer",
      "round 1: reviewer",
      "approved after 1",
    ]);
  });

  test("does not approve a text that was changed after its pass", () => {
    expect(play(DOCUMENT, ONE, [{ reviewer: "pass" }, edit("reviewer")])).toEqual([
      "round 1: reviewer",
      "approved after 1",
      "round 2: reviewer",
    ]);
  });
});

describe("LOOP-3: three reviewers", () => {
  test("that all pass in round 1 need no further round", () => {
    expect(play(IMPLEMENT, THREE, [all("pass")])).toEqual(["round 1: tasks quality security", "approved after 1"]);
  });

  test("are asked again only where they failed, then all that could see the fix validate it", () => {
    const turns = [...untilFinal, { tasks: "pass", security: "pass" }] as const;

    expect(play(IMPLEMENT, THREE, turns)).toEqual([
      "round 1: tasks quality security",
      "revise after 1: quality",
      "round 2: quality, skipped tasks@1 security@1",
      "round 3 final: tasks security, skipped quality@2",
      "approved after 3",
    ]);
  });

  test("that could see no change since their pass are not asked again", () => {
    const turns = [
      failing("quality"),
      revise("quality", "security"),
      { quality: "pass" },
      { security: "pass" },
    ] as const;

    expect(play(IMPLEMENT, THREE, turns)).toEqual([
      "round 1: tasks quality security",
      "revise after 1: quality",
      "round 2: quality, skipped tasks@1 security@1",
      "round 3 final: security, skipped tasks@1 quality@2",
      "approved after 3",
    ]);
  });

  test("need no final validation when a fix showed in the failed reviewer's view alone", () => {
    expect(play(IMPLEMENT, THREE, [failing("quality"), revise("quality"), { quality: "pass" }])).toEqual([
      "round 1: tasks quality security",
      "revise after 1: quality",
      "round 2: quality, skipped tasks@1 security@1",
      "approved after 2",
    ]);
  });

  test("bring all their issues to one revision, in roster order", () => {
    const turns = [failing("security", "tasks"), revise(...THREE), { tasks: "pass", security: "pass" }] as const;

    expect(play(IMPLEMENT, THREE, turns)).toEqual([
      "round 1: tasks quality security",
      "revise after 1: tasks security",
      "round 2: tasks security, skipped quality@1",
      "round 3 final: quality, skipped tasks@2 security@2",
    ]);
  });

  test("all validate once more when the letter is asked for, even after a round in which all passed", () => {
    expect(play(BY_THE_LETTER, THREE, [all("pass"), all("pass")])).toEqual([
      "round 1: tasks quality security",
      "round 2 final: tasks quality security",
      "approved after 2",
    ]);
  });

  test("all validate at the end when the letter is asked for, also those that could see no change", () => {
    expect(
      play(BY_THE_LETTER, THREE, [failing("quality"), revise("quality"), { quality: "pass" }, all("pass")]),
    ).toEqual([
      "round 1: tasks quality security",
      "revise after 1: quality",
      "round 2: quality, skipped tasks@1 security@1",
      "round 3 final: tasks quality security",
      "approved after 3",
    ]);
  });

  test("reopen only the one that finds a regression; its pass brings another final validation", () => {
    const turns = [
      ...untilFinal,
      { tasks: "pass", security: "fail" },
      revise(...THREE),
      { security: "pass" },
      { tasks: "pass", quality: "pass" },
    ] as const;

    expect(play(IMPLEMENT, THREE, turns).slice(3)).toEqual([
      "round 3 final: tasks security, skipped quality@2",
      "revise after 3: security",
      "round 4: security, skipped tasks@3 quality@2",
      "round 5 final: tasks quality, skipped security@4",
      "approved after 5",
    ]);
  });

  test("by the letter, that other final validation asks everyone again", () => {
    const turns = [...untilFinal, failing("security"), revise("security"), { security: "pass" }, all("pass")] as const;

    expect(play(BY_THE_LETTER, THREE, turns).slice(3)).toEqual([
      "round 3 final: tasks quality security",
      "revise after 3: security",
      "round 4: security, skipped tasks@3 quality@3",
      "round 5 final: tasks quality security",
      "approved after 5",
    ]);
  });

  test("without final validation still all approve the text as it stands", () => {
    const policy: LoopPolicy = { ...IMPLEMENT, finalValidation: "none" };

    expect(play(policy, THREE, untilFinal)).toEqual([
      "round 1: tasks quality security",
      "revise after 1: quality",
      "round 2: quality, skipped tasks@1 security@1",
      "round 3: tasks security, skipped quality@2",
    ]);
  });
});

describe("LOOP-4: the cap and the breaker", () => {
  const short: LoopPolicy = { ...IMPLEMENT, maxRounds: 2 };

  test("round 5 is run; the breaker opens when a sixth would be needed, and nothing is fixed after round 5", () => {
    const turns = [1, 2, 3, 4].flatMap(() => [{ reviewer: "fail" } as const, revise("reviewer")]);

    expect(play(IMPLEMENT, ONE, [...turns, { reviewer: "fail" }]).slice(-3)).toEqual([
      "revise after 4: reviewer",
      "round 5: reviewer",
      "cap at 5: reviewer",
    ]);
  });

  test("the final validation counts as a round: without one left for it the breaker opens, with no issue open", () => {
    expect(play(short, THREE, untilFinal).at(-1)).toBe("cap at 2");
    expect(play({ ...BY_THE_LETTER, maxRounds: 1 }, THREE, [all("pass")]).at(-1)).toBe("cap at 1");
  });

  test("a final validation in the last round can still approve", () => {
    const turns = [...untilFinal, { tasks: "pass", security: "pass" }] as const;

    expect(play({ ...IMPLEMENT, maxRounds: 3 }, THREE, turns).at(-1)).toBe("approved after 3");
  });

  test.each(["accepted", "again", "abandoned"] as const)(
    "the answer %s ends the loop and keeps the open issues",
    (answer) => {
      const turns = [failing("quality"), revise(...THREE), { quality: "fail" }, atCap(answer)] as const;

      expect(play(short, THREE, turns).slice(-2)).toEqual(["cap at 2: quality", `${answer} after 2: quality`]);
    },
  );

  test("a person can end the loop in any round", () => {
    expect(play(IMPLEMENT, THREE, [failing("quality"), atCap("abandoned")]).at(-1)).toBe("abandoned after 1: quality");
  });
});

describe("LOOP-5: replies without a valid verdict", () => {
  test("an invalid one sends the same role out again in the next round, and nothing is revised", () => {
    expect(play(IMPLEMENT, THREE, [{ ...all("pass"), quality: "invalid" }, { quality: "pass" }])).toEqual([
      "round 1: tasks quality security",
      "round 2: quality, skipped tasks@1 security@1",
      "approved after 2",
    ]);
  });

  test("an invalid one beside a failed one: the failed one's issues are revised, both are asked again", () => {
    const turns = [{ tasks: "fail", quality: "invalid", security: "pass" }, revise("tasks", "quality")] as const;

    expect(play(IMPLEMENT, THREE, turns)).toEqual([
      "round 1: tasks quality security",
      "revise after 1: tasks",
      "round 2: tasks quality, skipped security@1",
    ]);
  });

  test("two in a row of one role stop the loop", () => {
    expect(play(DOCUMENT, ONE, [{ reviewer: "invalid" }, { reviewer: "invalid" }])).toEqual([
      "round 1: reviewer",
      "round 2: reviewer",
      "stuck in 2: reviewer",
    ]);
  });

  test("two of different roles, or two with a verdict between them, do not", () => {
    const apart = [{ reviewer: "invalid" }, { reviewer: "fail" }, revise("reviewer"), { reviewer: "invalid" }] as const;
    const different = [
      { ...all("pass"), quality: "invalid" },
      { quality: "fail" },
      revise(...THREE),
      { quality: "pass" },
      { tasks: "invalid", security: "pass" },
    ] as const;

    expect(play(DOCUMENT, ONE, apart).at(-1)).toBe("round 4: reviewer");
    expect(play(IMPLEMENT, THREE, different).at(-1)).toBe("round 5: tasks, skipped quality@3 security@4");
  });

  test("two in a row stop the loop before anything is revised", () => {
    const turns = [
      { tasks: "invalid", quality: "fail", security: "pass" },
      revise(...THREE),
      { tasks: "invalid", quality: "fail" },
    ] as const;

    expect(play(IMPLEMENT, THREE, turns).at(-1)).toBe("stuck in 2: tasks");
  });

  test("a retry repeats the same round for that role alone; what the others said in it stays", () => {
    const turns = [
      { tasks: "invalid", quality: "fail", security: "pass" },
      revise(...THREE),
      { tasks: "invalid", quality: "fail" },
      retry,
      { tasks: "pass" },
    ] as const;

    expect(play(IMPLEMENT, THREE, turns).slice(-3)).toEqual([
      "stuck in 2: tasks",
      "round 2: tasks, skipped security@1",
      "revise after 2: quality",
    ]);
  });

  test("after a retry one more invalid reply is the first again", () => {
    const invalid = { reviewer: "invalid" } as const;

    expect(play(DOCUMENT, ONE, [invalid, invalid, retry, invalid, invalid]).slice(2)).toEqual([
      "stuck in 2: reviewer",
      "round 2: reviewer",
      "round 3: reviewer",
      "stuck in 3: reviewer",
    ]);
  });

  test("in the last round the loop is stuck at once: the text was not judged, so it cannot end", () => {
    expect(play({ ...DOCUMENT, maxRounds: 1 }, ONE, [{ reviewer: "invalid" }, retry, { reviewer: "pass" }])).toEqual([
      "round 1: reviewer",
      "stuck in 1: reviewer",
      "round 1: reviewer",
      "approved after 1",
    ]);
  });

  test("in a final validation the retry is one too", () => {
    const policy = { ...BY_THE_LETTER, maxRounds: 2 };
    const turns = [all("pass"), { ...all("pass"), quality: "invalid" }, retry, { quality: "pass" }] as const;

    expect(play(policy, THREE, turns).slice(-3)).toEqual([
      "stuck in 2: quality",
      "round 2 final: quality, skipped tasks@2 security@2",
      "approved after 2",
    ]);
  });

  test("in a final validation the role is asked alone in the next round", () => {
    const turns = [...untilFinal, { tasks: "pass", security: "invalid" }, { security: "pass" }] as const;

    expect(play(IMPLEMENT, THREE, turns).slice(-2)).toEqual([
      "round 4: security, skipped tasks@3 quality@2",
      "approved after 4",
    ]);
  });
});

describe("what a state holds", () => {
  const start = startLoop(IMPLEMENT, { tasks: "v1", quality: "v1" });

  test("a role's issues are those of its last verdict, with the reviewer's name in the moves", () => {
    const state = applyVerdicts(start, firstReview(start), [judgement("tasks", "fail"), judgement("quality", "pass")]);

    expect(nextMove(state)).toMatchObject({
      type: "revise",
      issues: [{ severity: "blocker", description: "tasks is not content", reviewer: "tasks" }],
    });
    expect(roleState(state, "quality")).toEqual({
      status: "passed",
      issues: [],
      passed: { round: 1, view: "v1" },
      invalidInARow: 0,
    });
  });

  test("a role that gave no verdict at all is asked again", () => {
    const state = applyVerdicts(start, firstReview(start), [judgement("tasks", "pass")]);

    expect(tell(nextMove(state))).toBe("round 2: quality, skipped tasks@1");
  });

  test("a pass on nothing shown is a pass on an empty view", () => {
    const state = applyVerdicts({ ...start, views: {} }, firstReview(start), [judgement("tasks", "pass")]);

    expect(roleState(state, "tasks").passed).toEqual({ round: 1, view: "" });
  });

  test("a verdict of a role outside the roster is a bug and is not swallowed", () => {
    expect(() => applyVerdicts(start, firstReview(start), [judgement("stranger", "pass")])).toThrow(
      '"stranger" is not in the roster',
    );
  });

  test("applying an event leaves the earlier state as it was", () => {
    const before = structuredClone(start);
    const reviewed = applyVerdicts(start, firstReview(start), [
      judgement("tasks", "fail"),
      judgement("quality", "invalid"),
    ]);
    applyRevision(reviewed, { tasks: "v2" });
    applyForeignChange(reviewed, { tasks: "v3" });
    applyRetry(reviewed, ["quality"]);
    applyCap(reviewed, "again");

    expect(start).toEqual(before);
    expect(reviewed.views).toEqual({ tasks: "v1", quality: "v1" });
    expect(reviewed.repeat).toEqual([]);
    expect(reviewed.ended).toBeUndefined();
  });
});

type Turn = Readonly<Record<string, Says>> | ((state: LoopState) => LoopState);

/** Answers each move with the next turn; returns all moves in words, ending with the one that is due. */
function play(policy: LoopPolicy, roster: readonly string[], turns: readonly Turn[]): string[] {
  let state = startLoop(policy, Object.fromEntries(roster.map((role) => [role, "v1"])));
  const story: string[] = [];
  for (const turn of turns) {
    const move = nextMove(state);
    story.push(tell(move));
    if (typeof turn === "function") state = turn(state);
    else if (move.type !== "review") throw new Error(`verdicts were given, but owed was: ${tell(move)}`);
    else {
      expect(Object.keys(turn).toSorted()).toEqual(move.roles.toSorted());
      state = applyVerdicts(
        state,
        move,
        Object.entries(turn).map(([role, says]) => judgement(role, says)),
      );
    }
  }
  return [...story, tell(nextMove(state))];
}

function all(says: Says): Record<string, Says> {
  return Object.fromEntries(THREE.map((role) => [role, says]));
}

function failing(...roles: string[]): Record<string, Says> {
  return { ...all("pass"), ...Object.fromEntries(roles.map((role) => [role, "fail"])) };
}

/** A revision that shows in the views of these roles. */
function revise(...roles: string[]): Turn {
  return (state) => applyRevision(state, changed(state, roles));
}

function edit(...roles: string[]): Turn {
  return (state) => applyForeignChange(state, changed(state, roles));
}

function atCap(answer: CapAnswer): Turn {
  return (state) => applyCap(state, answer);
}

function retry(state: LoopState): LoopState {
  const move = nextMove(state);
  if (move.type !== "stuck") throw new Error(`nothing to retry: ${tell(move)}`);
  return applyRetry(state, move.roles);
}

function changed(state: LoopState, roles: readonly string[]): Record<string, View> {
  return Object.fromEntries(roles.map((role) => [role, `${state.views[role]}'`]));
}

function judgement(role: string, says: Says): Judgement {
  if (says === "invalid") return { role, type: "invalid", problem: "cut off" };
  if (says === "pass") return { role, type: "verdict", verdict: { approved: true, issues: [], summary: "fine" } };
  const issues = [{ severity: "blocker", description: `${role} is not content` }] as const;
  return { role, type: "verdict", verdict: { approved: false, issues } };
}

function firstReview(state: LoopState): ReviewMove {
  const move = nextMove(state);
  if (move.type !== "review") throw new Error(`owed was: ${tell(move)}`);
  return move;
}

function tell(move: Move): string {
  switch (move.type) {
    case "review": {
      const skipped = move.skipped.map(({ role, passedRound }) => ` ${role}@${passedRound}`).join("");
      return `round ${move.round}${move.final ? " final" : ""}: ${move.roles.join(" ")}${skipped && `, skipped${skipped}`}`;
    }
    case "certify":
      return `certify in ${move.round}: ${move.roles.join(" ")}`;
    case "revise":
      return `revise after ${move.round}${reviewersOf(move.issues)}`;
    case "ask-cap":
      return `cap at ${move.round}${reviewersOf(move.issues)}`;
    case "stuck":
      return `stuck in ${move.round}: ${move.roles.join(" ")}`;
    case "done":
      return `${move.outcome} after ${move.rounds}${reviewersOf(move.issues)}`;
  }
}

function reviewersOf(issues: readonly RoleIssue[]): string {
  return issues.length === 0 ? "" : `: ${issues.map(({ reviewer }) => reviewer).join(" ")}`;
}
