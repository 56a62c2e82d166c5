// Real document loops through the engine's own plans and prompts: `npm run bench:replay -- DIR [--corpus DIR] [--json]`.
// How many rounds each guard lets resume, what is sent, and what the seeds' NFR1 and NFR3 say, to the letter and on
// content. Upstream documents are looked for in the corpus, by default the folder `corpus` beside DIR.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { createPromptFiles } from "../src/adapters/files/prompt-files.ts";
import { readDeltas } from "./replay/deltas.ts";
import { type Figures, figuresOf } from "./replay/figures.ts";
import { readLoops } from "./replay/loops.ts";
import { type Guard, type Round, roundsOf } from "./replay/rounds.ts";

const { values, positionals } = parseArgs({
  options: { corpus: { type: "string" }, json: { type: "boolean" } },
  allowPositionals: true,
});
const [folder] = positionals;
if (folder === undefined) {
  console.error("usage: npm run bench:replay -- DIR [--corpus DIR] [--json]");
  process.exit(2);
}

const loops = readLoops(folder, resolve(values.corpus ?? resolve(folder, "..", "corpus")));
const deltas = await readDeltas(loops);
const prompts = createPromptFiles(resolve(import.meta.dirname, "..", "prompts"));
const played: { readonly phase: string; readonly reviewer: string; readonly rounds: readonly Round[] }[] = [];
for (const loop of loops) {
  const reviewer = loop.role === "phase-reviewer" ? "phase" : "domain";
  played.push({ phase: loop.phase, reviewer, rounds: await roundsOf(loop, deltas, prompts) });
}

const GUARDS: readonly Guard[] = ["prompt", "content", "cost"];
const groups = [...new Set(played.map(({ phase, reviewer }) => `${phase} ${reviewer}`)), "all"];
const rows = groups.flatMap((group) => {
  const own = played.filter(({ phase, reviewer }) => group === "all" || group === `${phase} ${reviewer}`);
  return GUARDS.map((guard) => ({
    group,
    guard,
    ...figuresOf(
      own.map(({ rounds }) => rounds),
      guard,
    ),
  }));
});
console.log(values.json ? JSON.stringify({ rows }, null, 2) : printTable());

function printTable(): string {
  const head = [
    "phase, reviewer",
    "guard",
    "loops",
    "rounds",
    "resumed",
    "resumed, compact",
    "chars fresh",
    "chars sent",
  ];
  const nfr = [
    "NFR1 literal",
    "NFR1 content",
    "NFR3 literal",
    "NFR3 content",
    "NFR3 content, compact",
    "compact / plain",
  ];
  const cells = rows.map((row) => [
    ...[
      row.group,
      row.guard,
      String(row.loops),
      String(row.rounds),
      percent(row.resumedShare),
      percent(row.resumedShareCompact),
    ],
    ...[row.freshChars.toFixed(0), row.sentChars.toFixed(0)],
    ...[percent(row.nfr1.literal.holds), percent(row.nfr1.content.holds)],
    ...[row.nfr3.literal, row.nfr3.content, row.nfr3Compact].map(printSpread),
    row.compactRatio.toFixed(2),
  ]);
  const lines = [[...head, ...nfr], [...head, ...nfr].map(() => "---"), ...cells];
  return lines.map((line) => `| ${line.join(" | ")} |`).join("\n");
}

/** `0.31 (96 %)`: the median, and how many loops are under one half. */
function printSpread({ median, under50 }: Figures["nfr3Compact"]): string {
  return `${median.toFixed(2)} (${percent(under50)})`;
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
