// What the trunk promises, over whole loops of the real engine against the fake's cache books: whoever looks at the code
// begins with the same bytes, every conversation only grows, and what was paid for once is read from then on. The loops are
// the benchmark's own, so what must be saved is held here.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, onTestFinished } from "vitest";
import { inventCode, inventDocuments, inventNeighbours } from "../../../bench/economy/documents.ts";
import { gapsOf } from "../../../bench/economy/gaps.ts";
import { type Played, playLoop } from "../../../bench/economy/play.ts";
import { prepareRepository } from "../../../bench/economy/repository.ts";
import { type Mode, MULTIPLIERS, rowOf } from "../../../bench/economy/rows.ts";
import { CODE_TOKENS, SPEC_ROUNDS } from "../../../bench/economy/sizes.ts";
import { readDeltas } from "../../../bench/replay/deltas.ts";
import { figuresOf } from "../../../bench/replay/figures.ts";
import { readLoops } from "../../../bench/replay/loops.ts";
import { roundsOf } from "../../../bench/replay/rounds.ts";
import { createPromptFiles } from "../../../src/adapters/files/prompt-files.ts";
import { costReport } from "../../../src/domain/billing/cost-report.ts";
import { type LedgerLine, ledgerLine } from "../../../src/domain/billing/ledger.ts";
import { OutcomeSchema } from "../../../src/domain/billing/outcome.ts";
import { verifies } from "../../requirements.ts";
import { summariseCache } from "../../support/fake-anthropic/cache-summary.ts";
import { blocksToMark, siblingViolations, threadViolations } from "../../support/fake-anthropic/prompt-prefix.ts";
import { renderPrompt } from "../../support/fake-anthropic/rendered-prompt.ts";
import { type RequestRecord, recordRequest } from "../../support/fake-anthropic/request-record.ts";
import { sampled } from "../../support/sampled.ts";

const HOME = join(import.meta.dirname, "../../..");
const TIMEOUT = 300_000;
const documents = inventDocuments();
const code = inventCode(CODE_TOKENS.small);
const content = { documents, code, neighbours: inventNeighbours() };
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function prepare(files: typeof content): string {
  const template = prepareRepository("implement", files);
  folders.push(template);
  return template;
}

interface Setting {
  readonly template: string;
  readonly start?: string;
  /** Seconds a fix takes. */
  readonly gap: number;
}

interface PlayedRun extends Played, Billed {}

/** Pings are left out of the records: they repeat what was sent. */
async function play(mode: Sending, { gap, ...setting }: Setting): Promise<PlayedRun> {
  const review = { finalValidation: "always", ...mode } as const;
  const common = { loop: "implement", home: HOME, spec: documents.spec, code: Object.keys(code) } as const;
  let billed: Billed = { lines: [], asides: [] };
  const inspect = (root: string) => {
    billed = readBill(root);
  };
  const played = await playLoop({ ...common, ...setting, review, gaps: [gap, gap, gap], inspect });
  return { ...played, ...billed, records: played.records.filter(({ prefill }) => !prefill) };
}

interface Billed {
  /** Of all dispatches, oldest first. */
  readonly lines: readonly LedgerLine[];
  /** Prompts of those who were asked before the loop; the benchmark does not count them. */
  readonly asides: readonly string[];
}

function readBill(root: string): Billed {
  const folder = join(root, ".git", "iflow", "runs");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const found = files
    .filter((file) => file.endsWith(".outcome.json"))
    .map((file) => ({ file, outcome: OutcomeSchema.parse(JSON.parse(readFileSync(join(folder, file), "utf8"))) }))
    .sort((one, other) => one.outcome.at.localeCompare(other.outcome.at));
  const promptOf = (file: string) => readFileSync(join(folder, file.replace(".outcome.json", ".prompt.md")), "utf8");
  return {
    lines: found.map(({ outcome }) => ledgerLine({ id: "run", feature: "feature", runtime: "anthropic" }, outcome)),
    asides: found.filter(({ outcome }) => outcome.round === 0).map(({ file }) => promptOf(file)),
  };
}

/** The same with the keys of every map the other way round. */
function turned<T extends object>(map: T): T {
  const entries = Object.entries(map).map(([key, value]) => [key, isMap(value) ? turned(value) : value] as const);
  return Object.fromEntries(entries.reverse()) as T; // the same keys
}

const isMap = (value: unknown): value is object => typeof value === "object" && value !== null && !Array.isArray(value);

type Sending = Pick<Mode, "context" | "session"> & {
  readonly certify?: "fresh-eyes";
  readonly finalValidation?: "changed";
};

const SENDINGS = {
  injected: { context: "inject", session: "fresh" },
  lazy: { context: "lazy", session: "resume" },
  resumed: { context: "trunk", session: "resume" },
  forked: { context: "trunk", session: "fork" },
} as const satisfies Record<string, Sending>;
const PLAYED_TWICE = new Set<Sending>(sampled(Object.values(SENDINGS)));

const plainly = new Map<Sending, Promise<PlayedRun>>();

/** As it comes, once for all tests: nothing but the sending and the documents decides how it goes. */
function playPlainly(sending: Sending): Promise<PlayedRun> {
  const played = plainly.get(sending) ?? play(sending, { template: prepare(content), gap: 200 });
  plainly.set(sending, played);
  return played;
}

/** As it comes; then, where it is played twice, with every map turned round, slow fixes, and at another hour of another year. */
async function playTwice(sending: Sending): Promise<[PlayedRun, ...PlayedRun[]]> {
  const again = () => ({ template: prepare(turned(content)), gap: 600, start: "2027-11-30T23:58:00+05:00" });
  const [plain, ...others] = await Promise.all([
    playPlainly(sending),
    ...(PLAYED_TWICE.has(sending) ? [play(turned(sending), again())] : []),
  ]);
  for (const { records } of [plain, ...others]) expect(threadViolations(records)).toEqual([]);
  for (const other of others) {
    expect([sending, wordsOf(other.records)]).toEqual([sending, wordsOf(plain.records)]);
    expect(other.outcome).toEqual(plain.outcome);
  }
  return [plain, ...others];
}

/** Everything that was said in each conversation, request by request; ids of tool calls are the provider's, not ours. */
function wordsOf(records: readonly RequestRecord[]): Map<string, string[]> {
  const threads = new Map<string, string[]>();
  for (const { thread = "", model, settings, blocks } of records) {
    const words = blocks.map(({ part, content }) => `${part} ${content.map(({ hash }) => hash).join()}`);
    threads.set(thread, [...(threads.get(thread) ?? []), [model, settings, ...words].join("\n")]);
  }
  return threads;
}

verifies(
  ["LOOP-7", "CTX-6", "RES-10", "RES-4"],
  "in every mode requests only extend each other, in one of them (in test:all in each) at another time and with maps in another order; on the trunk they equal their siblings to its end, read it while warm, cost what was expected, and the bill agrees with the cache's books",
  async () => {
    const [injected] = await playTwice(SENDINGS.injected);
    const [lazy] = await playTwice(SENDINGS.lazy);
    const [resumed, ...resumedAgain] = await playTwice(SENDINGS.resumed);
    const [forked, ...forkedAgain] = await playTwice(SENDINGS.forked);
    const onTrunk = [resumed, ...resumedAgain, forked, ...forkedAgain];

    const [first] = resumed.records;
    const [documentsEnd, codeEnd, tasksEnd] = [0, 1, 2].map((mark) => blocksToMark(first!, mark));
    for (const { records: all } of onTrunk) {
      expect(all.length).toBeLessThanOrEqual(55);
      const records = all.filter(({ thread }) => !/^fixer/.test(thread ?? "")); // who leaves the trunk: lean-fixer.test.ts
      expect(siblingViolations([first!, ...records], codeEnd!)).toEqual([]);
      const deep = records.filter(({ thread }) => /^implementation/.test(thread ?? ""));
      expect(siblingViolations([first!, ...deep], tasksEnd!)).toEqual([]);
      expect(Math.max(...records.map(({ marks }) => marks.length))).toBe(4);
      const [, ...later] = records;
      for (const record of later) {
        const end = deep.includes(record) ? tasksEnd! : codeEnd!;
        expect(record.usage?.cache_read_input_tokens).toBeGreaterThanOrEqual(0.98 * tokensTo(record, end));
      }
    }
    expect(documentsEnd).toBeLessThan(codeEnd!);
    for (const run of onTrunk) expectTrueBill(run);

    // the same verdicts, the same end; only the bill differs
    expect(injected.outcome).toEqual(lazy.outcome);
    expect(resumed.outcome).toEqual(lazy.outcome);
    expect(forked.outcome).toEqual(lazy.outcome);
    expect(lazy.outcome.commits.match(/review iteration \d fixes/g)).toHaveLength(3);
    const [inject, plain, resume, fork] = [injected, lazy, resumed, forked].map((played) => figures([played]));
    expect(resume!.bite / inject!.bite).toBeLessThanOrEqual(0.3);
    expect(resume!.bite / plain!.bite).toBeLessThanOrEqual(0.55);
    expect(fork!.bite / inject!.bite).toBeLessThanOrEqual(0.29);
    expect(fork!.bite / plain!.bite).toBeLessThanOrEqual(0.52);
    // a fixer that leaves the trunk writes what its issues cite once more, and reads less
    for (const { writeAmplification, readShare } of [resume!, fork!]) {
      expect(writeAmplification).toBeLessThanOrEqual(1.35);
      expect(readShare).toBeGreaterThanOrEqual(0.92);
    }
    // what a bill says of fresh agents is what they cost, though here each is shown one document more, and a lean fixer less
    const [said, paid] = [loopOf(resumed), loopOf(injected)];
    expect(said.freshCost! / paid.cost!).toBeGreaterThan(0.85);
    expect(said.freshCost! / paid.cost!).toBeLessThan(1.15);
    expect(loopOf(forked).freshCost).toBeCloseTo(said.freshCost!, 10);
  },
  TIMEOUT,
);

verifies(
  ["REV-3", "LOOP-7"],
  "on the trunk fresh eyes make a loop with three objecting reviewers at most a tenth dearer, and end it the same way",
  async () => {
    // where all look again at the end, fresh eyes look in place of those who had objected; else one look is added
    for (const mode of sampled([SENDINGS.resumed, { ...SENDINGS.resumed, finalValidation: "changed" } as const])) {
      const same = await playPlainly(mode);
      const certified = await playPlainly({ ...mode, certify: "fresh-eyes" });

      expect(certified.lines.filter(({ reason }) => reason === "certify")).toHaveLength(3);
      expect(certified.outcome.commits).toEqual(same.outcome.commits);
      expect(figures([certified]).bite / figures([same]).bite).toBeLessThanOrEqual(1.1);
    }
  },
  TIMEOUT,
);

/** What a dispatch was expected to cost is near to what it did, and the bill says what the benchmark says. */
function expectTrueBill({ lines, asides, records }: PlayedRun): void {
  const asked = lines.filter(({ kind }) => kind !== "ping");
  const loop = asked.filter(({ round }) => round > 0);
  expect(loop).toHaveLength(15);
  for (const { step, estimate = 0, cost } of loop) {
    expect(estimate / cost!, step).toBeGreaterThan(0.6);
    expect(estimate / cost!, step).toBeLessThan(1.7);
  }

  const { rows, total } = costReport(lines, "role");
  const { unique } = summariseCache(records, MULTIPLIERS);
  const times = (total.input + total.written) / (unique + newTokens(asides, records));
  expect(total.writeAmplification! / times).toBeGreaterThan(0.97);
  expect(total.writeAmplification! / times).toBeLessThan(1.03);
  for (const { writeAmplification } of rows) expect(writeAmplification).toBeGreaterThanOrEqual(1);
  expect(rows.reduce((sum, { freshCost }) => sum + freshCost!, 0)).toBeCloseTo(total.freshCost!, 10);
}

/** Of prompts that are not among the records: each paragraph once, by the benchmark's own measure. */
function newTokens(prompts: readonly string[], records: readonly RequestRecord[]): number {
  const content = prompts.map((text) => ({ type: "text", text }));
  const prompt = renderPrompt({ model: "", max_tokens: 0, messages: [{ role: "user", content }] });
  const facts = { n: 0, at: 0, thread: undefined, prefill: false, marks: [] };
  const { blocks: written } = recordRequest(prompt, facts);
  const known = new Set(
    records.flatMap((record) => record.blocks.flatMap(({ content }) => content)).map(({ hash }) => hash),
  );
  const fresh = new Map(written.flatMap(({ content }) => content).map(({ hash, tokens }) => [hash, tokens]));
  return [...fresh].reduce((sum, [hash, tokens]) => sum + (known.has(hash) ? 0 : tokens), 0);
}

function tokensTo({ blocks }: RequestRecord, end: number): number {
  return blocks.slice(0, end).reduce((sum, { tokens }) => sum + tokens, 0);
}

function loopOf({ lines }: PlayedRun) {
  const loop = lines.filter(({ round }) => round > 0);
  return costReport(loop, "phase").total;
}

function figures(plays: readonly Played[]) {
  const mode = { context: "trunk", session: "resume", guard: null } as const; // only the figures are looked at
  return rowOf({ ...mode, loop: "implement", codeTokens: CODE_TOKENS.small, gapSeconds: 200 }, plays);
}

verifies(
  ["RES-10", "LOOP-7"],
  "a document loop with the gaps of real life costs at most 0.55 of what fresh agents would",
  async () => {
    const template = prepareRepository("specify", content);
    folders.push(template);
    const playAll = (mode: Sending) =>
      Promise.all(
        gapsOf("real", SPEC_ROUNDS - 1).map((gaps) =>
          playLoop({
            ...{ template, loop: "specify", home: HOME, spec: documents.spec, code: [], gaps },
            review: { ...mode, finalValidation: "always" },
          }),
        ),
      );
    const [fresh, resumed] = [await playAll(SENDINGS.injected), await playAll(SENDINGS.resumed)];

    expect(figures(resumed).bite / figures(fresh).bite).toBeLessThanOrEqual(0.55);
    expect(resumed.map(({ outcome }) => outcome)).toEqual(fresh.map(({ outcome }) => outcome));
  },
  TIMEOUT,
);

verifies(
  "RES-10",
  "a replayed loop is measured to the letter and on content, by each guard, with plain and compact diffs",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "iflow-replays-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const lines = documents.spec.split("\n");
    const after = lines.map((line, place) => (place % 30 === 20 ? `${line} And a count of 6.` : line)).join("\n");
    const iterations = [
      { iteration: 1, committed_at: 1000, before: "", after: documents.spec },
      { iteration: 2, committed_at: 1200, before: documents.spec, after },
      { iteration: 3, committed_at: 1500, before: after, after },
    ];
    const replay = { feature: "001-a", phase: "specify", artifact: "spec.md", iterations };
    writeFileSync(join(folder, "one.json"), JSON.stringify({ ...replay, stage: "domain" }));
    writeFileSync(join(folder, "two.json"), JSON.stringify({ ...replay, stage: "phase" }));

    const loops = readLoops(folder, folder);
    const deltas = await readDeltas(loops);
    const prompts = createPromptFiles(join(HOME, "prompts"));
    const rounds = await Promise.all(loops.map((loop) => roundsOf(loop, deltas, prompts)));

    // what has no text before it, or none after it, is no round
    expect(rounds.map((loop) => loop.length)).toEqual([1, 1]);
    const [content, literal] = [figuresOf(rounds, "content"), figuresOf(rounds, "prompt")];
    expect(content.resumedShareCompact).toBeGreaterThanOrEqual(literal.resumedShareCompact);
    expect(content.compactRatio).toBeLessThan(0.8);
    expect(content.nfr3.content.median).toBeLessThan(content.nfr3.literal.median);
    expect(content.nfr3Compact.median).toBeLessThanOrEqual(content.nfr3.content.median);
    expect(content.nfr1.content.holds).toBe(1);
  },
);
