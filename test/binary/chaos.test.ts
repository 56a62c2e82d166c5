// The chaos figure on six moments, other ones every hour (24 with test:all): the demo's story is ended at a moment of a
// phase, the command is typed again, and everything is as if nothing had happened. All: `node scripts/bench.mjs chaos`.
import { expect, inject } from "vitest";
import { PHASES, type PhaseName } from "../../bench/chaos/phases.ts";
import { playPoint, type Result } from "../../bench/chaos/play.ts";
import { type Extent, INJECTORS, type Injector, type Point, samplePoints } from "../../bench/chaos/points.ts";
import { prepare } from "../../bench/chaos/prepare.ts";
import { factsOf, repeatLine } from "../../bench/chaos/report.ts";
import { verifies } from "../requirements.ts";
import { inPairs } from "../support/crash.ts";
import "../support/sampled.ts";
import { tempFolder } from "../support/temp-repo.ts";

const KILLS_EACH = 2;
const KILLS_EACH_OF_ALL = 8;

verifies(
  "SAFE-7",
  "killed at several moments and typed again: the same end, nothing paid twice, nothing asked, nothing left",
  async () => {
    const { seed, all } = inject("matrix");
    const kills = all ? KILLS_EACH_OF_ALL : KILLS_EACH;
    const work = await tempFolder();
    const prepared = await prepare(work, PHASES, undefined, () => undefined);
    const points = INJECTORS.flatMap((injector, index) => {
      const from = seed + index * kills; // each injector in other phases
      return oneOfEach(injector, [...prepared], from, kills);
    });

    const results: Result[] = [];
    await inPairs([...points.entries()], async ([number, point]) => {
      const start = prepared.get(point.phase);
      if (start) results.push(await playPoint(work, number + 1, point, start, undefined));
    });

    expect(results.filter(({ hit }) => hit).length).toBeGreaterThanOrEqual(points.length / 2);
    const facts = results.map((result) => {
      const found = factsOf(result);
      return found.length > 0 ? [repeatLine(result, seed), ...found].join("\n  ") : "";
    });
    expect(facts.filter(Boolean).join("\n"), `seed ${seed}`).toBe("");
  },
  600_000,
);

/** The phases in turn: the bench takes more from the long ones, which would be too much time here. */
function oneOfEach(injector: Injector, prepared: readonly [PhaseName, Extent][], from: number, kills: number): Point[] {
  return Array.from({ length: kills }, (_, index) => index + from).flatMap((number) => {
    const phase = prepared[number % prepared.length];
    return phase ? samplePoints(injector, 1, number, new Map([phase])) : [];
  });
}
