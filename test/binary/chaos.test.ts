// The chaos figure on 24 moments, other ones every hour: the demo's story is ended at a moment of a phase, the command is typed
// again and ended again by the next injector, and in the end everything is as if nothing had happened. One moment at a time:
// `node scripts/bench.mjs chaos` (bench/chaos.ts).
import { expect, inject } from "vitest";
import { PHASES } from "../../bench/chaos/phases.ts";
import { playPoint, type Result } from "../../bench/chaos/play.ts";
import { INJECTORS, type Injector, type Play, spreadPoints } from "../../bench/chaos/points.ts";
import { prepare } from "../../bench/chaos/prepare.ts";
import { factsOf, repeatLine } from "../../bench/chaos/report.ts";
import { verifies } from "../requirements.ts";
import { inPairs } from "../support/crash.ts";
import "../support/sampled.ts";
import { tempFolder } from "../support/temp-repo.ts";

const PLAYS = 8;

verifies(
  "SAFE-7",
  "killed at 24 moments and typed again: the same end, nothing paid twice, nothing asked, nothing left",
  async () => {
    const { seed } = inject("matrix");
    const work = await tempFolder();
    const prepared = await prepare(work, PHASES, undefined, () => undefined);
    const starts = [...prepared];

    const results: Result[] = [];
    await inPairs([...Array(PLAYS).keys()], async (number) => {
      const [phase, start] = starts[(seed + number) % starts.length] ?? [];
      if (phase === undefined || start === undefined) throw new Error("no phase was prepared");
      const play: Play = spreadPoints(rotated(INJECTORS, seed + number), phase, start, seed * PLAYS + number);
      results.push(await playPoint(work, number + 1, play, start, undefined));
    });

    const hits = results.reduce((sum, result) => sum + result.hits, 0);
    expect(hits).toBeGreaterThan((PLAYS * INJECTORS.length) / 2);
    const facts = results.map((result) => {
      const found = factsOf(result);
      return found.length > 0 ? [repeatLine(result, seed), ...found].join("\n  ") : "";
    });
    expect(facts.filter(Boolean).join("\n"), `seed ${seed}`).toBe("");
  },
  600_000,
);

function rotated(injectors: readonly Injector[], by: number): readonly Injector[] {
  const first = by % injectors.length;
  return [...injectors.slice(first), ...injectors.slice(0, first)];
}
