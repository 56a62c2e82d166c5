import { expect, test } from "vitest";
import { type BankFile, parseBank } from "./knowledge-bank.ts";
import { type MemoryRecord, memoryId, NewMemorySchema, recollect } from "./memory.ts";
import { createHeirs, pointersOf } from "./taken-over.ts";

const at = "2026-03-01T10:00:00.000Z";
const stored = (name: string, description: string, category = "patterns"): MemoryRecord => ({
  ...{ type: "stored", at, key: description },
  memory: NewMemorySchema.parse({ name, description, reasoning: "r", category }),
});
const pointed = (description: string, name: string): MemoryRecord => ({
  ...{ type: "taken-over", at, key: `p${description}`, id: memoryId(description) },
  entry: { category: "heuristics", name },
});
const file = (...names: string[]): BankFile => ({
  category: "heuristics",
  text: names.map((name) => `### ${name}\nText of ${name}.\n`).join("\n"),
});
const LOG = [
  stored("One", "First words"),
  stored("Two", "text of  B."),
  stored("b", "Of the same name", "heuristics"),
  stored("b", "Of another kind"),
  stored("Lost", "Nobody's"),
  pointed("First words", "A"),
];

test("an entry speaks for a memory by a pointer, by the same words, or by the same kind and name", () => {
  const { memories, takenOver } = recollect(LOG);
  const heirs = (...names: string[]) => {
    const heirOf = createHeirs(parseBank(file(...names)), takenOver);
    return [...memories.values()].map((memory) => heirOf(memory)?.name);
  };
  expect(heirs("A", "B")).toEqual(["A", "B", "B", undefined, undefined]);
  expect(heirs("B")).toEqual([undefined, "B", "B", undefined, undefined]); // its entry is on another branch
  const { takenOver: after } = recollect([
    ...LOG,
    { type: "forgotten", at, key: "f", id: memoryId("first words") },
    stored("One", "first words"),
  ]);
  expect(after.size).toBe(0);
});

test("after a retrospective memories point to their entries, and those of a retired entry are forgotten", () => {
  const known = recollect(LOG);
  const id = memoryId;
  const entry = { name: "C", text: "Text of C.", provenance: "", confidence: "low" } as const;
  const files = { before: [file("A", "B")], after: [file("B", "C")] };
  const category = "heuristics" as const;

  const pointers = pointersOf(
    [
      { type: "added", category, name: "C", entry, from: [id("nobody's")] },
      { type: "confirmed", category, name: "B" },
      { type: "retired", category, name: "A", reason: "old" },
      { type: "kept", category, name: "B" },
    ],
    files,
    known,
  );

  expect(pointers).toEqual([
    { type: "forgotten", id: id("first words") },
    { type: "taken-over", id: id("text of b."), entry: { category, name: "B" } },
    { type: "taken-over", id: id("nobody's"), entry: { category, name: "C" } },
  ]);
  const again = recollect([...LOG, ...pointers.map((one, n) => ({ ...one, at, key: `n${n}` }) as MemoryRecord)]);
  expect(pointersOf([{ type: "confirmed", category, name: "B" }], files, again)).toEqual([]);
});

test("a memory that only has the name of an entry is neither pointed to it nor forgotten with it", () => {
  const known = recollect(LOG);
  const files = { before: [file("B")], after: [file()] };
  const retired = { type: "retired", category: "heuristics", name: "B", reason: "old" } as const;
  expect(pointersOf([retired], files, known)).toEqual([{ type: "forgotten", id: memoryId("text of b.") }]);
});
