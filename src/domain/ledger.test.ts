import { expect, test } from "vitest";
import { ledgerLine, parseLedger, printLedger } from "./ledger.ts";
import type { Outcome } from "./outcome.ts";
import { NO_USAGE } from "./usage.ts";

const RUN = { id: "001-a.specify.1", feature: "001-a", runtime: "claude" };
const OUTCOME: Outcome = {
  ...{ step: "specify/1/1/spec-reviewer/1", prompt: "hash", phase: "specify", role: "spec-reviewer", round: 1 },
  ...{ kind: "fresh", reason: "first-round", status: "completed", reply: "secret", sessionLost: false, session: null },
  ...{ reads: [], refused: [], wrote: [], changed: [], usage: NO_USAGE, promptChars: 1, contextChars: 2 },
  ...{ world: { branch: null, head: null, blob: null, meta: null }, milliseconds: 3, at: "2026-03-01T09:00:00.000Z" },
};

test("a line keeps what bills and statistics need, and no text of anybody", () => {
  const known = { ...OUTCOME, cost: 0.5, estimate: 0.4, readsConfirmed: false };
  const line = ledgerLine({ ...RUN, prd: "docs/brainstorms/a.prd.md" }, known);

  expect(line).toMatchObject({ cost: 0.5, estimate: 0.4, readsConfirmed: false, prd: "docs/brainstorms/a.prd.md" });
  expect(JSON.stringify(line)).not.toContain("secret");
  expect(ledgerLine(RUN, OUTCOME)).not.toHaveProperty("estimate");
  expect(ledgerLine(RUN, OUTCOME)).toMatchObject({ cost: null, feature: "001-a" });
});

test("lines of versions before and after this one are read, torn and repeated ones are not", () => {
  const line = ledgerLine(RUN, OUTCOME);
  const { usage, ...older } = line;
  const text = [
    printLedger([line, { ...line, cost: 9 }]).trimEnd(),
    JSON.stringify({ ...older, step: "2", usage: { input: 1, output: 2 } }),
    JSON.stringify({ ...line, step: "3", colour: "blue", usage: { ...usage, cacheWrite: 5, cacheWrite1h: 5 } }),
    '{"feature": "001',
  ].join("\n");

  const read = parseLedger(text);

  expect(read.map(({ step }) => step)).toEqual([OUTCOME.step, "2", "3"]);
  expect(read.map(({ usage: { cacheWrite1h } }) => cacheWrite1h)).toEqual([undefined, undefined, 5]);
});
