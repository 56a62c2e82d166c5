// When each stopping rule of `bench convergence` ends a loop, what that saves and loses, and which rule follows.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { frontierOf, replay } from "../bench/convergence/frontier.ts";
import { shareOf } from "../bench/convergence/interval.ts";
import type { ReviewLoop } from "../bench/convergence/loops.ts";
import { holdOut, recommend } from "../bench/convergence/recommend.ts";
import { type Judged, RULES, type Rule, roundsUnder, STRICT } from "../bench/convergence/rules.ts";
import { loopOf } from "./support/told-loops.ts";

function ruleOf(name: string): Rule {
  const rule = RULES.find((one) => one.name === name);
  if (rule === undefined) throw new Error(`there is no rule ${name}`);
  return rule;
}

/** `1/0 ?`: a round with one blocker, and one of which nothing is known. */
function judged(rounds: string): Judged[] {
  return rounds.split(" ").map((round) => {
    const [blockers = 0, warnings = 0] = round === "?" ? [] : round.split("/").map(Number);
    return { blockers, warnings, isKnown: round !== "?" };
  });
}

describe("a rule ends a loop", () => {
  test.each([
    [STRICT.name, "0/1 0/0 1/0", 2],
    [STRICT.name, "0/1 ? 1/0", 3],
    ["no blocker, at most one warning", "1/0 0/2 0/1 0/0", 3],
    ["no blocker", "1/0 0/9 0/0", 2],
    ["no blocker", "? 1/0 0/9 0/0", 3],
    ["no blocker twice in a row", "0/2 1/0 0/2 0/2 0/0", 4],
    ["no blocker twice in a row", "0/2 ? 0/2 0/2 0/0", 4],
    ["contract", "0/2 0/2 0/2", 2],
    ["contract", "1/2 0/2 0/2 0/2", 3],
    ["contract", "0/2 1/2 1/0 0/9 0/0", 4],
    ["cap of 2 rounds", "1/0 1/0 1/0", 2],
    ["cap of 3 rounds", "1/0 0/0 1/0", 2],
    ["cap of 4 rounds", "1/0 1/0 1/0", 3],
    ["no fall of open issues twice", "0/3 0/2 1/1 1/1 0/0", 4],
    ["no fall of open issues twice", "0/3 0/2 1/1 0/1 0/1", 5],
  ])("%s: %s after round %i", (name, rounds, kept) => {
    expect(roundsUnder(ruleOf(name), judged(rounds))).toBe(kept);
  });

  const Rounds = fc.array(
    fc.record({ blockers: fc.nat(2), warnings: fc.nat(2), isKnown: fc.nat(9).map((number) => number > 0) }),
    { minLength: 1, maxLength: 9 },
  );

  test("never later than it ended, never before its first round, and without looking ahead", () => {
    fc.assert(
      fc.property(Rounds, fc.constantFrom(...RULES), (rounds, rule) => {
        const kept = roundsUnder(rule, rounds);
        expect(kept).toBeGreaterThanOrEqual(1);
        expect(kept).toBeLessThanOrEqual(rounds.length);
        expect(roundsUnder(rule, rounds.slice(0, kept))).toBe(kept);
      }),
    );
  });

  test.each<readonly [strict: string, loose: string]>([
    ...RULES.map(({ name }) => [STRICT.name, name] as const),
    ["no blocker, at most one warning", "no blocker"],
    ["no blocker twice in a row", "contract"],
    ["contract", "no blocker"],
    ["cap of 4 rounds", "cap of 3 rounds"],
    ["cap of 3 rounds", "cap of 2 rounds"],
  ])("%s never saves more than %s", (strict, loose) => {
    fc.assert(
      fc.property(Rounds, (rounds) => {
        expect(roundsUnder(ruleOf(loose), rounds)).toBeLessThanOrEqual(roundsUnder(ruleOf(strict), rounds));
      }),
    );
  });
});

describe("the frontier", () => {
  test("what came later and what was left open", () => {
    const loop = loopOf("2/1 1/1 0/2 3/0 0/0");

    expect(replay(ruleOf("cap of 2 rounds"), loop)).toEqual({ rounds: 5, kept: 2, blockers: 6, later: 3, open: 1 });
    expect(replay(ruleOf("contract"), loop)).toEqual({ rounds: 5, kept: 3, blockers: 6, later: 3, open: 0 });
    expect(replay(STRICT, loop)).toEqual({ rounds: 5, kept: 5, blockers: 6, later: 0, open: 0 });
    expect(replay(ruleOf("cap of 2 rounds"), loopOf("0/1 4/0"))).toMatchObject({ kept: 2, open: 0 });
  });

  test("blockers of the rounds that are kept and of those that are saved are all blockers", () => {
    const Rounds = fc.array(fc.tuple(fc.nat(3), fc.nat(2)), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(Rounds, fc.constantFrom(...RULES), (rounds, rule) => {
        const { kept, later, open, blockers } = replay(rule, loopOf(rounds.map((round) => round.join("/")).join(" ")));
        const count = (some: readonly (readonly [number, number])[]) => some.reduce((sum, [number]) => sum + number, 0);
        expect(later).toBe(count(rounds.slice(kept)));
        expect(blockers - later).toBe(count(rounds.slice(0, kept)));
        expect(open).toBe(kept < rounds.length ? rounds[kept - 1]?.[0] : 0);
      }),
    );
  });

  test("shares are of everything; a rule that another one beats is not on it", () => {
    const rows = frontierOf([[loopOf("2/0 0/2 0/0")], [loopOf("1/1 1/1 0/0")]]);
    const rowOf = (name: string) => rows.find(({ rule }) => rule === name);

    expect(rowOf("no blocker")).toMatchObject({ saved: { part: 1, whole: 6 }, lost: { part: 0, whole: 4 } });
    expect(rowOf("cap of 2 rounds")).toMatchObject({
      ...{ saved: { part: 2, whole: 6 }, later: { part: 0 }, open: { part: 1 }, lost: { part: 1, whole: 4 } },
      isOnFrontier: true,
    });
    expect(rowOf(STRICT.name)?.isOnFrontier).toBe(false);
    expect(rows.map(({ saved }) => saved.part)).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 2]);
  });
});

describe("an interval", () => {
  test("promises little where nothing was lost in few cases, and more in many", () => {
    expect(shareOf([{ part: 0, whole: 10 }])).toMatchObject({ share: 0, low: 0, high: expect.closeTo(0.278, 3) });
    expect(shareOf([{ part: 0, whole: 1_000 }]).high).toBeLessThan(0.004);
    expect(shareOf([])).toMatchObject({ share: 0, low: 0, high: 1 });
  });

  test("is wider where all losses are one feature's, and the same each time", () => {
    const alike = Array.from({ length: 20 }, () => ({ part: 1, whole: 20 }));
    const uneven = alike.map((_, at) => ({ part: at === 0 ? 20 : 0, whole: 20 }));

    expect(shareOf(uneven).high).toBeGreaterThan(0.1);
    expect(shareOf(alike).high).toBeLessThan(0.08);
    expect(shareOf(uneven)).toEqual(shareOf(uneven));
  });
});

describe("the recommendation follows from the figures", () => {
  const SAFE = [loopOf("5/2 5/2 0/2 0/2 0/0")];
  const LATE = [loopOf("5/2 0/2 0/2 5/2 0/0")];
  const ONE_WARNING = [loopOf("5/2 0/1 0/0")];
  const features = (...kinds: readonly (readonly ReviewLoop[])[]) =>
    Array.from({ length: 24 }, (_, at) => kinds[at % kinds.length] ?? []);
  const chosenFor = (some: readonly (readonly ReviewLoop[])[]) => recommend(frontierOf(some), some.length);

  test("another one for other loops", () => {
    expect(chosenFor(features(SAFE))).toBe("no blocker");
    expect(chosenFor(features(SAFE, LATE, ONE_WARNING))).toBe("no blocker, at most one warning");
  });

  test("the strict one where no other is safe, and where there is too little to say", () => {
    expect(chosenFor(features(LATE))).toBe(STRICT.name);
    expect(chosenFor(features(SAFE).slice(0, 9))).toBe(STRICT.name);
    expect(chosenFor(features([loopOf("0/1 0/1 0/0")]))).toBe(STRICT.name);
  });

  test("what half of the features choose is held against the other half", () => {
    expect(holdOut(features(SAFE, LATE))).toEqual([
      { rule: "no blocker", saved: expect.closeTo(0.6), lost: expect.closeTo(0.5) },
      { rule: STRICT.name, saved: 0, lost: 0 },
    ]);
    expect(holdOut(features(SAFE).slice(0, 19))).toEqual([]);
  });
});
