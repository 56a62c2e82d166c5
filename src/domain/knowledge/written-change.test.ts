import { expect, test } from "vitest";
import type { BankFile } from "./knowledge-bank.ts";
import { applyBankChanges, type BankChange } from "./retro-bank.ts";
import { isWritten } from "./written-change.ts";

const FILE: BankFile = {
  category: "heuristics",
  text: "### A\nText.\n- Source: Feature #001\n- Last observed: Feature #001\n- Observation count: 1\n",
};
const FEATURES = Array.from({ length: 20 }, (_, index) => index + 1);
const of = { category: "heuristics", name: "A" } as const;

test.each<BankChange>([
  { ...of, name: "B", type: "added", entry: { name: "B", text: "Other.", provenance: "", confidence: "low" } },
  { ...of, type: "confirmed" },
  { ...of, type: "challenged", reason: "no" },
  { ...of, type: "kept" },
  { ...of, type: "updated", text: "New\ntext." },
  { ...of, type: "retired", reason: "old" },
  { ...of, type: "stale", newer: 19 },
])("a change is written when the entry shows it: $type", (change) => {
  expect(isWritten([FILE], change, 20)).toBe(false);
  expect(isWritten(applyBankChanges([FILE], [change], 20, FEATURES), change, 20)).toBe(true);
  const none = [{ ...FILE, text: "" }];
  expect(isWritten(none, change, 20)).toBe(change.type === "retired");
});
