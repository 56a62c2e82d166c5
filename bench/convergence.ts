// When may a review loop stop? Recorded loops under nine rules: `node scripts/bench.mjs convergence DIR [--json]` reads every
// `.review-history.md` below DIR, also those of earlier tools, and prints how the loops converge, what each rule saves
// (rounds) against what it loses (blockers that came later, or were left open), with 95 % intervals, the rule that follows
// from that, and what a replay cannot know. Files that cannot be read are named at the end; without any loop it exits with 2.
import { statSync } from "node:fs";
import { parseArgs } from "node:util";
import { frontierOf } from "./convergence/frontier.ts";
import { portraitOf } from "./convergence/portrait.ts";
import { printReport } from "./convergence/print.ts";
import { type History, readHistories } from "./convergence/read-histories.ts";
import { holdOut, recommend } from "./convergence/recommend.ts";

const { folder, isJson } = readArguments();
const histories = readHistories(folder);
const { read, unread, copies } = histories;
if (read.length === 0) {
  const seen = unread.map(({ path, why }) => `\n  ${path}: ${why}`).join("");
  fail(`no review loop found: there is no .review-history.md with a round below ${folder}${seen}`);
}

const features = read.map(({ loops }) => loops);
const portrait = portraitOf(features.flat());
const rows = frontierOf(features);
const recommended = recommend(rows, features.length);
const heldOut = holdOut(features);
if (isJson) {
  const figures = { features: features.length, ...portrait, copies, unread };
  console.log(JSON.stringify({ figures, rules: rows, recommended, heldOut, loops: read.flatMap(listed) }, null, 2));
} else console.log(printReport({ histories, portrait, rows, recommended, heldOut }));

function listed({ feature, loops }: History) {
  return loops.map(({ phase, loop, reviewers, rounds }) => ({
    ...{ feature, phase, loop, reviewers },
    rounds: rounds.map(({ blockers, warnings, isKnown }) => ({ blockers, warnings, isKnown })),
  }));
}

function readArguments(): { readonly folder: string; readonly isJson: boolean } {
  try {
    const { values, positionals } = parseArgs({ options: { json: { type: "boolean" } }, allowPositionals: true });
    const [asked, ...more] = positionals;
    if (asked === undefined || more.length > 0) throw new Error("one folder is needed");
    if (!statSync(asked, { throwIfNoEntry: false })?.isDirectory()) throw new Error(`${asked} is no folder`);
    return { folder: asked, isJson: values.json === true };
  } catch (error) {
    return fail(
      `${error instanceof Error ? error.message : error}\nusage: node scripts/bench.mjs convergence DIR [--json]`,
    );
  }
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
