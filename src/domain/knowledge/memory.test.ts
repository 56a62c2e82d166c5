import { describe, expect, test } from "vitest";
import { type BankEntry, parseBank } from "./knowledge-bank.ts";
import {
  type MemoryRecord,
  memoryId,
  NewMemorySchema,
  noticedIn,
  parseRecords,
  printRecord,
  recollect,
  roundsWith,
} from "./memory.ts";
import { bankCandidates, bankId, memoryCandidates, rank } from "./memory-ranking.ts";

const memory = (description: string, more: object = {}) =>
  NewMemorySchema.parse({ name: "N", description, reasoning: "because", category: "patterns", ...more });
const at = "2026-03-01T10:00:00.000Z";
let number = 0;
const stored = (description: string, more: object = {}): MemoryRecord => ({
  type: "stored",
  at,
  key: `k${number++}`,
  memory: memory(description, more),
});

describe("the log", () => {
  test("case and spacing make no second memory; the surer confidence and all references stay", () => {
    const { memories } = recollect([
      stored("Count  before you ask", { references: ["a"], keywords: ["x"], confidence: "medium" }),
      stored("count before YOU ask ", { references: ["b", "a"], confidence: "low" }),
      stored("count before you ask", { keywords: ["y"], confidence: "high" }),
    ]);
    expect([...memories.values()]).toMatchObject([
      {
        observations: 3,
        references: ["a", "b"],
        keywords: ["y"],
        confidence: "high",
        description: "Count  before you ask",
      },
    ]);
  });

  test("its source stays the model of a session until another source has noticed it too", () => {
    const sourceOf = (...sources: string[]) => {
      const { memories } = recollect(sources.map((source) => stored("Count first", { source })));
      return [...memories.values()].map(({ source }) => source);
    };
    expect(sourceOf("session-capture", "session-capture")).toEqual(["session-capture"]);
    expect(sourceOf("session-capture", "review-loop", "session-capture")).toEqual(["review-loop"]);
    expect(sourceOf("manual", "session-capture")).toEqual(["manual"]);
    // as written by earlier versions
    expect(sourceOf("session")).toEqual(["session-capture"]);
    expect(sourceOf("session", "manual", "session")).toEqual(["manual"]);
  });

  test("what was seen elsewhere is taken over with its count and its time, and never added up", () => {
    const seen = { observations: 7, createdAt: "2020-01-01T00:00:00.000Z", updatedAt: "2021-01-01T00:00:00.000Z" };
    const imported = (more: object = seen) => ({ ...stored("A lesson"), seen: { observations: 1, ...more } });
    const known = (...records: MemoryRecord[]) => {
      const [one] = recollect(records).memories.values();
      return { observations: one?.observations, createdAt: one?.createdAt, updatedAt: one?.updatedAt };
    };
    expect(known(imported())).toEqual(seen);
    expect(known(imported(), imported())).toEqual(seen);
    expect(known(imported(), stored("a lesson"))).toEqual({ ...seen, observations: 8, updatedAt: at });
    expect(known(stored("a lesson"), imported())).toEqual({ ...seen, updatedAt: at });
    expect(known(imported({}))).toEqual({ observations: 1, createdAt: at, updatedAt: at });
    expect(known(imported({ createdAt: seen.createdAt })).updatedAt).toBe(seen.createdAt);
    expect(parseRecords(printRecord(imported()))).toMatchObject([{ seen }]);
  });

  test("a key counts once; what is forgotten begins anew", () => {
    const once = stored("A lesson");
    const id = memoryId("a lesson");
    expect(recollect([once, once]).memories.get(id)?.observations).toBe(1);
    const forgotten: MemoryRecord = { type: "forgotten", at, key: "f", id };
    expect(recollect([once, forgotten]).memories.size).toBe(0);
    expect(recollect([once, forgotten, stored("A lesson")]).memories.get(id)?.observations).toBe(1);
  });

  test("what the engine noticed in a feature stays its own, even if others use the same words or refer to the feature", () => {
    const references = ["feature/007-limit"];
    const engine = (description: string, feature: string) =>
      stored(description, { name: "Engine", source: "review-loop", references: [`feature/${feature}`] });
    const known = recollect([
      stored("Planted", { references }),
      stored("Windows have no end", { name: "Approve everything", references }),
      engine("Windows have no end", "007-limit"),
      engine("windows have NO end", "007-limit"),
      engine("Of another feature", "003-export"),
      stored("of another feature", { source: "session", references }),
    ]);
    expect(noticedIn(known, "007-limit")).toMatchObject([
      { name: "Engine", description: "Windows have no end", observations: 2, references },
    ]);
    expect(noticedIn(known, "003-export")).toMatchObject([{ observations: 1, references: ["feature/003-export"] }]);
    expect(known.memories.get(memoryId("windows have no end"))).toMatchObject({ observations: 3 });
  });

  test("torn lines and records of another version are passed over", () => {
    const line = printRecord(stored("A lesson"));
    const text = `${line}${line.slice(0, 40)}\n\n{"type":"dreamt","at":"","key":"x"}\n"text"\n`;
    expect(parseRecords(text)).toHaveLength(1);
  });

  test("rounds with an entry and without, over loops of the same phases", () => {
    const used = (run: string): MemoryRecord => ({
      type: "used",
      at,
      key: `u${run}`,
      id: "m",
      run,
      phase: "specify",
      role: "r",
    });
    const loop = (run: string, rounds: number, phase = "specify"): MemoryRecord => ({
      ...{ type: "reviewed", at, key: `${run}${phase}`, run, phase, rounds },
    });
    const known = recollect([used("1"), used("2"), loop("1", 1), loop("2", 2), loop("3", 4), loop("3", 9, "design")]);
    expect(roundsWith(known, "m")).toEqual({ uses: 2, with: 1.5, without: 4 });
    expect(roundsWith(known, "never")).toEqual({ uses: 0, with: null, without: null });
  });

  test("what is stored must say something, and not everything", () => {
    for (const wrong of [
      { name: " " },
      { description: "" },
      { category: "tips" },
      { confidence: "sure" },
      { name: "x".repeat(121) },
    ]) {
      expect(NewMemorySchema.safeParse({ ...memory("d"), ...wrong }).success).toBe(false);
    }
  });
});

describe("ranking", () => {
  const now = new Date("2026-03-31T10:00:00.000Z");
  const known = recollect([
    stored("Limit logins by address", { confidence: "low" }),
    stored("Limit uploads by size", { confidence: "high" }),
    stored("limit uploads by size"),
  ]);
  const candidates = memoryCandidates(
    "project",
    known,
    new Map([[memoryId("limit uploads by size"), [{ at, run: "1", phase: "p", role: "r" }]]]),
  );
  const hits = (relevance: number) => candidates.map((candidate) => ({ candidate, relevance }));

  test("words decide first; among equals the one seen more often, surer and used", () => {
    expect(rank("limit logins", hits(1), now).map(({ description }) => description)).toEqual([
      "Limit logins by address",
      "Limit uploads by size",
    ]);
    const [first] = rank("limit", hits(1), now);
    expect(first).toMatchObject({ description: "Limit uploads by size", observations: 2, uses: 1, matched: ["limit"] });
    expect(rank("of the", hits(0), now).every(({ score }) => score > 0 && score < 1)).toBe(true);
    expect(rank("x", [], now)).toEqual([]);
  });

  test("entries of the bank keep their id while they are counted up", () => {
    const entry = (count: number) =>
      parseBank({
        category: "heuristics",
        text: `### Look twice\nAlways.\n- Observation count: ${count}\n`,
      })[0] as BankEntry;
    expect(bankId(entry(1))).toBe(bankId(entry(2)));
    const [one] = bankCandidates([entry(3)], new Map());
    expect(one).toMatchObject({ source: "bank", observations: 3, confidence: "medium", uses: 0 });
    expect(rank("look", [{ candidate: one as never, relevance: 2 }], now)[0]?.score).toBeGreaterThan(0.6);
    const twins = bankCandidates([entry(1)], new Map()).flatMap((two) => [
      { ...two, id: "b" },
      { ...two, id: "a" },
    ]);
    expect(
      rank(
        "look",
        twins.map((candidate) => ({ candidate, relevance: 1 })),
        now,
      ).map(({ id }) => id),
    ).toEqual(["a", "b"]);
  });
});
