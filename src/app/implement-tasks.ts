// Tasks one by one, in the order of the document, each by a new implementer. What it changed is committed at once, so a
// stop costs at most the task in flight; the log tells what was done and why.

import { IflowError } from "../domain/errors.ts";
import { implementPrompt } from "../domain/implement-prompt.ts";
import { type LogEntry, printLog } from "../domain/implementation-log.ts";
import { parseTasks, type Task } from "../domain/task-list.ts";
import { readTaskReport } from "../domain/task-report.ts";
import { scopeTask } from "../domain/task-scope.ts";
import { askRole } from "./ask-role.ts";
import { commitChange, type Implementation, unsavedWork } from "./implementation.ts";
import { type PhaseWork, stepName } from "./phase-work.ts";
import { setUpRole } from "./set-up-phase.ts";
import { writeOwned } from "./write-owned.ts";

type PlainTask = Pick<Task, "number" | "title" | "body" | "references" | "files">;

export async function implementTasks(work: PhaseWork, code: Implementation): Promise<LogEntry[]> {
  const entries: LogEntry[] = [];
  for (const task of tasksOf(work, code)) {
    entries.push(await implementTask(work, code, task));
    await writeLog(work, entries, `log-${task.number}`);
  }
  return entries;
}

/** Without a task list (it was left out by choice) the spec is the one task. */
function tasksOf(work: PhaseWork, { documents }: Implementation): readonly PlainTask[] {
  if (documents.tasks.trim() === "") {
    return [{ number: "1", title: work.feature.description, body: documents.spec, references: [], files: [] }];
  }
  const list = parseTasks(documents.tasks);
  if (list.ok) return list.tasks;
  throw new IflowError("blocked", "BLOCKED: Valid tasks.md required before implementation.", {
    detail: `no task was found; looked for ${list.lookedFor.join(" · ")}`,
    fix: "iflow create-tasks --rerun",
  });
}

async function implementTask(work: PhaseWork, code: Implementation, task: PlainTask): Promise<LogEntry> {
  const scope = scopeTask(task as Task, code.documents);
  await tellWarnings(work, task, scope.warnings);
  const { material, requiredChars } = await setUpRole(work, code.setup, "implementer", {
    text: `${task.title}\n${task.body}`,
    files: task.files,
  });
  const changed: string[] = [];
  const wrote: string[] = [];
  const dirty = await unsavedWork(work, 0);
  for (let attempt = 1; ; attempt++) {
    const answer = await askRole(work, {
      role: "implementer",
      segment: `implementer-${task.number}`,
      activity: "task",
      writes: "anything",
      requiredChars,
      prompt: (facts) => implementPrompt(material, task, { ...scope, project: code.project }, facts),
    });
    changed.push(...answer.changed.map(({ path }) => path)); // also of an attempt that failed: it is the task's work
    wrote.push(...answer.wrote);
    if (answer.status === "answered") return finishTask(work, code, task, answer.reply, { changed, wrote, dirty });
    if ((await askAboutFailure(work, task, answer.problem, attempt)) === "skip") return skipped(task);
  }
}

async function finishTask(
  work: PhaseWork,
  code: Implementation,
  task: PlainTask,
  reply: string,
  { changed, wrote, dirty }: Record<"changed" | "wrote" | "dirty", readonly string[]>,
): Promise<LogEntry> {
  const report = readTaskReport(reply);
  const { files } = await commitChange(work, code, {
    role: "implementer",
    round: 0,
    segment: `task-${task.number}-commit`,
    message: work.run.head.config.commits["implement.task"].replaceAll("{n}", task.number),
    changed,
    named: [...task.files, ...report.files, ...wrote],
    dirty,
  });
  const { decisions, deviations, concerns, isAlreadyComplete } = report;
  const status = files.length === 0 && isAlreadyComplete ? "already complete" : "done";
  return { number: task.number, title: task.title, status, files, decisions, deviations, concerns };
}

function skipped({ number, title }: PlainTask): LogEntry {
  return { number, title, status: "skipped", files: [], decisions: "none", deviations: "none", concerns: "none" };
}

async function askAboutFailure(work: PhaseWork, task: PlainTask, problem: string, attempt: number): Promise<string> {
  const [answer = "retry"] = await work.run.wait([
    {
      type: "question",
      name: stepName(work, 0, `task-${task.number}-failed`),
      topic: attempt === 1 ? "task-failed" : "task-failed-again",
      text: `The implementer of task ${task.number} failed: ${problem}`,
      options: [
        { value: "retry", label: "Try again", hint: "a new implementer; what is there stays" },
        { value: "skip", label: "Leave this task out", hint: "the log says so and reviewers will see it" },
      ],
      default: "retry",
    },
  ]);
  return answer;
}

async function tellWarnings(work: PhaseWork, task: PlainTask, warnings: readonly string[]): Promise<void> {
  if (warnings.length === 0) return;
  await work.run.step({
    name: stepName(work, 0, `task-${task.number}-scope`),
    input: [...warnings],
    work: async () => {
      for (const text of warnings) work.ports.emit({ type: "warned", text: `task ${task.number}: ${text}` });
      return null;
    },
  });
}

/** Written whole each time from what is recorded, so a crash can never leave it half told. */
async function writeLog(work: PhaseWork, entries: readonly LogEntry[], segment: string): Promise<void> {
  const text = printLog(entries);
  const blob = await writeOwned(work, { segment, path: work.artifact, input: text, compose: async () => text });
  work.expected = { ...work.expected, blob };
}
