// Implements all tasks: one by one, in document order, or several at a time where the plan allows it and the person wants it.
// The log records what was done and why.

import { type LogEntry, printLog } from "../../../domain/tasks/implementation-log.ts";
import { parseTasks } from "../../../domain/tasks/task-list.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import type { Parts, PhaseRun } from "../../work/state/phase-run.ts";
import type { Implementation } from "./code/implementation.ts";
import { writeLog } from "./code/log-file.ts";
import { implementTask, type PlainTask } from "./implement-task.ts";
import { implementInLanes, type TasksDone } from "./lanes/implement-in-lanes.ts";
import { planLanes } from "./lanes/plan-lanes.ts";

export async function implementTasks(phase: PhaseRun, code: Implementation): Promise<TasksDone> {
  const tasks = tasksOf(phase, code);
  const lanes = await planLanes(phase, tasks);
  if (lanes) return implementInLanes(phase, code, { tasks, ...lanes });
  const entries: LogEntry[] = [];
  for (const task of tasks) {
    entries.push(await implementTask(phase, code, task));
    await writeLog(phase, code, printLog(entries), `log-${task.number}`);
  }
  return { entries };
}

/** Without a task list (that phase was left out by choice), the spec is the only task. */
function tasksOf(phase: Parts<"feature">, { documents }: Implementation): readonly PlainTask[] {
  if (documents.tasks.trim() === "") {
    const whole = { number: "1", title: phase.feature.description, body: documents.spec };
    return [{ ...whole, references: [], files: [], fields: [], dependsOn: [], unknownDependencies: [] }];
  }
  const list = parseTasks(documents.tasks);
  if (list.ok) return list.tasks;
  throw new IflowError("blocked", "BLOCKED: Valid tasks.md required before implementation.", {
    detail: `no task was found; looked for ${list.lookedFor.join(" · ")}`,
    fix: "iflow create-tasks --rerun",
  });
}
