// What a task list leaves open that decides which tasks can be worked on side by side. No lint problem: a list without it is
// valid, and its tasks are worked on one by one. Only the author of a new list is asked for it, once.
import { parseTasks, type Task } from "../tasks/task-list.ts";

export function findUndeclared(text: string): string[] {
  const list = parseTasks(text);
  if (!list.ok || list.tasks.length < 2) return [];
  return list.tasks.flatMap((task) => {
    const missing = missingIn(task);
    if (missing.length === 0) return [];
    return `line ${task.line}: task ${task.number} has no ${missing.join(" and no ")}`;
  });
}

function missingIn({ fields, files }: Task): string[] {
  return [
    ...(fields.some(({ name }) => name === "dependsOn")
      ? []
      : ["`Depends on` (write None where it needs no other task)"]),
    ...(files.length > 0 ? [] : ["`Files` (every file it creates, changes, renames or deletes, tests included)"]),
  ];
}
