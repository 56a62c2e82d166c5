// What a review loop costs in every mode, by running the real engine against a fake API that keeps the provider's cache
// books: `npm run bench:economy [-- --corpus DIR] [--json] [--quick]`. Figures are a model's, not a bill's: what is fixed
// stands in economy/sizes.ts.
import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { PRICES } from "../src/domain/billing/usage.ts";
import { printDetail } from "./economy/detail.ts";
import { inventCode, inventDocuments, inventNeighbours, takeDocuments } from "./economy/documents.ts";
import { MODEL } from "./economy/engine.ts";
import { type Gap, gapsOf } from "./economy/gaps.ts";
import { type Played, playLoop } from "./economy/play.ts";
import { type Loop, prepareRepository } from "./economy/repository.ts";
import { type Figures, MODES, type Mode, MULTIPLIERS, type Row, rowOf } from "./economy/rows.ts";
import { CODE_TOKENS, SPEC_ROUNDS, TURNS } from "./economy/sizes.ts";
import { printTable } from "./economy/table.ts";

const { values } = parseArgs({
  options: {
    corpus: { type: "string" },
    json: { type: "boolean" },
    quick: { type: "boolean" },
    /** Where each loop's tokens went, on stderr. */
    detail: { type: "boolean" },
    /** Only rows whose `loop code gap context session guard` contains this. */
    only: { type: "string", default: "" },
  },
});
const home = resolve(import.meta.dirname, "..");
const taken = values.corpus === undefined ? undefined : takeDocuments(resolve(values.corpus));
const documents = taken?.documents ?? inventDocuments();

interface Case {
  readonly loop: Loop;
  readonly codeTokens: number;
  readonly gaps: readonly Gap[];
}

const GAPS: readonly Gap[] = values.quick ? [200] : [200, 600, "real"];
const CASES: readonly Case[] = [
  { loop: "implement", codeTokens: CODE_TOKENS.small, gaps: GAPS },
  ...(values.quick ? [] : [{ loop: "implement", codeTokens: CODE_TOKENS.large, gaps: GAPS } as const]),
  { loop: "specify", codeTokens: 0, gaps: GAPS },
];

const rows: Row[] = [];
for (const one of CASES) rows.push(...(await measure(one)));
const about = {
  ...{ node: process.version, documents: taken?.name ?? "made up", model: MODEL, prices: PRICES.asOf },
  ...{ multipliers: MULTIPLIERS, turns: TURNS },
};
if (values.json) console.log(JSON.stringify({ about, rows }, null, 2));
else {
  console.log(`${printTable(rows)}\n`);
  console.log(`documents ${about.documents}, model ${MODEL}, prices of ${PRICES.asOf}, turns ${JSON.stringify(TURNS)}`);
}

async function measure({ loop, codeTokens, gaps }: Case): Promise<Row[]> {
  const code = inventCode(codeTokens);
  const template = prepareRepository(loop, { documents, code, neighbours: inventNeighbours() });
  const common = { template, loop, home, spec: documents.spec, code: Object.keys(code) };
  const play = ({ guard, ...mode }: Mode, seconds: readonly number[]): Promise<Played> => {
    const review = { ...mode, finalValidation: "always", ...(guard && { guard }) } as const;
    return playLoop({ ...common, review, gaps: seconds });
  };
  const measureRow = async (mode: Mode, gapSeconds: Gap): Promise<Row> => {
    const plays: Played[] = [];
    for (const seconds of gapsOf(gapSeconds, loop === "implement" ? 3 : SPEC_ROUNDS - 1)) {
      plays.push(await play(mode, seconds));
    }
    const row = rowOf({ ...mode, loop, codeTokens, gapSeconds }, plays);
    console.error(`${nameOf(row)}: ${row.bite} BITE`);
    if (values.detail) for (const one of plays) console.error(printDetail(one));
    return row;
  };
  const wanted = gaps
    .flatMap((gapSeconds) => MODES.map((mode) => ({ ...mode, loop, codeTokens, gapSeconds })))
    .filter((about) => nameOf(about).includes(values.only));
  try {
    return await inPairs(wanted, ({ context, session, guard, gapSeconds }) =>
      measureRow({ context, session, guard }, gapSeconds),
    );
  } finally {
    rmSync(template, { recursive: true, force: true });
  }
}

function nameOf({ loop, codeTokens, gapSeconds, context, session, guard }: Omit<Row, keyof Figures>): string {
  return [loop, codeTokens, gapSeconds, context, session, guard ?? ""].join(" ").trim();
}

/** Results in the order of the items. */
async function inPairs<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  const open = [...items.entries()];
  const worker = async () => {
    for (let next = open.shift(); next; next = open.shift()) results[next[0]] = await work(next[1]);
  };
  await Promise.all([worker(), worker()]);
  return results;
}
