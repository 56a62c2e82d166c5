// One task with a new implementer. Its changes are committed at once, so a stop costs at most the task in progress.

import { isEngineFile } from "../../../domain/prompts/delta.ts";
import { implementPrompt } from "../../../domain/prompts/implement-prompt.ts";
import type { LogEntry } from "../../../domain/tasks/implementation-log.ts";
import type { Task } from "../../../domain/tasks/task-list.ts";
import { readTaskReport } from "../../../domain/tasks/task-report.ts";
import { scopeTask } from "../../../domain/tasks/task-scope.ts";
import { listNames } from "../../../domain/text/list-names.ts";
import { askRole, type RoleTask } from "../../dispatch/ask-role.ts";
import { setUpRole } from "../../review/set-up-phase.ts";
import type { Parts, PhaseRun } from "../../work/state/phase-run.ts";
import { tellOnce, warnOf } from "../../work/tell-once.ts";
import { unsavedWork } from "../../work/unsaved-work.ts";
import { askPerson } from "../../work/wait-for.ts";
import { settleDocuments } from "./code/approved-documents.ts";
import { commitChange } from "./code/commit-change.ts";
import type { Implementation } from "./code/implementation.ts";

export type PlainTask = Pick<
  Task,
  "number" | "title" | "body" | "references" | "files" | "fields" | "dependsOn" | "unknownDependencies"
>;

/** `known`: what the implementer is told about earlier attempts of other openings of the task. */
export async function implementTask(
  phase: PhaseRun,
  code: Implementation,
  task: PlainTask,
  known: readonly string[] = [],
): Promise<LogEntry> {
  const scope = scopeTask(task as Task, code.documents);
  // at light depth nothing is there to cite
  if (phase.run.head.flags.depth !== "light") await tellWarnings(phase, task, scope.warnings);
  const { material, requiredChars } = await setUpRole(phase, code.setup, "implementer", {
    text: `${task.title}\n${task.body}`,
    files: task.files,
  });
  const changed: string[] = [];
  const wrote: string[] = [];
  let goesOn: RoleTask["goesOn"];
  const dirty = await unsavedWork(phase, 0);
  const head = phase.world.expected.head ?? phase.run.head.base;
  for (let attempt = 1; ; attempt++) {
    const answer = await askRole(phase, {
      role: "implementer",
      segment: `implementer-${task.number}`,
      activity: "task",
      about: task.title,
      writes: "anything",
      requiredChars,
      prompt: (facts) => implementPrompt(material, task, { ...scope, project: code.project }, [...known, ...facts]),
      goesOn,
    });
    goesOn = answer.status === "failed" ? answer.goesOn : undefined;
    const needs = answer.status === "failed" ? answer.needs : undefined;
    changed.push(...answer.changed.map(({ path }) => path)); // a failed attempt's changes belong to the task too
    wrote.push(...answer.wrote);
    const done =
      answer.status === "answered"
        ? await finishTask(phase, code, task, answer.reply, { changed, wrote, dirty, head })
        : { problem: answer.problem };
    if (!("problem" in done)) return done;
    if ((await askAboutFailure(phase, task, { ...done, attempt, needs, goesOn: goesOn !== undefined })) === "skip") {
      await settleLeftovers(phase, code, task, changed);
      return skipped(task);
    }
  }
}

interface TaskWork {
  readonly changed: readonly string[];
  readonly wrote: readonly string[];
  readonly dirty: readonly string[];
  /** Where the branch stood before the task. */
  readonly head: string;
}

async function finishTask(
  phase: PhaseRun,
  code: Implementation,
  task: PlainTask,
  reply: string,
  { changed, wrote, dirty, head }: TaskWork,
): Promise<LogEntry | { readonly problem: string }> {
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
  return { number: task.number, title: task.title, status, files, decisions, deviations, concerns };
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

/** What the attempts at a skipped task changed is not wanted, so it stays uncommitted. */
async function settleLeftovers(
  phase: Parts<"feature" | "ports" | "run" | "steps">,
  code: Implementation,
  { number }: PlainTask,
  changed: readonly string[],
): Promise<void> {
  const paths = [...new Set(changed)].filter((path) => !isEngineFile(phase.feature.folder, path));
  const left = await settleDocuments(phase, code.documents, "implementer", paths);
  if (left.length > 0 && !phase.steps.isBranch)
    // a lane tells where it keeps them
    await warnOf(phase, `task ${number}`, `left out; what it changed stays uncommitted: ${listNames(left)}`);
}

function skipped({ number, title }: PlainTask): LogEntry {
  return { number, title, status: "skipped", files: [], decisions: "none", deviations: "none", concerns: "none" };
}

interface FailedTask {
  readonly problem: string;
  readonly attempt: number;
  /** Before that another try would only be paid for. */
  readonly needs: string | undefined;
  readonly goesOn: boolean;
}

async function askAboutFailure(
  phase: Parts<"run" | "steps">,
  task: PlainTask,
  { problem, attempt, needs, goesOn }: FailedTask,
): Promise<string> {
  const answer = await askPerson(phase, {
    name: phase.steps.next(0, `task-${task.number}-failed`),
    topic: attempt === 1 && needs === undefined ? "task-failed" : "task-failed-again",
    text: `The implementer of task ${task.number} failed: ${[problem, needs].filter(Boolean).join("; ")}`,
    options: [
      goesOn
        ? { value: "retry", label: "Go on", hint: "where it was stopped, up to the same limit once more" }
        : { value: "retry", label: "Try again", hint: "with a new implementer; existing changes stay" },
      { value: "skip", label: "Skip this task", hint: "the log says so and reviewers will see it" },
    ],
    default: "retry",
  });
  return answer;
}

function tellWarnings(
  phase: Parts<"ports" | "run" | "steps">,
  { number }: PlainTask,
  warnings: readonly string[],
): Promise<void> {
  const texts = warnings.map((text) => `task ${number}: ${text}`);
  return tellOnce(phase, `task-${number}-scope`, [...warnings], texts);
}
