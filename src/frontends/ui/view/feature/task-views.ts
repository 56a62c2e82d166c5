// The tasks of a feature with what became of each: its agent, its commit and the files it changed.
import type { Task } from "../../../../domain/tasks/task-list.ts";
import type { LoggedCommit } from "../../../../ports/git/merging.ts";
import type { TaskView } from "../model/feature.ts";
import type { RunState } from "../run-state.ts";
import { type Numbers, numberKey } from "./timelines.ts";

export interface TaskInput {
  readonly tasks: readonly Pick<Task, "number" | "title">[];
  readonly runs: readonly RunState[];
  readonly log: readonly LoggedCommit[];
  readonly numbers: Numbers;
  /** Numbers of those that the log of implement calls skipped. */
  readonly skipped: ReadonlySet<string>;
}

export function taskViews({ tasks, runs, log, numbers, skipped }: TaskInput): TaskView[] {
  const works = new Map<string, { readonly status: string; readonly dispatch: number | null }>();
  for (const { run, works: all } of runs) {
    for (const { step, status } of all) {
      const task = /^implement\/\d+\/\d+\/implementer-([^/]+)\//.exec(step)?.[1];
      if (task !== undefined) works.set(task, { status, dispatch: numbers.get(numberKey(run, step)) ?? null });
    }
  }
  const commits = new Map<string, LoggedCommit>();
  for (const commit of log.toReversed()) {
    const task = /^implement\/\d+\/\d+\/task-([^/]+)-commit\//.exec(commit.step ?? "")?.[1];
    if (task !== undefined) commits.set(task, commit);
  }
  return tasks.map(({ number, title }) => {
    const [work, commit] = [works.get(number), commits.get(number)];
    const isDone = commit !== undefined || work?.status === "completed";
    return {
      ...{ number, title, commit: commit?.sha ?? null, files: commit?.paths ?? [], dispatch: work?.dispatch ?? null },
      state: skipped.has(number) ? "skipped" : isDone ? "done" : work?.status === "working" ? "now" : "to-come",
    };
  });
}

/** Of `implementation-log.md`: an entry whose status says so. */
export function skippedIn(log: string): Set<string> {
  const parts = log.split(/^## Task /m).slice(1);
  return new Set(
    parts.flatMap((part) => (/^- \*\*Status:\*\* skipped$/m.test(part) ? [part.slice(0, part.indexOf(":"))] : [])),
  );
}
