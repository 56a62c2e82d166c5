import { expect, test } from "vitest";
import { overviewOf } from "./overview.ts";
import type { FeatureStatus } from "./status.ts";

const PLACE = { repository: "shop", root: "/home/ann/shop", branch: "main", isSetUp: true, testsWait: false };
const NOW = new Date("2026-03-01T10:06:30.000Z");

function feature(key: string, more: Partial<FeatureStatus> = {}): FeatureStatus {
  return {
    ...{ key, description: key, branch: `feature/${key}`, tree: null, current: false, phase: "specify", state: "idle" },
    ...{ phases: [], depth: null, what: "specify approved", next: "iflow design", pendings: [], run: null },
    ...{ lastActivity: null, project: null, tests: null, ...more },
  };
}

const rowOf = (...features: FeatureStatus[]) => {
  const [row] = overviewOf(PLACE, features, NOW).features;
  return [row?.group, row?.about, row?.command];
};

const question = { type: "question", name: "q", topic: "t", id: "007.2", text: "Go on?\nMore.", options: [] } as const;
const pause = { type: "pause", name: "p", reason: "not-approved", text: "The spec is not approved", fix: "x" } as const;

test("each state is one group, a few words and one command", () => {
  const key = "007-rate-limit";
  expect(rowOf(feature(key))).toEqual(["ready", "specify approved", "iflow continue 7"]);
  expect(rowOf(feature(key, { state: "planned", phase: null, what: "planned" }))).toEqual([
    ...["ready", "planned", "iflow continue 7"],
  ]);
  expect(rowOf(feature(key, { state: "waiting", pendings: [question] }))).toEqual([
    ...["waiting", "specify: Go on?", "iflow answer 7"],
  ]);
  expect(rowOf(feature(key, { state: "stopped", pendings: [pause] }))).toEqual([
    ...["waiting", "The spec is not approved", "iflow continue 7"],
  ]);
  expect(rowOf(feature(key, { state: "interrupted", what: "interrupted" }))).toEqual([
    ...["waiting", "specify: interrupted", "iflow continue 7"],
  ]);
  expect(rowOf(feature(key, { state: "waiting", what: "waits", next: "/iflow:continue" }))[2]).toBe("/iflow:continue");
  expect(rowOf(feature(key, { state: "damaged", phase: null, what: "broken", next: "git restore x" }))).toEqual([
    ...["waiting", "broken", "git restore x"],
  ]);
  expect(rowOf(feature(key, { state: "branch-only", phase: null, what: "a branch", next: null }))).toEqual([
    ...["ready", "a branch", null],
  ]);
  expect(rowOf(feature(key, { state: "completed", next: null }))[0]).toBe("finished");
});

test("a run says its task and for how long", () => {
  const run = { id: "r", createdAt: "2026-03-01T10:00:00.000Z", steps: 4, inFlight: "implement/1/0/implementer-2.1/1" };
  const running = { phase: "implement", state: "running", next: null } as const;
  expect(rowOf(feature("007-a", { ...running, run }))).toEqual(["running", "implement, task 2.1, 6 min", null]);
  expect(rowOf(feature("007-a", { ...running, run: { ...run, createdAt: "x", inFlight: null } }))[1]).toBe("implement");
});

test("a number is a name only while it is one feature's; a brainstorm has its own", () => {
  expect(rowOf(feature("007-a"), feature("007-b"))[2]).toBe("iflow continue 007-a");
  expect(rowOf(feature("007-a"), feature("070-b"))[2]).toBe("iflow continue 7");
  expect(rowOf(feature("b3", { phase: "brainstorm" }))[2]).toBe("iflow continue b3");
});

test("counts what there is", () => {
  const all = [feature("001-a"), feature("002-b", { state: "completed" }), feature("003-c", { state: "abandoned" })];
  expect(overviewOf(PLACE, all, NOW).counts).toEqual({ waiting: 0, running: 0, ready: 1, finished: 2 });
});
