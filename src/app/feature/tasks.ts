// The tasks of a feature or of a file, and what each would be given: which sections its references name, and how much
// that is compared with the whole documents. Read-only.
import { parseTasks } from "../../domain/tasks/task-list.ts";
import { type ScopedReference, scopeTask } from "../../domain/tasks/task-scope.ts";
import { aboutFeature, IflowError } from "../../domain/text/errors.ts";
import type { Ports } from "../../ports/ports.ts";
import type { WorkingTree } from "../../ports/working-tree.ts";
import { resolveFeature } from "./features.ts";
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

type Read = (file: string) => Promise<string | undefined>;

export async function tasksOfFeature(
  ports: Pick<Ports, "repository" | "tree" | "runs">,
  artifactsRoot: string,
  asked: string | undefined,
): Promise<TaskRow[]> {
  const { feature } = await resolveFeature(ports, artifactsRoot, asked);
  const { branch } = await ports.repository.where();
  const tip = branch === feature.branch ? undefined : await ports.repository.tip(feature.branch);
  const read: Read = (file) =>
    tip === undefined
      ? ports.tree.read(`${feature.folder}/${file}`)
      : ports.repository.show(tip, `${feature.folder}/${file}`);
  return list(read, "tasks.md", `${feature.folder}/tasks.md`).catch((error: unknown) => {
    throw aboutFeature(error, feature.key);
  });
}

/** Looks for design and plan next to the file. */
export function tasksOfFile(files: Pick<WorkingTree, "read">, place: string, name: string): Promise<TaskRow[]> {
  const cut = place.lastIndexOf("/") + 1;
  const beside: Read = (file) => files.read(`${place.slice(0, cut)}${file}`);
  const own = place.slice(cut);
  return list((file) => (file === own ? readNamed(files, name, place) : beside(file)), own, name);
}

async function list(read: Read, file: string, name: string): Promise<TaskRow[]> {
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
  return parsed.tasks.map((task) => {
    const { design, plan, references, warnings } = scopeTask(task, documents);
    const { number, title, dependsOn } = task;
    return { number, title, dependsOn, references, contextChars: design.length + plan.length, fullChars, warnings };
  });
}
