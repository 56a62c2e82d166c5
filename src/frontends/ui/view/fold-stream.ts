// One event of the stream into the state of its run. The stream tells every fact once and those of one run in their order, so
// nothing here looks at a clock, and a fact that is told again after a drop changes nothing that counts.
import type { StreamEvent, StreamVerdict } from "../../../domain/stream/stream-event.ts";
import type { RunState, RunStates, VerdictState, WorkState } from "./run-state.ts";

type Of<Type extends StreamEvent["type"]> = Extract<StreamEvent, { type: Type }>;

export function foldEvent(runs: RunStates, event: StreamEvent): void {
  if (event.type === "run-opened") runs[event.run] = opened(event);
  const run = runs[event.run];
  if (!run || event.id === null) return; // news is nothing that stays
  run.lastAt = event.time;
  takeFact(run, event);
}

function takeFact(run: RunState, event: StreamEvent): void {
  switch (event.type) {
    case "run-resumed":
      run.runtime = event.runtime;
      run.pause = null;
      for (const work of run.works) if (work.status === "working") interrupt(work);
      return;
    case "dispatch-started":
      begin(run, blankWork(event, event.time));
      return;
    case "dispatch-ended":
      endDispatch(run, event);
      return;
    case "check-started":
      begin(run, blankCheck(event, event.time));
      return;
    case "check-ran":
      endCheck(run, event);
      return;
    case "commit-made":
      run.commits.push({ sha: event.sha, at: event.time });
      return;
    case "phase-completed":
      run.completed = { at: event.time, sha: event.sha, outcome: event.outcome ?? null, rounds: event.rounds ?? null };
      return;
    case "paused":
      run.pause = {
        ...{ reason: event.reason, text: event.text, detail: event.detail ?? null, fix: event.fix },
        ...{ until: event.until ?? null, hard: event.hard, at: event.time },
      };
      return;
    case "run-ended":
      run.endedAt = event.time;
      run.outcome = event.outcome;
      run.pause = null;
      for (const work of run.works) if (work.status === "working") interrupt(work);
      return;
    default:
      takeQuestion(run, event);
  }
}

function takeQuestion(run: RunState, event: StreamEvent): void {
  if (event.type === "question-asked") {
    run.questions.push({
      ...{ id: event.question, topic: event.topic, text: event.text, detail: event.detail ?? null },
      ...{ options: event.options, freeText: event.freeText, default: event.default ?? null, askedAt: event.time },
      ...{ answeredAt: null, answer: null, yolo: false, isWithdrawn: false },
    });
    return;
  }
  if (event.type !== "question-answered" && event.type !== "question-withdrawn") return;
  const question = run.questions.find(({ id, answeredAt }) => id === event.question && answeredAt === null);
  if (!question) return;
  question.answeredAt = event.time;
  if (event.type === "question-withdrawn") question.isWithdrawn = true;
  else [question.answer, question.yolo] = [event.answer, event.yolo];
}

function opened({ run, feature, phase, time, runtime, yolo, idea }: Of<"run-opened">): RunState {
  return {
    ...{ run, feature, phase, idea: idea ?? null, begunAt: time, runtime, yolo, endedAt: null, outcome: null },
    ...{ lastAt: time, works: [], questions: [], pause: null, completed: null, commits: [] },
  };
}

/** One that was interrupted is asked again under the same name. */
function begin(run: RunState, work: WorkState): void {
  const before = run.works.findIndex(({ step, status }) => step === work.step && status !== "completed");
  if (before === -1) run.works.push(work);
  else run.works[before] = work;
}

function interrupt(work: WorkState): void {
  work.status = "interrupted";
  work.end = work.begin;
}

function blankWork(event: Of<"dispatch-started"> | Of<"dispatch-ended">, begin: string): WorkState {
  return {
    ...{ step: event.step, lane: event.lane, role: event.role, round: event.round, kind: event.kind },
    ...{ activity: event.activity ?? null, about: event.about ?? null, runtime: event.runtime ?? null },
    ...{ begin, end: null, status: "working", verdict: null, cost: null, error: null },
  };
}

function blankCheck({ step, lane, name }: Of<"check-started"> | Of<"check-ran">, begin: string): WorkState {
  const round = Number(step.split("/")[2]) || 0;
  return {
    ...{ step, lane, role: lane, round, kind: "check", activity: null, about: name, runtime: null },
    ...{ begin, end: null, status: "working", verdict: null, cost: null, error: null },
  };
}

/** One that a host reported has no beginning on record. */
function endDispatch(run: RunState, event: Of<"dispatch-ended">): void {
  const began = new Date(Date.parse(event.time) - (event.milliseconds ?? 0)).toISOString();
  const found = run.works.findLast(({ step }) => step === event.step);
  const work = found ?? blankWork(event, began);
  if (!found) run.works.push(work);
  work.end = event.time;
  work.status = event.status;
  work.cost = event.cost ?? null;
  work.error = event.error ?? null;
  work.verdict = event.verdict ? verdictOf(event.verdict) : null;
}

function endCheck(run: RunState, event: Of<"check-ran">): void {
  const began = new Date(Date.parse(event.time) - event.milliseconds).toISOString();
  const found = run.works.findLast(({ step }) => step === event.step);
  const work = found ?? blankCheck(event, began);
  if (!found) run.works.push(work);
  work.end = event.time;
  work.status = "completed";
  work.error = event.failure?.name ?? null;
  const counts = { blockers: 0, warnings: 0, suggestions: 0, resolved: 0, open: { blockers: 0, warnings: 0 } };
  work.verdict = { passed: event.passed, isReadable: true, ...counts };
}

function verdictOf({ passed, problem, issues, resolved, open }: StreamVerdict): VerdictState {
  const count = (severity: string) => issues.filter((issue) => issue.severity === severity).length;
  const [blockers, warnings] = [count("blocker"), count("warning")];
  return {
    ...{ passed, isReadable: problem === undefined, resolved },
    ...{ blockers, warnings, suggestions: count("suggestion"), open: open ?? { blockers, warnings } },
  };
}
