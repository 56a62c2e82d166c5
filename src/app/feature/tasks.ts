// The tasks of a feature or of a file, and what each would be given: which sections its references name, and how much
// that is compared with the whole documents. Read-only.
import { parseTasks, type Task } from "../../domain/tasks/task-list.ts";
import { planTasks } from "../../domain/tasks/task-plan.ts";
import { type ScopedReference, scopeTask } from "../../domain/tasks/task-scope.ts";
import { turnsOf } from "../../domain/tasks/task-turns.ts";
import { aboutFeature, IflowError } from "../../domain/text/errors.ts";
import type { WorkingTree } from "../../ports/git/working-tree.ts";
import { type FeaturePorts, resolveFeature } from "./features.ts";
import { readNamed } from "./validate.ts";

export interface TaskRow {
  readonly number: string;
  readonly title: string;
  readonly dependsOn: readonly string[];
  readonly references: readonly ScopedReference[];
  /** Characters of design and plan given to the task, and of both whole documents. */
  readonly contextChars: number;
  readonly fullChars: number;
  readonly warnings: readonly string[];
}

/** Which tasks can be worked on side by side, and what holds the others back. */
export interface PlanRow {
  readonly number: string;
  readonly title: string;
  /** Numbers of the tasks it waits for; `all` for every one before it. */
  readonly after: "all" | readonly string[];
  readonly why: readonly string[];
}

export interface TasksView {
  readonly tasks: readonly TaskRow[];
  readonly plan: readonly PlanRow[];
  /** Numbers of the tasks in each turn, if all take equally long: by how many are worked on side by side at most. */
  readonly turns: Readonly<Record<"2" | "3" | "4", readonly (readonly string[])[]>>;
}

type Read = (file: string) => Promise<string | undefined>;

export async function tasksOfFeature(
  ports: FeaturePorts,
  artifactsRoot: string,
  asked: string | undefined,
): Promise<TasksView> {
  const { feature, meta } = await resolveFeature(ports, artifactsRoot, asked);
  const isOver = meta.status === "completed" || meta.status === "abandoned";
  const { branch } = await ports.repository.where();
  const tip = branch === feature.branch ? undefined : await ports.repository.tip(feature.branch);
  const read: Read = (file) =>
    tip === undefined
      ? ports.tree.read(`${feature.folder}/${file}`)
      : ports.repository.show(tip, `${feature.folder}/${file}`);
  const path = `${feature.folder}/tasks.md`;
  if (isOver && (await read("tasks.md")) === undefined) {
    const message = `there is no file ${path}, and ${feature.key} is ${meta.status}`;
    throw new IflowError("usage", message, { fix: "iflow show", feature: feature.key });
  }
  return list(read, "tasks.md", path).catch((error: unknown) => {
    throw aboutFeature(error, feature.key);
  });
}

/** Looks for design and plan next to the file. */
export function tasksOfFile(files: Pick<WorkingTree, "read">, place: string, name: string): Promise<TasksView> {
  const cut = place.lastIndexOf("/") + 1;
  const beside: Read = (file) => files.read(`${place.slice(0, cut)}${file}`);
  const own = place.slice(cut);
  return list((file) => (file === own ? readNamed(files, name, place) : beside(file)), own, name);
}

async function list(read: Read, file: string, name: string): Promise<TasksView> {
  const text = await read(file);
  if (text === undefined) throw new IflowError("usage", `there is no file ${name}`, { fix: "iflow create-tasks" });
  const parsed = parseTasks(text);
  if (!parsed.ok) {
    throw new IflowError("blocked", `no tasks could be read from ${name}`, {
      detail: `looked for ${parsed.lookedFor.join(" · ")}`,
      fix: "write tasks in one of these forms, or: iflow create-tasks",
    });
  }
  const documents = { design: (await read("design.md")) ?? "", plan: (await read("plan.md")) ?? "" };
  const fullChars = documents.design.length + documents.plan.length;
  const tasks = parsed.tasks.map((task) => {
    const { design, plan, references, warnings } = scopeTask(task, documents);
    const { number, title, dependsOn } = task;
    return { number, title, dependsOn, references, contextChars: design.length + plan.length, fullChars, warnings };
  });
  return { tasks, ...planOf(parsed.tasks) };
}

function planOf(tasks: readonly Task[]): Pick<TasksView, "plan" | "turns"> {
  const planned = planTasks(tasks);
  const numberAt = (position: number) => tasks[position]?.number ?? "";
  const turns = (lanes: number) => turnsOf(planned, lanes).map((turn) => turn.map(numberAt));
  return {
    plan: planned.map(({ number, after, why }, position) => ({
      ...{ number, title: tasks[position]?.title ?? "", why },
      after: after === "all" ? after : after.map(numberAt),
    })),
    turns: { "2": turns(2), "3": turns(3), "4": turns(4) },
  };
}
