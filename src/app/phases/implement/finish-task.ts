// A task that was answered: what was changed is committed, and the report is held against what is really there.
import type { LogEntry } from "../../../domain/tasks/implementation-log.ts";
import type { Task } from "../../../domain/tasks/task-list.ts";
import { readTaskReport } from "../../../domain/tasks/task-report.ts";
import { listNames } from "../../../domain/text/list-names.ts";
import type { Parts, PhaseRun } from "../../work/state/phase-run.ts";
import { warnOf } from "../../work/tell-once.ts";
import { commitChange } from "./code/commit-change.ts";
import type { Implementation } from "./code/implementation.ts";

/** Why it does not count as done. */
export interface Undone {
  readonly problem: string;
  /** There is only nothing to be seen of it. */
  readonly entry?: LogEntry;
}

interface TaskWork {
  readonly changed: readonly string[];
  readonly wrote: readonly string[];
  readonly dirty: readonly string[];
  /** Where the branch stood before the task. */
  readonly head: string;
}

export async function finishTask(
  phase: PhaseRun,
  code: Implementation,
  task: Pick<Task, "number" | "title" | "files">,
  reply: string,
  { changed, wrote, dirty, head }: TaskWork,
): Promise<LogEntry | Undone> {
  const report = readTaskReport(reply);
  const claimed = [...report.files, ...report.refused].filter((path) => !changed.includes(path));
  if (claimed.length > 0 && !report.isAlreadyComplete)
    await warnOf(phase, `task ${task.number}`, `the report names what was not changed: ${listNames(claimed)}`);
  const { files, status: commit } = await commitChange(phase, code, {
    role: "implementer",
    round: 0,
    segment: `task-${task.number}-commit`,
    message: phase.run.head.config.commits["implement.task"].replaceAll("{n}", task.number),
    changed,
    named: [...task.files, ...report.files, ...wrote],
    dirty,
  });
  if (files.length > 0 && commit === "no-change" && (await isUntouched(phase, head, files)))
    return { problem: `nothing of ${listNames(files)} is on ${phase.feature.branch}` };
  const { decisions, deviations, concerns, isAlreadyComplete } = report;
  const status = files.length === 0 && isAlreadyComplete ? "already complete" : "done";
  const entry: LogEntry = { number: task.number, title: task.title, status, files, decisions, deviations, concerns };
  const isMissing = files.length === 0 && status === "done" && (await tellsOfNothing(phase, report.files, changed));
  return isMissing ? { problem: `its report names ${listNames(report.files)}, and nothing was changed`, entry } : entry;
}

/** Nothing that the report names has changed: it was never done, or it was lost. What git ignores is only looked for. */
async function tellsOfNothing(
  phase: Parts<"ports" | "run" | "steps" | "world">,
  named: readonly string[],
  changed: readonly string[],
): Promise<boolean> {
  if (!phase.run.head.heldToReports || named.length === 0 || named.some((path) => changed.includes(path))) return false;
  return phase.run.step({
    name: phase.steps.next(0, "told"),
    input: [...named],
    work: async () => {
      const { repository, tree } = phase.ports;
      const head = phase.world.expected.head ?? phase.run.head.base;
      for (const path of named) {
        const isThere = await tree.isPlainFile(path).catch(() => false);
        const isKnown = async () => (await repository.blobAt(head, path)) !== undefined || repository.isNew(path);
        if (isThere && !(await isKnown())) return false;
      }
      return true;
    },
  });
}

/** The agent put its work elsewhere, in a commit on another branch or a stash: the task is not done here. */
async function isUntouched(
  phase: Parts<"ports" | "run" | "steps" | "world">,
  head: string,
  files: readonly string[],
): Promise<boolean> {
  return phase.run.step({
    name: phase.steps.next(0, "untouched"),
    input: [head, ...files],
    work: async () => {
      const { repository } = phase.ports;
      const now = phase.world.expected.head ?? head;
      for (const path of files)
        if ((await repository.blobAt(head, path)) !== (await repository.blobAt(now, path))) return false;
      return true;
    },
  });
}
