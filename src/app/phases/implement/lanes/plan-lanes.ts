// How many lanes the tasks are worked on in, and whether that is worth anything: what the plan makes wait is done one by one.
import { type PlannedTask, planTasks } from "../../../../domain/tasks/task-plan.ts";
import { turnsOf } from "../../../../domain/tasks/task-turns.ts";
import type { Parts } from "../../../work/state/phase-run.ts";
import type { PlainTask } from "../implement-task.ts";

export interface Lanes {
  readonly plan: readonly PlannedTask[];
  /** Two at least. */
  readonly lanes: number;
}

/** With `auto`. */
const MOST_LANES = 3;

/** Undefined when the tasks are done one by one; if that is not what was asked for, it is told why. */
export async function planLanes(
  phase: Parts<"ports" | "run" | "steps">,
  tasks: readonly PlainTask[],
): Promise<Lanes | undefined> {
  const { config, runtime } = phase.run.head;
  const { parallel } = config.implement;
  const most = parallel === "auto" ? MOST_LANES : parallel;
  if (most === 1 || tasks.length === 1) return undefined;
  const plan = planTasks(tasks);
  const turns = turnsOf(plan, most);
  const lanes = Math.max(...turns.map((turn) => turn.length));
  const isHost = runtime.id === "host";
  await phase.run.step({
    name: phase.steps.next(0, "task-plan"),
    input: turns,
    work: async () => {
      phase.ports.emit({ type: "warned", text: planText(tasks.length, turns.length, lanes, isHost) });
      return null;
    },
  });
  return isHost || lanes === 1 ? undefined : { plan, lanes };
}

function planText(tasks: number, turns: number, lanes: number, isHost: boolean): string {
  if (isHost) return "tasks go one by one: agents of a host share one working tree";
  if (lanes === 1) return "tasks go one by one: each waits for the one before it (iflow tasks --plan says why)";
  const inTurns = turns === 1 ? "in one turn" : `in about ${turns} turns`;
  return `${tasks} tasks, up to ${lanes} at a time, ${inTurns} (iflow tasks --plan shows them)`;
}
