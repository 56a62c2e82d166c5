// A task in a lane: a branch of the run with its own names, its own working tree and its own view of the code. It works when
// the schedule says so, and again, alone, if what it changed got in the way of another task.
import type { LogEntry } from "../../../../domain/tasks/implementation-log.ts";
import type { Run } from "../../../../ports/runs/runs.ts";
import type { Setup } from "../../../review/set-up-phase.ts";
import type { PhaseRun } from "../../../work/state/phase-run.ts";
import type { StepNames } from "../../../work/state/step-names.ts";
import { commitOwed } from "../code/code-world.ts";
import { Implementation } from "../code/implementation.ts";
import { implementTask, type PlainTask } from "../implement-task.ts";
import type { LaneDesk } from "./lane-desk.ts";
import { endWork, openLane, ownSetup } from "./lane-phase.ts";
import type { LaneWork, Report } from "./lane-work.ts";

export interface LaneTask {
  readonly phase: PhaseRun;
  readonly code: Implementation;
  readonly desk: LaneDesk;
  readonly task: PlainTask;
  /** In the task list, from 0. */
  readonly position: number;
}

export async function workInLane(given: LaneTask, run: Run, steps: StepNames): Promise<LogEntry> {
  const { desk, position } = given;
  const setup = ownSetup(given.code);
  let entry: LogEntry | undefined;
  for (;;) {
    const order = await run.meet(desk.nextOrder(position));
    if (order.type === "work") {
      const report = await workThrough({ ...given, setup }, run, steps, order.work);
      entry = report.entry;
      desk.report(position, report);
    } else if (entry) return entry;
  }
}

async function workThrough(
  { phase: trunk, code: all, setup, task, position }: LaneTask & { readonly setup: Setup },
  run: Run,
  steps: StepNames,
  work: LaneWork,
): Promise<Report> {
  const again = work.attempt === 1 ? "" : `-again-${work.attempt}`;
  const branch = `iflow/${run.head.id}/task-${position + 1}${again}`;
  const over = steps.next(0, "over");
  const phase = await openLane({ ...trunk, run, steps }, { ...work, branch, over });
  const { documents, project, roster } = all;
  const code = new Implementation({ setup, documents, project, roster, files: work.files });
  const entry = await implementTask(phase, code, task, work.known);
  for (const job of code.takeOwedCommits()) await commitOwed(phase, job);
  const head = phase.world.expected.head ?? work.head;
  const changed = await endWork(phase, { over, base: work.head, head, branch, what: `task ${task.number}` });
  return { entry, head, branch, base: work.head, changed, code, dispatches: steps.lastDispatch };
}
