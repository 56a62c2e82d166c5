import { expect, test } from "vitest";
import type { OverviewRow } from "../../../../app/feature/overview.ts";
import type { LedgerLine } from "../../../../domain/billing/ledger.ts";
import { DEFAULT_CONFIG } from "../../../../domain/config/config.ts";
import { type Gathered, NOTHING } from "../gathered.ts";
import type { RunState } from "../run-state.ts";
import { forecastRows } from "./forecast-rows.ts";
import { moneyView } from "./money-view.ts";

const line = (at: string, role: string, cost: number | null, more: Partial<LedgerLine> = {}): LedgerLine => ({
  ...{ step: `specify/1/1/${role}/${at}`, phase: "specify", role, round: 1, kind: "fresh", reason: "first-round" },
  ...{
    usage: { input: 10, cacheRead: 90, cacheWrite: 0, output: 5, estimated: false },
    promptChars: 1,
    contextChars: 1,
  },
  ...{ milliseconds: 1000, at, feature: "001-a", run: "001-a.specify.1", runtime: "claude", status: "completed", cost },
  ...more,
});
const row = (key: string, group: OverviewRow["group"]) =>
  ({
    key,
    group,
    description: key,
    about: "specify",
    state: group === "finished" ? "completed" : "idle",
    phases: [],
    pendings: [],
    depth: null,
  }) as unknown as OverviewRow;

const LINES = [
  line("2026-03-01T10:00:00.000Z", "spec-author", 1),
  line("2026-03-02T10:00:00.000Z", "spec-reviewer", 0.5),
  line("2026-03-02T11:00:00.000Z", "spec-reviewer", 0.1, { kind: "resume", round: 2 }),
];
const GATHERED: Gathered = {
  ...NOTHING,
  repository: {
    id: "shop",
    name: "shop",
    root: "/shop",
    branch: "main",
    isSetUp: true,
    trust: "nothing",
    problem: null,
  },
  features: [row("001-a", "finished"), row("002-b", "ready")],
  lines: new Map([
    ["001-a", LINES],
    ["002-b", [line("2026-03-03T10:00:00.000Z", "spec-author", null, { feature: "002-b", run: "002-b.specify.1" })]],
  ]),
  runs: new Map([
    [
      "002-b",
      [
        {
          run: "002-b.specify.1",
          runtime: "claude",
          phase: "specify",
          works: [],
          endedAt: null,
        } as unknown as RunState,
      ],
    ],
  ]),
  budgets: new Map([["002-b", 20]]),
};
const money = (since?: string) =>
  moneyView({ repositories: [GATHERED], forecasts: [], since, now: new Date("2026-03-02T12:00:00Z") });

test("sums agree in every grouping; what has no price is counted, not guessed", () => {
  const view = money();
  expect([view.total.cost, view.total.unpriced, view.features, view.today]).toEqual([1.6, 1, 2, 0.6]);
  for (const rows of Object.values(view.by))
    expect(rows.reduce((sum, { cost }) => sum + (cost ?? 0), 0)).toBeCloseTo(1.6);
  expect(view.by.day.map(({ name, cost }) => [name, cost])).toEqual([
    ["2026-03-01", 1],
    ["2026-03-02", 0.6],
    ["2026-03-03", null],
  ]);
  expect(view.curve.at(-1)).toEqual({ day: "2026-03-03", spent: 1.6, fresh: 2 }); // the resume as another fresh one
  expect(view.kinds).toMatchObject([{ phase: "specify", author: 1, reviewer: 0.6, cost: 1.6 }]);
  expect(money("2026-03-02")).toMatchObject({ since: "2026-03-02", total: { cost: 0.6, unpriced: 1 } });
});

test("an open feature is expected to cost what is left of it, as the forecast of the command has it", () => {
  const rows = forecastRows(GATHERED, DEFAULT_CONFIG);
  expect(rows).toMatchObject([{ feature: { key: "002-b" }, budget: 20, basis: "price-table" }]);
  expect(rows[0]?.toCome?.high).toBeGreaterThan(rows[0]?.toCome?.low ?? 0);
  const view = moneyView({ repositories: [GATHERED], forecasts: rows, since: undefined, now: new Date() });
  expect(view.toCome).toEqual(rows[0]?.toCome);
  expect(view.budgetsLeft).toBe(20);
});
