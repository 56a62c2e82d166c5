// What KB-1 finds in real review histories: `node scripts/bench.mjs learnings <folder of feature folders> [--json]`. Every
// recurrence with the words of each round, so that a person can read whether it is one; and what the loops were.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findRecurring, type JudgedRound, learningsOf } from "../src/domain/knowledge/learnings.ts";
import { parseHistory } from "../src/domain/review/history/parse-review-history.ts";
import { issueOf } from "./convergence/issue-of.ts";

const [folder, ...flags] = process.argv.slice(2);
if (folder === undefined) {
  console.error("usage: node scripts/bench.mjs learnings FOLDER [--json]");
  process.exit(2);
}

interface Loop {
  readonly title: string;
  readonly reviewer: string;
  readonly rounds: JudgedRound[];
}

const features = readdirSync(folder).filter((name) => existsSync(join(folder, name, ".review-history.md")));
const found = features.map((key) => {
  const loops = loopsOf(readFileSync(join(folder, key, ".review-history.md"), "utf8"));
  const long = loops.filter(({ rounds }) => rounds.length > 1);
  return {
    feature: key,
    loops: loops.length,
    longLoops: long.length,
    issues: long.flatMap(({ rounds }) => rounds.flatMap(({ issues }) => issues)).length,
    recurring: long.flatMap(({ title, rounds }) => findRecurring(rounds).map((one) => ({ loop: title, ...one }))),
    kept: long.flatMap(({ rounds, title }) =>
      learningsOf({ feature: { key }, phase: title, rounds, openAtCap: undefined }).map(({ name }) => name),
    ),
  };
});

const sum = (count: (row: (typeof found)[number]) => number) => found.reduce((total, row) => total + count(row), 0);
const totals = {
  features: found.length,
  loops: sum(({ loops }) => loops),
  loopsOfTwoOrMore: sum(({ longLoops }) => longLoops),
  issues: sum(({ issues }) => issues),
  recurring: sum(({ recurring }) => recurring.length),
  stored: sum(({ kept }) => kept.length),
};

if (flags.includes("--json")) console.log(JSON.stringify({ ...totals, found }, null, 2));
else {
  for (const { feature, recurring } of found) {
    for (const { loop, rounds, issues } of recurring) {
      console.log(`\n${feature} | ${loop} | rounds ${rounds.join(", ")}`);
      for (const { category, description, location } of issues) {
        console.log(`  - ${category ? `[${category}] ` : ""}${description} (at: ${location ?? "-"})`);
      }
    }
  }
  console.log(`\n${JSON.stringify(totals)}`);
}

/** Rounds of one reviewer under one title, one after the other; a first round begins the next loop. */
function loopsOf(text: string): Loop[] {
  const loops: Loop[] = [];
  for (const entry of parseHistory(text)) {
    const title = entry.heading.replace(/\s*-?\s*\d{4}-\d\d-\d\d.*$/, "").replace(/\s*[-–—(]*\s*Iteration \d+.*$/i, "");
    const last = loops.findLast((loop) => loop.title === title);
    const round = entry.iteration ?? 1;
    const judged = { round, issues: entry.issues.flatMap((issue) => issueOf(issue) ?? []) };
    if (last && !last.rounds.some((one) => one.round === round)) last.rounds.push(judged);
    else loops.push({ title, reviewer: entry.reviewer ?? "", rounds: [judged] });
  }
  for (const { rounds } of loops) rounds.sort((a, b) => a.round - b.round); // some files have the newest first
  return loops;
}
