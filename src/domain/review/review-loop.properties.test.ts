// Plays the review loop with random rosters, policies, verdicts, rulings, revisions and edits by others. Beside the machine, the
// test keeps its own record of who said what about which view, and checks every move against it.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  applyCap,
  applyForeignChange,
  applyRetry,
  applyRevision,
  applyRulings,
  applyVerdicts,
  type Judgement,
  type LoopPolicy,
  type LoopState,
  type Move,
  nextMove,
  type RoleIssue,
  startLoop,
  type View,
} from "./review-loop.ts";

type Says = "pass" | "fail" | "invalid";
/** What becomes of a failed role's two issues once somebody has ruled on its dispute. */
type Ruled = "nothing" | "fix" | "own-words" | "drop-one" | "drop";

describe("for every roster, policy and stream of verdicts", () => {
  test("there are never more rounds than allowed, and they grow by one except for repeats", () => {
    forEveryJourney(({ policy }, { passages }) => {
      let round = 0;
      let repeated = false;
      for (const { move, foreign } of passages) {
        if (move.type === "review") {
          const expected = repeated ? round : round + 1;
          if (move.round !== expected || move.round > policy.maxRounds)
            throw new Error(`round ${move.round} after ${round}`);
          if (foreign) continue; // the verdicts of this dispatch did not count; the same move is due again
          round = move.round;
          repeated = false;
        } else {
          const at = move.type === "done" ? move.rounds : move.round;
          if (at !== round) throw new Error(`${move.type} in round ${at}, but ${round} were reviewed`);
          if (move.type === "stuck") repeated = true;
        }
      }
    });
  });

  test("approved means that every role passed on exactly what it is shown now", () => {
    forEveryJourney(({ roster, policy }, { passages }) => {
      const { move, heard, views } = lastOf(passages);
      if (move.type !== "done" || move.outcome !== "approved") return;
      for (const role of roster) {
        const last = heard.get(role);
        if (last?.says !== "pass" || last.view !== views[role]) throw new Error(`${role} has not approved this`);
      }
      if (move.issues.length > 0) throw new Error("approved with open issues");
      const reviews = passages.flatMap((passage) =>
        passage.move.type === "review" && !passage.foreign ? [passage.move] : [],
      );
      if (policy.finalValidation === "always" && !reviews.at(-1)?.final) {
        throw new Error("approved without the final validation");
      }
    });
  });

  test("TR-1: all other ends are at the cap, and somebody was asked there", () => {
    forEveryJourney(({ policy }, { passages }) => {
      const { move, heard } = lastOf(passages);
      if (move.type !== "done" || move.outcome === "approved") return;
      if (move.rounds !== policy.maxRounds) throw new Error(`${move.outcome} after ${move.rounds} rounds`);
      if (!passages.some((passage) => passage.move.type === "ask-cap")) throw new Error(`${move.outcome} unasked`);
      const failed = [...heard].filter(([, last]) => last.says === "fail").map(([role]) => role);
      expect(new Set(move.issues.map(({ reviewer }) => reviewer))).toEqual(new Set(failed));
    });
  });

  test("a passed role is dispatched again only in a final validation or when its view changed", () => {
    forEveryJourney(({ policy, roster }, { passages }) => {
      for (const { move, heard, views } of passages) {
        if (move.type !== "review") continue;
        const passed = roster.filter((role) => heard.get(role)?.says === "pass");
        const again = passed.filter((role) => move.roles.includes(role));
        const unchanged = again.filter((role) => heard.get(role)?.view === views[role]);
        if (!move.final && policy.finalValidation !== "none" && again.length > 0)
          throw new Error(`middle round with ${again}`);
        if (policy.finalValidation !== "always" && unchanged.length > 0) throw new Error(`${unchanged} saw no change`);
        if (move.final && again.length !== move.roles.length && !isRepeat(passages, move))
          throw new Error("final too early");
        const skipped = passed.filter((role) => !again.includes(role));
        expect(move.skipped).toEqual(skipped.map((role) => ({ role, passedRound: heard.get(role)?.round })));
      }
    });
  });

  test("a revision answers exactly the failed roles' issues, is never the last word and never follows the last round", () => {
    forEveryJourney(({ policy }, { passages }) => {
      passages.forEach(({ move, heard }, index) => {
        if (move.type !== "revise") return;
        const failed = [...heard].filter(([, last]) => last.says === "fail").map(([role]) => role);
        expect(new Set(move.issues.map(({ reviewer }) => reviewer))).toEqual(new Set(failed));
        expect(failed).not.toEqual([]);
        expect(move.round).toBeLessThan(policy.maxRounds);
        expect(passages[index + 1]?.move.type).toBe("review");
      });
    });
  });

  test("it stops for a person exactly when one role was invalid twice in a row, or in the last round with nothing to revise", () => {
    forEveryJourney(({ policy }, { passages }) => {
      for (const { move, heard } of passages) {
        const stuck = [...heard].filter(([, last]) => last.invalidInARow >= 2).map(([role]) => role);
        if (move.type === "stuck" && move.round < policy.maxRounds) expect(new Set(move.roles)).toEqual(new Set(stuck));
        if (move.type === "stuck") expect(move.roles.every((role) => heard.get(role)?.says === "invalid")).toBe(true);
        if (move.type === "revise" || move.type === "ask-cap") expect(stuck).toEqual([]);
      }
    });
  });

  test("it ends after a bounded number of moves when a stuck role is retried with a valid verdict", () => {
    forEveryJourney(({ policy }, { passages }) => {
      const own = passages.filter(({ foreign }) => !foreign);

      expect(own.length).toBeLessThanOrEqual(4 * policy.maxRounds + 2);
      expect(lastOf(passages).move.type).toBe("done");
    });
  });

  test("LOOP-7: the path depends on the verdicts alone, not on their words, their order or where the state was kept", () => {
    forEveryJourney((journey, { passages }) => {
      const other = travel(journey, {
        reword: (text) => `${text}, said in other words`,
        arrange: (judgements) => judgements.toReversed(),
        keep: (state) => JSON.parse(JSON.stringify(state)) as LoopState,
      });

      expect(pathOf(other.passages)).toEqual(pathOf(passages));
    });
  });
});

/** Events that may happen, one after another; when they are used up, every reviewer passes. */
interface Luck {
  readonly says: Says;
  /** Bit mask of the roles whose view shows a change. */
  readonly shows: number;
  readonly ruled: Ruled;
  /** Someone else changes the text while reviewers look at it. */
  readonly foreign: boolean;
}

interface Journey {
  readonly roster: readonly string[];
  readonly policy: LoopPolicy;
  readonly luck: readonly Luck[];
}

interface Heard {
  readonly says: Says;
  readonly round: number;
  readonly view: View | undefined;
  readonly invalidInARow: number;
}

/** A move, and what the test itself knew when the move was due. */
interface Passage {
  readonly move: Move;
  readonly foreign: boolean;
  readonly views: LoopState["views"];
  readonly heard: ReadonlyMap<string, Heard>;
}

const journeys: fc.Arbitrary<Journey> = fc.record({
  roster: fc.constantFrom(["a"], ["a", "b"], ["a", "b", "c"]),
  policy: fc.record({
    maxRounds: fc.integer({ min: 1, max: 6 }),
    finalValidation: fc.constantFrom("none" as const, "changed" as const, "always" as const),
  }),
  luck: fc.array(
    fc.record({
      says: fc.constantFrom<Says>("pass", "pass", "pass", "fail", "fail", "invalid"),
      shows: fc.integer({ min: 0, max: 7 }),
      ruled: fc.constantFrom<Ruled>("nothing", "nothing", "fix", "own-words", "drop-one", "drop"),
      foreign: fc.constantFrom(false, false, false, false, false, false, true),
    }),
    { maxLength: 40, size: "max" },
  ),
});

function forEveryJourney(check: (journey: Journey, result: { readonly passages: readonly Passage[] }) => void): void {
  fc.assert(
    fc.property(journeys, (journey) => check(journey, travel(journey))),
    { numRuns: 500 },
  );
}

interface Ways {
  readonly reword?: (text: string) => string;
  readonly arrange?: (judgements: Judgement[]) => Judgement[];
  readonly keep?: (state: LoopState) => LoopState;
}

function travel(
  { roster, policy, luck }: Journey,
  { reword = (same) => same, arrange = (same) => same, keep = (same) => same }: Ways = {},
) {
  const rest = [...luck];
  const draw = (): Luck => rest.shift() ?? { says: "pass", shows: 0, ruled: "nothing", foreign: false };
  const passages: Passage[] = [];
  let heard = new Map<string, Heard>();
  let retried: readonly string[] = [];
  let state = startLoop(policy, Object.fromEntries(roster.map((role) => [role, "v"])));
  const showing = (shows: number) =>
    changed(
      state,
      roster.filter((_, index) => shows & (1 << index)),
    );

  while (passages.length < 200) {
    state = keep(state);
    const move = nextMove(state);
    const { foreign, says, shows } =
      move.type === "done" ? { foreign: false, says: "pass" as const, shows: 0 } : draw();
    const passage = { move, views: state.views, heard, foreign: foreign && move.type === "review" };
    passages.push(passage);
    switch (move.type) {
      case "review": {
        if (passage.foreign) {
          state = applyForeignChange(state, showing(shows));
          break;
        }
        const given = move.roles.map((role): [string, Says] => {
          const next = draw().says;
          return [role, next === "invalid" && retried.includes(role) ? "fail" : next];
        });
        heard = listen(heard, move.round, state.views, given);
        state = applyVerdicts(state, move, arrange(given.map(([role, word]) => judgement(role, word, reword))));
        retried = [];
        for (const [role, word] of given) {
          if (word !== "fail") continue;
          const { ruled } = draw();
          state = applyRulings(state, rulings(role, ruled));
          // what is left of the objection is nothing: it passes as it stands
          if (ruled === "drop") heard = listen(heard, move.round, state.views, [[role, "pass"]]);
        }
        break;
      }
      case "revise":
        state = applyRevision(state, showing(shows));
        break;
      case "stuck":
        retried = move.roles;
        state = applyRetry(state, move.roles);
        break;
      case "ask-cap":
        state = applyCap(state, ({ pass: "accepted", fail: "again", invalid: "abandoned" } as const)[says]);
        break;
      case "done":
        return { passages };
    }
  }
  throw new Error("the loop does not end");
}

function listen(heard: ReadonlyMap<string, Heard>, round: number, views: LoopState["views"], given: [string, Says][]) {
  const next = new Map(heard);
  for (const [role, says] of given) {
    const invalidInARow = says === "invalid" ? (heard.get(role)?.invalidInARow ?? 0) + 1 : 0;
    next.set(role, { says, round, view: views[role], invalidInARow });
  }
  return next;
}

function isRepeat(passages: readonly Passage[], move: Move): boolean {
  const index = passages.findIndex((passage) => passage.move === move);
  const before = passages.slice(0, index).findLast(({ foreign }) => !foreign);
  return before?.move.type === "stuck";
}

function lastOf(passages: readonly Passage[]): Passage {
  const last = passages.at(-1);
  if (!last) throw new Error("nothing happened");
  return last;
}

function changed(state: LoopState, roles: readonly string[]): Record<string, View> {
  return Object.fromEntries(roles.map((role) => [role, `${state.views[role]}'`]));
}

function judgement(role: string, says: Says, reword: (text: string) => string): Judgement {
  if (says === "invalid") return { role, type: "invalid", problem: reword("cut off") };
  if (says === "pass")
    return { role, type: "verdict", verdict: { approved: true, issues: [], summary: reword("fine") } };
  const issues = [1, 2].map((n) => ({
    ...{ id: `${role}${n}`, severity: "blocker" as const },
    description: reword(`${role} is not content`),
  }));
  return { role, type: "verdict", verdict: { approved: false, issues } };
}

function rulings(role: string, ruled: Ruled): ReadonlyMap<string, RoleIssue | undefined> {
  const issue: RoleIssue = { id: `${role}1`, severity: "blocker", description: "otherwise", reviewer: role };
  const drop = (n: number) => [`${role}${n}`, undefined] as const;
  if (ruled === "nothing") return new Map();
  if (ruled === "drop") return new Map([drop(1), drop(2)]);
  return new Map([ruled === "drop-one" ? drop(2) : [`${role}1`, issue]]);
}

/** Everything that decides, without the reviewers' words. */
function pathOf(passages: readonly Passage[]): unknown[] {
  return passages.map(({ move }) =>
    "issues" in move ? { ...move, issues: move.issues.map(({ reviewer }) => reviewer) } : move,
  );
}
