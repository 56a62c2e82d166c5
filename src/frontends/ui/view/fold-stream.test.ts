import { expect, test } from "vitest";
import type { StreamEvent } from "../../../domain/stream/stream-event.ts";
import { foldEvent } from "./fold-stream.ts";
import { cutOff } from "./gathered.ts";
import type { RunStates } from "./run-state.ts";

const stamp = (second: number, id = `007-a.specify.1@${second}`) => ({
  ...{ v: 1 as const, id, time: new Date(Date.UTC(2026, 2, 1, 10, 0, second)).toISOString() },
  ...{ run: "007-a.specify.1", feature: "007-a", phase: "specify" },
});
const work = (lane: string, round: number, kind = "fresh") => ({
  ...{ step: `specify/1/${round}/${lane}/1`, lane, role: lane, round, kind },
});
const verdict = (passed: boolean, blockers = 0) => ({
  ...{ passed, resolved: passed ? 1 : 0 },
  issues: Array.from({ length: blockers }, () => ({ severity: "blocker" as const, description: "no number" })),
});

/** A refused and a resumed round, a kill, a question, an end. */
const EVENTS: readonly StreamEvent[] = [
  { ...stamp(0), type: "run-opened", runtime: "scripted", yolo: false },
  { ...stamp(1), type: "dispatch-started", ...work("spec-author", 0) },
  { ...stamp(2), type: "dispatch-ended", ...work("spec-author", 0), status: "completed", cost: 0.1 },
  { ...stamp(3), type: "commit-made", sha: "a".repeat(40) },
  { ...stamp(4), type: "dispatch-started", ...work("spec-reviewer", 1) },
  { ...stamp(5), type: "dispatch-ended", ...work("spec-reviewer", 1), status: "completed", verdict: verdict(false, 2) },
  { ...stamp(6), type: "dispatch-started", ...work("spec-reviewer", 2, "resume") },
  { ...stamp(7), type: "run-resumed", runtime: "scripted", after: "interruption" },
  { ...stamp(8), type: "dispatch-started", ...work("spec-reviewer", 2, "resume") },
  { ...stamp(9), type: "check-started", step: "specify/1/2/check-test/1", lane: "check", name: "test" },
  {
    ...stamp(10),
    type: "check-ran",
    step: "specify/1/2/check-test/1",
    lane: "check",
    name: "test",
    passed: false,
    end: "exit code 1",
    milliseconds: 500,
    failure: { name: "adds" },
  },
  {
    ...stamp(11),
    type: "dispatch-ended",
    ...work("spec-reviewer", 2, "resume"),
    status: "completed",
    verdict: verdict(true),
  },
  { ...stamp(12), type: "phase-completed", sha: "b".repeat(40), outcome: "approved", rounds: 2, notes: 0 },
  {
    ...stamp(13),
    type: "question-asked",
    question: "007.1",
    topic: "closing",
    text: "What next?",
    options: [],
    freeText: false,
  },
  {
    ...stamp(14),
    type: "question-answered",
    question: "007.1",
    topic: "closing",
    text: "What next?",
    answer: "continue",
    yolo: false,
  },
  { ...stamp(15), type: "run-ended", outcome: "continue", milliseconds: 15_000 },
];

const folded = (events: readonly StreamEvent[], from: RunStates = {}) => {
  const runs = structuredClone(from);
  for (const event of events) foldEvent(runs, event);
  return runs;
};

test("UI-1: from every offset on, with the state as it was there, the rest leads to the same state", () => {
  const whole = folded(EVENTS);
  for (let at = 0; at <= EVENTS.length; at++) {
    const then = JSON.parse(JSON.stringify(folded(EVENTS.slice(0, at)))) as RunStates;
    expect(folded(EVENTS.slice(at), then)).toEqual(whole);
  }
});

test("what was done, asked and decided is in the state of the run", () => {
  const run = folded(EVENTS)["007-a.specify.1"];
  expect(run).toMatchObject({
    ...{ endedAt: EVENTS[15]?.time, outcome: "continue", pause: null, lastAt: EVENTS[15]?.time },
    completed: { outcome: "approved", rounds: 2 },
    commits: [{ sha: "a".repeat(40) }],
    questions: [{ id: "007.1", answer: "continue", answeredAt: EVENTS[14]?.time }],
  });
  expect(
    run?.works.map(({ lane, round, kind, status, verdict: said }) => [lane, round, kind, status, said?.passed]),
  ).toEqual([
    ["spec-author", 0, "fresh", "completed", undefined],
    ["spec-reviewer", 1, "fresh", "completed", false],
    ["spec-reviewer", 2, "resume", "completed", true],
    ["check", 2, "check", "completed", false],
  ]);
});

test("a work that was cut off shows no time, and is shown once when it is asked again", () => {
  const cut = folded(EVENTS.slice(0, 8))["007-a.specify.1"]?.works.at(-1);
  expect(cut).toMatchObject({ status: "interrupted", begin: EVENTS[6]?.time, end: EVENTS[6]?.time });
  const again = folded(EVENTS.slice(0, 9))["007-a.specify.1"]?.works.filter(({ round }) => round === 2);
  expect(again).toMatchObject([{ status: "working", begin: EVENTS[8]?.time, end: null }]);
});

test("a pause stands until the run continues; news changes nothing", () => {
  const pause: StreamEvent = {
    ...stamp(6),
    type: "paused",
    reason: "agent-unavailable",
    text: "a limit",
    fix: "wait",
    hard: false,
  };
  const paused = folded([...EVENTS.slice(0, 6), pause]);
  expect(paused["007-a.specify.1"]?.pause).toMatchObject({ reason: "agent-unavailable", at: pause.time });
  const left: StreamEvent = { ...stamp(7), id: null, type: "run-left", steps: [] };
  expect(folded([left], paused)).toEqual(paused);
  expect(folded(EVENTS.slice(7, 8), paused)["007-a.specify.1"]?.pause).toBeNull();
});

test("nothing works in a run whose process is gone: what worked ended when it was last heard of", () => {
  const runs: RunStates = {};
  for (const event of EVENTS.slice(0, 5)) foldEvent(runs, event);
  const [run] = Object.values(runs);
  expect(run?.works.at(-1)).toMatchObject({ status: "working", end: null });
  expect(run && cutOff(run).works.at(-1)).toMatchObject({ status: "interrupted", end: run?.lastAt });
});
