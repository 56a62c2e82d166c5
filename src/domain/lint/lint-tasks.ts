// What can be wrong within a task list: numbers used twice, dependencies that lead nowhere or form a cycle, tasks that
// never say when they are done.
import { keyOf } from "../tasks/task-dependencies.ts";
import type { FieldName } from "../tasks/task-fields.ts";
import type { Task } from "../tasks/task-list.ts";
import type { LintProblem } from "./lint-problem.ts";

export function lintTasks(tasks: readonly Task[]): LintProblem[] {
  return [...duplicates(tasks), ...unknownDependencies(tasks), ...cycles(tasks), ...withoutDone(tasks)];
}

function duplicates(tasks: readonly Task[]): LintProblem[] {
  const first = new Map<string, Task>();
  return tasks.flatMap((task) => {
    const earlier = first.get(keyOf(task.number));
    if (!earlier) first.set(keyOf(task.number), task);
    if (!earlier) return [];
    const message = `task ${nameOf(task)} has the same number as ${nameOf(earlier)} on line ${earlier.line}`;
    return [{ code: "task-duplicate", line: task.line, message, fix: "give one of the two another number" }];
  });
}

function unknownDependencies(tasks: readonly Task[]): LintProblem[] {
  return tasks.flatMap((task) =>
    task.unknownDependencies.map((id) => ({
      code: "dependency-unknown",
      line: lineOf(task, "dependsOn"),
      message: `task ${task.number} depends on ${id}, but no task has that number`,
      fix: "name an existing task, or write None",
    })),
  );
}

function cycles(tasks: readonly Task[]): LintProblem[] {
  const byKey = new Map<string, Task>();
  for (const task of tasks) if (!byKey.has(keyOf(task.number))) byKey.set(keyOf(task.number), task);
  const needsOf = (task: Task) => task.dependsOn.flatMap((number) => byKey.get(keyOf(number)) ?? []);
  return findCycles([...byKey.values()], needsOf).map(([first, ...others]) => {
    const names = [first, ...others, first].map(({ number }) => number).join(" → ");
    const message =
      others.length === 0 ? `task ${first.number} waits for itself` : `tasks wait for each other: ${names}`;
    const fix = "remove one of these dependencies; tasks are carried out in order";
    return { code: "dependency-cycle", line: lineOf(first, "dependsOn"), message, fix };
  });
}

/** Disjoint cycles, each starting at its first task in list order and following the dependencies. */
function findCycles(tasks: readonly Task[], needsOf: (task: Task) => Task[]): [Task, ...Task[]][] {
  const found: [Task, ...Task[]][] = [];
  const settled = new Set<Task>();
  for (const start of tasks) {
    const path: { task: Task; rest: Task[] }[] = [];
    const onPath = new Set<Task>();
    const enter = (task: Task) => {
      onPath.add(task);
      path.push({ task, rest: needsOf(task) });
    };
    if (!settled.has(start)) enter(start);
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const next = top.rest.shift();
      if (next === undefined) {
        settled.add(top.task);
        onPath.delete(top.task);
        path.pop();
      } else if (onPath.has(next)) {
        const waiting = path.map(({ task }) => task);
        found.push([next, ...waiting.slice(waiting.indexOf(next) + 1)]);
      } else if (!settled.has(next)) enter(next);
    }
  }
  return found;
}

function withoutDone(tasks: readonly Task[]): LintProblem[] {
  return tasks
    .filter((task) => task.done.length === 0 && task.test === undefined && !isCheck(task))
    .map((task) => ({
      code: "task-done-missing",
      line: task.line,
      message: `task ${nameOf(task)} does not say when it is done`,
      fix: "add **Done when:** with a condition that is clearly met or not met",
    }));
}

function nameOf({ number, title }: Task): string {
  return title === "" ? number : `${number} (${title.length > 50 ? `${title.slice(0, 49)}…` : title})`;
}

/** In a task that only checks, the list itself says what must hold. */
function isCheck({ title, body }: Task): boolean {
  return /^(?:verif|validat|confirm|check|run)/i.test(title) && /^[ \t]*(?:[-*+]|\d+[.)])\s/m.test(body);
}

function lineOf(task: Task, field: FieldName): number {
  return task.fields.find(({ name }) => name === field)?.line ?? task.line;
}
