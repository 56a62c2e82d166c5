// Tasks side by side, each in a work tree of its own: the schedule begins and joins them, every task is a branch of the run.
// The feature's branch grows by one commit a task, in a line, as if they had been done one after the other. Who is blind to
// their code works beside them.

import type { RunHead } from "../../../../domain/run/run.ts";
import type { LogEntry } from "../../../../domain/tasks/implementation-log.ts";
import { listNames } from "../../../../domain/text/list-names.ts";
import type { Run } from "../../../../ports/runs/runs.ts";
import { endLanes } from "../../../trees/lane-tree.ts";
import type { PhaseRun } from "../../../work/state/phase-run.ts";
import type { StepNames } from "../../../work/state/step-names.ts";
import type { Implementation } from "../code/implementation.ts";
import type { PlainTask } from "../implement-task.ts";
import type { AskedOutlines } from "../tests/test-outlines.ts";
import { carryOut, type JoinedBranches } from "./carry-out.ts";
import { LaneDesk } from "./lane-desk.ts";
import { outlineInLane, outlinePlace } from "./outline-in-lane.ts";
import type { Lanes } from "./plan-lanes.ts";
import { workInLane } from "./work-in-lane.ts";

interface Planned extends Lanes {
  readonly tasks: readonly PlainTask[];
}

export interface TasksDone {
  readonly entries: readonly LogEntry[];
  /** Asked for at the same time; otherwise that comes later. */
  readonly outlines?: AskedOutlines | undefined;
}

export async function implementInLanes(
  phase: PhaseRun,
  code: Implementation,
  { tasks, plan, lanes }: Planned,
): Promise<TasksDone> {
  const desk = new LaneDesk();
  const isOutlined = asksForOutlines(phase.run.head);
  const numbers = { first: phase.steps.lastDispatch + 1, stride: tasks.length + (isOutlined ? 1 : 0) };
  const schedule = branchOf(phase, "schedule", numbers);
  const parts = tasks.map((task, position) => ({
    ...branchOf(phase, `implementer-${task.number}`, { ...numbers, first: numbers.first + position }),
    ...{ task, position },
  }));
  const authors = isOutlined
    ? [branchOf(phase, "test-deepener-a", { ...numbers, first: numbers.first + tasks.length })]
    : [];
  const place = outlinePlace(phase, lanes + 1);
  let joined: JoinedBranches = new Map();
  let outlines: AskedOutlines | undefined;
  const [, ...entries] = await phase.run.branches<LogEntry | undefined>([
    {
      name: schedule.name,
      program: async (run) => {
        joined = await carryOut(inBranch(phase, run, schedule.steps), { tasks, plan, lanes, code, desk });
        return undefined;
      },
    },
    ...parts.map(({ name, steps, task, position }) => ({
      name,
      program: (run: Run) => workInLane({ phase, code, desk, task, position }, run, steps),
    })),
    ...authors.map(({ name, steps }) => ({
      name,
      program: async (run: Run) => {
        outlines = await outlineInLane(inBranch(phase, run, steps), code, place);
        return undefined;
      },
    })),
  ]);
  phase.steps.skipDispatches(Math.max(...[...parts, ...authors].map(({ steps }) => steps.lastDispatch)));
  await endTrees(phase, new Map([...joined, [place.branch, place.head]]));
  return { entries: entries.flatMap((entry) => entry ?? []), outlines };
}

/** At light depth nobody writes any; a run of an earlier build asks for them after the tasks. */
function asksForOutlines({ flags, sideBySide }: RunHead): boolean {
  return flags.depth !== "light" && sideBySide === true;
}

function branchOf({ steps }: PhaseRun, segment: string, numbers: { first: number; stride: number }) {
  const name = steps.next(0, segment);
  return { name, steps: steps.branch(name, numbers) };
}

function inBranch(phase: PhaseRun, run: Run, steps: StepNames): PhaseRun {
  return { ...phase, run, steps };
}

/** The work trees go, and the branches whose work is joined; what a task left out stays on its branch. */
async function endTrees(phase: PhaseRun, joined: JoinedBranches): Promise<void> {
  await phase.run.step({
    name: phase.steps.next(0, "lanes-left"),
    input: null,
    work: async () => {
      const { emit, repository } = phase.ports;
      for (const { path, unsaved, why } of await endLanes(phase.ports, phase.feature.key))
        if (why !== undefined) emit({ type: "warned", text: `work tree ${path} stays: ${why}${filesText(unsaved)}` });
      for (const [branch, head] of joined) await repository.releaseBranch(branch, head);
      return null;
    },
  });
}

function filesText(files: readonly string[]): string {
  return files.length === 0 ? "" : `: ${listNames(files)}`;
}
