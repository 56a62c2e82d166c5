// One task with a new implementer. Its changes are committed at once, so a stop costs at most the task in progress.

import { isEngineFile } from "../../../domain/prompts/delta.ts";
import { implementPrompt } from "../../../domain/prompts/implement-prompt.ts";
import type { LogEntry } from "../../../domain/tasks/implementation-log.ts";
import type { Task } from "../../../domain/tasks/task-list.ts";
import { scopeTask } from "../../../domain/tasks/task-scope.ts";
import { listNames } from "../../../domain/text/list-names.ts";
import { askRole, type RoleTask } from "../../dispatch/ask-role.ts";
import { setUpRole } from "../../review/set-up-phase.ts";
import type { Parts, PhaseRun } from "../../work/state/phase-run.ts";
import { tellOnce, warnOf } from "../../work/tell-once.ts";
import { unsavedWork } from "../../work/unsaved-work.ts";
import { askPerson } from "../../work/wait-for.ts";
import { settleDocuments } from "./code/approved-documents.ts";
import type { Implementation } from "./code/implementation.ts";
import { finishTask, type Undone } from "./finish-task.ts";

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
    const choice = await askAboutFailure(phase, task, { ...done, attempt, needs, goesOn: goesOn !== undefined });
    if (choice === "accept" && "entry" in done) return done.entry;
    if (choice === "skip") {
      await settleLeftovers(phase, code, task, changed);
      return skipped(task);
    }
  }
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

interface FailedTask extends Undone {
  readonly attempt: number;
  /** Before that another try would only be paid for. */
  readonly needs: string | undefined;
  readonly goesOn: boolean;
}

async function askAboutFailure(
  phase: Parts<"run" | "steps">,
  task: PlainTask,
  { problem, entry, attempt, needs, goesOn }: FailedTask,
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
      ...(entry ? [{ value: "accept", label: "It is done", hint: "what it did is nothing that git could see" }] : []),
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
