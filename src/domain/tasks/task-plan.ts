// Which tasks may be worked on side by side. A task waits only for tasks before it in the document, so whatever the plan
// allows ends like one task after the other: for those it depends on, and for those that change the same file. What a
// task does not declare makes it wait: without `Depends on` for all before it, without `Files` it works alone.
import { checkPath } from "../text/secrets/safe-path.ts";
import { fixedPart } from "./claims.ts";
import { keyOf } from "./task-dependencies.ts";
import type { Task } from "./task-list.ts";

/** What planning needs to know of a task. */
export type PlannableTask = Pick<Task, "number" | "dependsOn" | "unknownDependencies" | "files" | "fields">;

export interface PlannedTask {
  readonly number: string;
  /** Positions of the tasks that must be done before it begins; `all` stands for every one before it. */
  readonly after: "all" | readonly number[];
  /** No later task begins before it is done. */
  readonly alone: boolean;
  /** Why it waits, in a person's words. */
  readonly why: readonly string[];
}

/** In document order. Linear in the number of tasks, dependencies and parts of paths. */
export function planTasks(tasks: readonly PlannableTask[]): PlannedTask[] {
  const positions = positionsOf(tasks);
  const later = laterNeeds(tasks, positions);
  const owners = new Owners();
  let barrier = -1;
  return tasks.map((task, position) => {
    const undeclared = whyAfterAll(task);
    const unowned = whyAlone(task);
    const waits = new Map<number, string>();
    if (barrier >= 0) waits.set(barrier, `${numberAt(tasks, barrier)} works alone`);
    for (const need of task.dependsOn) {
      const at = positions.get(keyOf(need));
      if (at !== undefined && at < position) waits.set(at, `depends on ${numberAt(tasks, at)}`);
    }
    for (const at of later.get(position) ?? []) {
      const inCircle = waits.has(at) ? `depends on ${numberAt(tasks, at)}, which depends on it` : undefined;
      waits.set(at, inCircle ?? `${numberAt(tasks, at)} depends on it and comes first`);
    }
    if (unowned === undefined)
      for (const { at, path } of owners.take(position, task.files))
        if (at !== position && !waits.has(at)) waits.set(at, `${path} is also changed by ${numberAt(tasks, at)}`);

    const alone = unowned !== undefined;
    if (alone) barrier = position;
    const whole = [undeclared, unowned].filter((why) => why !== undefined);
    if (whole.length > 0) return { number: task.number, after: position === 0 ? [] : "all", alone, why: whole };
    return { number: task.number, after: [...waits.keys()].sort((a, b) => a - b), alone, why: [...waits.values()] };
  });
}

/** Of a number that is used twice, the first one counts. */
function positionsOf(tasks: readonly PlannableTask[]): Map<string, number> {
  const positions = new Map<string, number>();
  for (const [position, { number }] of tasks.entries())
    if (!positions.has(keyOf(number))) positions.set(keyOf(number), position);
  return positions;
}

/** A task that depends on a later one keeps its place in the document; the later one waits for it instead. */
function laterNeeds(tasks: readonly PlannableTask[], positions: ReadonlyMap<string, number>): Map<number, number[]> {
  const later = new Map<number, number[]>();
  for (const [position, { dependsOn }] of tasks.entries())
    for (const need of dependsOn) {
      const at = positions.get(keyOf(need)) ?? -1;
      if (at > position) later.set(at, (later.get(at) ?? []).concat(position));
    }
  return later;
}

function whyAfterAll({ fields, unknownDependencies }: PlannableTask): string | undefined {
  if (unknownDependencies.length > 0) return `depends on ${unknownDependencies.join(", ")}, which is no task`;
  return fields.some(({ name }) => name === "dependsOn") ? undefined : "does not say what it depends on";
}

function whyAlone({ files }: PlannableTask): string | undefined {
  if (files.length === 0) return "names no files";
  const outside = files.find((path) => !checkPath(path.replace(/\/$/, "")).ok);
  if (outside !== undefined) return `names ${outside}, which is not a file of the repository`;
  const wide = files.find((path) => fixedPart(path).length === 0);
  return wide === undefined ? undefined : `claims everything (${wide})`;
}

function numberAt(tasks: readonly PlannableTask[], position: number): string {
  return tasks[position]?.number ?? "";
}

/** Who claimed what so far; a folder or a pattern stands for everything below its fixed part. */
class Owners {
  /** The last task that claimed exactly this. */
  readonly #whole = new Map<string, number>();
  /** Those that claimed something below, since the last one that claimed all of it. */
  readonly #below = new Map<string, number[]>();

  /** The tasks before this one that claim the same, something above or something below it. */
  take(position: number, paths: readonly string[]): { readonly at: number; readonly path: string }[] {
    const found = paths.flatMap((path) => this.#ownersOf(path).map((at) => ({ at, path })));
    for (const path of paths) this.#note(position, path);
    return found;
  }

  #ownersOf(path: string): number[] {
    const parts = fixedPart(path);
    const above = parts.map((_, end) => this.#whole.get(parts.slice(0, end + 1).join("/")));
    return [...above.filter((at) => at !== undefined), ...(this.#below.get(parts.join("/")) ?? [])];
  }

  #note(position: number, path: string): void {
    const parts = fixedPart(path);
    const own = parts.join("/");
    this.#whole.set(own, position);
    this.#below.delete(own); // whoever comes later waits for this one, and this one for them
    for (const end of parts.keys()) {
      const folder = parts.slice(0, end).join("/");
      const there = this.#below.get(folder) ?? [];
      there.push(position);
      this.#below.set(folder, there);
    }
  }
}
