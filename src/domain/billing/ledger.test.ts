import { expect, test } from "vitest";
import { type LedgerLine, ledgerKey, ledgerLine, parseLedger, printLedger } from "./ledger.ts";
import type { Outcome } from "./outcome.ts";
import { NO_USAGE } from "./usage.ts";

const OUTCOME: Outcome = {
  step: "specify/1/2/spec-reviewer/1",
  prompt: "sha256-abc",
  phase: "specify",
  role: "spec-reviewer",
  round: 2,
  kind: "resume",
  reason: "delta",
  status: "completed",
  reply: "a long reply",
  sessionLost: false,
  session: "agent-1",
  reads: ["prd.md"],
  refused: [],
  wrote: [],
  changed: [],
  meddled: [],
  world: { branch: "main", head: null, blob: null, meta: null },
  usage: { ...NO_USAGE, input: 12, output: 3 },
  cost: 0.01,
  promptChars: 400,
  contextChars: 20_000,
  milliseconds: 1_200,
  at: "2026-03-01T09:00:00.000Z",
};
const RUN = { id: "run-1", feature: "007-limit", runtime: "claude" };
const LINE: LedgerLine = ledgerLine(RUN, OUTCOME);

test("a line names the runtime of its role, which may be another than that of its run", () => {
  expect(ledgerLine(RUN, { ...OUTCOME, runtime: "anthropic" }).runtime).toBe("anthropic");
});

test("a line keeps what a dispatch used and cost, and neither prompt nor reply", () => {
  expect(LINE).toEqual({
    feature: "007-limit",
    run: "run-1",
    runtime: "claude",
    step: "specify/1/2/spec-reviewer/1",
    phase: "specify",
    role: "spec-reviewer",
    round: 2,
    kind: "resume",
    reason: "delta",
    status: "completed",
    usage: { ...NO_USAGE, input: 12, output: 3 },
    cost: 0.01,
    promptChars: 400,
    contextChars: 20_000,
    milliseconds: 1_200,
    at: "2026-03-01T09:00:00.000Z",
  });
});

test("what was paid again, and what it would have cost alone, is kept where it is known", () => {
  const line = ledgerLine(RUN, { ...OUTCOME, estimate: 0.02, paidAgain: 40, unsharedCost: 0.07 });

  expect(line).toEqual({ ...LINE, estimate: 0.02, paidAgain: 40, unsharedCost: 0.07 });
  expect(parseLedger(printLedger([line, LINE]))).toHaveLength(1); // one dispatch, recorded twice
  expect(parseLedger(printLedger([line]))).toEqual([line]);
});

test("a dispatch of a model without a price has no cost, which is not the same as nothing", () => {
  const { cost: _, ...unpriced } = OUTCOME;

  expect(ledgerLine(RUN, unpriced).cost).toBeNull();
  expect(ledgerLine(RUN, { ...OUTCOME, cost: 0 }).cost).toBe(0);
});

test("what is printed is read back, one line per dispatch", () => {
  const lines = [LINE, { ...LINE, step: "design/1/1/design-author/1", cost: null }];

  expect(printLedger(lines).split("\n")).toHaveLength(3);
  expect(parseLedger(printLedger(lines))).toEqual(lines);
  expect(parseLedger("")).toEqual([]);
});

test("a dispatch that stands twice counts once; a number that was given to another run does not hide one", () => {
  const again = { ...LINE, at: "2026-04-01T09:00:00.000Z" };

  expect(parseLedger(printLedger([LINE, LINE, again]))).toEqual([LINE, again]);
  expect(ledgerKey(LINE)).not.toBe(ledgerKey(again));
});

test("a torn line is passed over, and so are words of a later version", () => {
  const text = printLedger([LINE]);

  expect(parseLedger(`${text.slice(0, 40)}\n{"feature": "x"}\n${text}`)).toEqual([LINE]);
  expect(parseLedger(JSON.stringify({ ...LINE, later: 1 }))).toEqual([LINE]);
});

test("a line keeps what bills and statistics need, and no text of anybody", () => {
  const known = { ...OUTCOME, cost: 0.5, estimate: 0.4, readsConfirmed: false };
  const line = ledgerLine({ ...RUN, prd: "docs/brainstorms/a.prd.md" }, known);

  expect(line).toMatchObject({ cost: 0.5, estimate: 0.4, readsConfirmed: false, prd: "docs/brainstorms/a.prd.md" });
  expect(JSON.stringify(line)).not.toContain("a long reply");
  expect(ledgerLine(RUN, OUTCOME)).not.toHaveProperty("estimate");
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
