import { expect, test } from "vitest";
import { costReport } from "./cost-report.ts";
import { hostTurnLines } from "./host-turns.ts";
import { NO_USAGE } from "./usage.ts";

const RUN = "001-login-limit.create-plan.2";
const request = (id: string, more: object = {}) => ({
  ...{ id, run: RUN, model: "claude-opus-5-5", usage: { ...NO_USAGE, input: 1000, output: 10 } },
  ...{ at: `2026-01-01T00:00:0${id}.000Z`, ...more },
});

test("a request counts once, also in the copy that a forked session has of it", () => {
  const lines = hostTurnLines(
    [
      { session: "one", requests: [request("2"), request("1")] },
      { session: "two", requests: [request("2"), request("3")] },
    ],
    {},
  );
  expect(lines).toMatchObject([
    { feature: "001-login-limit", phase: "create-plan", run: RUN, usage: { input: 2000 }, at: request("1").at },
    { usage: { input: 1000 }, at: request("3").at },
  ]);
  expect(lines[0]?.cost).toBeGreaterThan(0);
});

test("a model without a price has no cost unless the person names one, and a run of another form is left out", () => {
  const requests = [request("1", { model: "nobody-knows" }), request("2", { run: "what" })];
  expect(hostTurnLines([{ session: "one", requests }], {})).toMatchObject([{ cost: null }]);
  const own = { "nobody-knows": { input: 1, output: 100 } };
  expect(hostTurnLines([{ session: "one", requests }], own)).toMatchObject([{ cost: 0.002 }]);
});

test("the bill has them in a row of their own, at its end, and nobody was asked", () => {
  const [host] = hostTurnLines([{ session: "one", requests: [request("1")] }], {});
  if (!host) throw new Error("no line");
  const asked = { ...host, role: "spec-author", kind: "fresh", step: "s", phase: "specify" };
  const { rows, total } = costReport([host, asked], "role");
  expect(rows.map(({ name, dispatches }) => [name, dispatches])).toEqual([
    ["spec-author", 1],
    ["host's own turns", 0],
  ]);
  expect(total).toMatchObject({ dispatches: 1, cost: 2 * (host.cost ?? 0), freshCost: 2 * (host.cost ?? 0) });
});
