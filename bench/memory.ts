// What knowledge costs as it grows: `node scripts/bench.mjs memory [--json]`, after npm run build. Parsing and staleness of a
// knowledge bank, the round trip, storing, making the index and searching, for 1,000 and 10,000 entries, as cost per entry;
// flat is good. Times are processor times. And what one pays for a search in a new process, with 100 and 10,000 memories.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemoryStore } from "../src/adapters/memory/memory-store.ts";
import { type BankFile, isStale, parseBank } from "../src/domain/knowledge/knowledge-bank.ts";
import { confirmEntry } from "../src/domain/knowledge/knowledge-bank-edit.ts";
import { clock, memoryOf, nameOf, SUBJECTS, textOf, writeLog } from "./memory/lessons.ts";
import { searchAnew } from "./memory/search-anew.ts";

const SIZES = [1_000, 10_000];
const SEARCHED = [100, 10_000];
const SEARCHES = 20;
const STORES = 50;

interface Row {
  readonly entries: number;
  readonly parse: number;
  readonly stale: number;
  readonly edit: number;
  readonly index: number;
  readonly search: number;
  readonly store: number;
}

const rows: Row[] = [];
for (const entries of SIZES) rows.push(await measure(entries));
const [small, large] = rows as [Row, Row]; // one a size
const keys = ["parse", "stale", "edit", "index", "search", "store"] as const;
const starts = [];
for (const entries of SEARCHED) starts.push({ entries, ratio: await searchAnew(entries) });
const growth = Object.fromEntries(keys.map((key) => [key, Number((large[key] / small[key]).toFixed(2))]));

if (process.argv.includes("--json")) console.log(JSON.stringify({ rows, growth, starts }, null, 2));
else {
  const label = {
    parse: "parse, µs per entry",
    stale: "staleness, µs per entry",
    edit: "confirm one, µs per entry of the file",
    index: "make index, µs per entry",
    search: "search, warm, µs per entry indexed",
    store: "store one, µs per entry of the log",
  };
  console.log(`${"".padEnd(38)}${rows.map(({ entries }) => String(entries).padStart(10)).join("")}    growth`);
  for (const key of keys) {
    const cells = rows.map((row) => row[key].toFixed(2).padStart(10)).join("");
    console.log(`${label[key].padEnd(38)}${cells}${String(growth[key]).padStart(10)}`);
  }
  const total = (row: Row) => `${((row.search * row.entries) / 1000).toFixed(1)} ms`;
  console.log(`one search: ${rows.map((row) => `${total(row)} of ${row.entries}`).join(", ")}`);
  const times = starts.map(({ entries, ratio }) => `${ratio.toFixed(1)} with ${entries} memories`);
  console.log(`iflow memory search in a new process, times one without memories: ${times.join(", ")}`);
}

async function measure(entries: number): Promise<Row> {
  const file = bankOf(entries);
  const features = Array.from({ length: entries }, (_, index) => index);
  for (let n = 0; n < 3; n++) confirmEntry(bankOf(1_000), nameOf(0), 2_000); // warm
  const [parsed, parse] = timed(() => parseBank(file));
  const [, stale] = timed(() => parsed.filter((entry) => isStale(entry, features)).length);
  const [edited, edit] = timed(() => confirmEntry(file, nameOf(entries - 1), entries + 9));
  if (edited === file.text) throw new Error("nothing was confirmed");
  const folder = await mkdtemp(join(tmpdir(), "iflow-bench-"));
  try {
    const places = { global: undefined, project: join(folder, "memory.jsonl") };
    const store = createMemoryStore(places, clock);
    await writeLog(places.project, entries);
    const [, index] = await timedAsync(() => store.search({ query: "login", limit: 10 }, []));
    const [, search] = await timedAsync(async () => {
      for (let n = 0; n < SEARCHES; n++) {
        await store.search({ query: `${SUBJECTS[n % SUBJECTS.length]} lesson ${n}`, limit: 10 }, []);
      }
    });
    const [, stored] = await timedAsync(async () => {
      for (let n = 0; n < STORES; n++) await store.store(memoryOf(entries + n), { scope: "project" });
    });
    const each = (ms: number) => (1000 * ms) / entries;
    return {
      entries,
      parse: each(parse),
      stale: each(stale),
      edit: each(edit),
      index: each(index),
      search: each(search / SEARCHES),
      store: each(stored / STORES),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function bankOf(entries: number): BankFile {
  const texts = Array.from(
    { length: entries },
    (_, index) =>
      `### ${nameOf(index)}\n${textOf(index)}\n- Source: Feature #${index}\n- Confidence: medium\n- Last observed: Feature #${index}\n- Observation count: 1\n`,
  );
  return { category: "heuristics", text: `# Heuristics\n\n${texts.join("\n")}` };
}

/** Processor time, the best of three: other programs on the machine do not count. */
function timed<T>(work: () => T): [T, number] {
  const times: number[] = [];
  for (let n = 0; n < 2; n++) times.push(processorTime(work)[1]);
  const [value, time] = processorTime(work);
  return [value, Math.min(...times, time)];
}

function processorTime<T>(work: () => T): [T, number] {
  const before = process.cpuUsage();
  const value = work();
  return [value, milliseconds(process.cpuUsage(before))];
}

async function timedAsync<T>(work: () => Promise<T>): Promise<[T, number]> {
  const before = process.cpuUsage();
  const value = await work();
  return [value, milliseconds(process.cpuUsage(before))];
}

function milliseconds({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}
