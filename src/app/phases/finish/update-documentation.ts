// Before a feature is merged: which of the project's documents does it make untrue? A researcher finds them, and a
// writer updates exactly those. Neither can stop a merge: a problem of theirs is only a warning. What they wrote is
// committed, though, or the run waits.
import { isEngineFile } from "../../../domain/prompts/delta.ts";
import { taskPrompt } from "../../../domain/prompts/task-prompt.ts";
import { researchWork, writerWork } from "../../../domain/review/finish-work.ts";
import type { ReplyOf } from "../../../domain/roles/reply-schema.ts";
import type { RoleId } from "../../../domain/roles/role.ts";
import { listNames } from "../../../domain/text/list-names.ts";
import { checkPath } from "../../../domain/text/secrets/safe-path.ts";
import { askRole, type RoleAnswer, type RoleTask } from "../../dispatch/ask-role.ts";
import { settleOtherFiles } from "../../review/commit-artifact.ts";
import { setUpRole } from "../../review/set-up-phase.ts";
import { commitPaths, type PathsJob } from "../../work/commit-paths.ts";
import type { Parts, PhaseRun } from "../../work/state/phase-run.ts";
import { tellFailed } from "../../work/tell-once.ts";
import { pauseFor } from "../../work/wait-for.ts";
import { type Finishing, readGitSummary } from "./finishing.ts";

const MESSAGE = "docs: update documentation";

export async function researchTask(
  phase: PhaseRun,
  finishing: Finishing,
): Promise<RoleTask<"documentation-researcher">> {
  const summary = await readGitSummary(phase, finishing);
  return taskOf(phase, finishing, {
    role: "documentation-researcher",
    text: researchWork(phase.feature.description, summary),
    activity: "docs",
    writes: [],
  });
}

export async function updateDocumentation(
  phase: PhaseRun,
  finishing: Finishing,
  research: RoleAnswer<"documentation-researcher">,
): Promise<void> {
  const { key, description } = phase.feature;
  if (research.status === "failed") return tellFailed(phase, "documentation-researcher", research.problem);
  const text = writerWork(description, research.value, { key, at: finishing.setup.at });
  if (text === undefined) return;

  const task = await taskOf(phase, finishing, {
    role: "documentation-writer",
    text,
    activity: "docs",
    writes: "anything",
  });
  const writer = await askRole(phase, task);
  if (writer.status === "failed") await tellFailed(phase, "documentation-writer", writer.problem);
  const named = writer.status === "failed" ? [] : namedFiles(phase, writer.value);
  await commitChanges(phase, finishing, {
    role: "documentation-writer",
    segment: "docs-commit",
    message: MESSAGE,
    changed: writer.changed.map(({ path }) => path),
    named,
  });
}

export interface WriterChanges {
  readonly role: RoleId;
  readonly segment: string;
  readonly message: string;
  readonly changed: readonly string[];
  /** What the writer says it changed. */
  readonly named: readonly string[];
}

/** Commits the files that were named and really changed; asks the person about the others. */
export async function commitChanges(
  phase: PhaseRun,
  finishing: Pick<Finishing, "leave">,
  { role, segment, message, changed, named }: WriterChanges,
): Promise<void> {
  const all = [...new Set(changed)].filter(
    (path) => path !== phase.artifact && !isEngineFile(phase.feature.folder, path),
  );
  const own = all.filter((path) => named.includes(path) && !path.startsWith(`${phase.feature.folder}/`));
  const others = all.filter((path) => !own.includes(path));
  const included = await settleOtherFiles(phase, role, others);
  finishing.leave(others.filter((path) => !included.includes(path)));
  const paths = [...own, ...included];
  if (paths.length > 0) await commitOrPause(phase, { segment, paths, message });
}

/** What is not committed is not merged, and would pass for the person's own change: it is tried until it succeeds. */
async function commitOrPause(phase: PhaseRun, job: PathsJob): Promise<void> {
  for (;;) {
    const committed = await commitPaths(phase, job);
    if (committed.status !== "failed") return;
    await pauseFor(phase, {
      name: phase.steps.next(0, `${job.segment}-refused`),
      reason: "git-failed",
      text: `git refused to commit ${listNames(job.paths)}; nothing was merged.`,
      detail: committed.problem,
      fix: "do what git asks for, then: iflow continue",
    });
  }
}

function namedFiles(phase: Parts<"feature">, report: ReplyOf<"documentation-writer">): string[] {
  return report.updates_made.flatMap(({ file }) => {
    const check = checkPath(file);
    return check.ok && !isEngineFile(phase.feature.folder, check.path) ? [check.path] : [];
  });
}

async function taskOf<Id extends RoleId>(
  phase: PhaseRun,
  { setup }: Finishing,
  task: Pick<RoleTask<Id>, "role" | "activity" | "writes"> & { readonly text: string },
): Promise<RoleTask<Id>> {
  const { material, requiredChars } = await setUpRole(phase, setup, task.role);
  return { ...task, requiredChars, prompt: (facts) => taskPrompt(material, task.text, facts) };
}
