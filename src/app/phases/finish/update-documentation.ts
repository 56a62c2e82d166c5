// Before a feature is merged: which documents of the project does it make untrue? A researcher finds out, a writer updates
// exactly these. Neither can stop a merge; what goes wrong here is a warning.

import { isEngineFile } from "../../../domain/prompts/delta.ts";
import { taskPrompt } from "../../../domain/prompts/task-prompt.ts";
import { researchWork, writerWork } from "../../../domain/review/finish-work.ts";
import type { ReplyOf } from "../../../domain/roles/reply-schema.ts";
import type { RoleId } from "../../../domain/roles/role.ts";
import { checkPath } from "../../../domain/text/safe-path.ts";
import { askRole, type RoleAnswer, type RoleTask } from "../../dispatch/ask-role.ts";
import { settleOtherFiles } from "../../review/commit-artifact.ts";
import { setUpRole } from "../../review/set-up-phase.ts";
import { commitPaths } from "../../work/commit-paths.ts";
import type { PhaseWork } from "../../work/phase-work.ts";
import { tellFailed } from "../../work/tell-once.ts";
import { type Finishing, readGitSummary, withPresentDocuments } from "./finishing.ts";

const MESSAGE = "docs: update documentation";

export async function updateDocumentation(work: PhaseWork, finishing: Finishing): Promise<void> {
  const { key, description } = work.feature;
  const summary = await readGitSummary(work, finishing);
  const research = await ask(work, finishing, {
    role: "documentation-researcher",
    text: researchWork(description, summary),
    activity: "docs",
    writes: [],
  });
  if (research.status === "failed") return tellFailed(work, "documentation-researcher", research.problem);
  const text = writerWork(description, research.value, { key, at: finishing.setup.at });
  if (text === undefined) return;

  const writer = await ask(work, finishing, {
    role: "documentation-writer",
    text,
    activity: "docs",
    writes: "anything",
  });
  if (writer.status === "failed") await tellFailed(work, "documentation-writer", writer.problem);
  const named = writer.status === "failed" ? [] : namedFiles(work, writer.value);
  await commitChanges(work, finishing, {
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

/** Files that were named and really changed are committed; about the others the person is asked. */
export async function commitChanges(
  work: PhaseWork,
  { left }: Pick<Finishing, "left">,
  { role, segment, message, changed, named }: WriterChanges,
): Promise<void> {
  const all = [...new Set(changed)].filter(
    (path) => path !== work.artifact && !isEngineFile(work.feature.folder, path),
  );
  const own = all.filter((path) => named.includes(path) && !path.startsWith(`${work.feature.folder}/`));
  const others = all.filter((path) => !own.includes(path));
  const included = await settleOtherFiles(work, role, others);
  for (const path of others) if (!included.includes(path)) left.add(path);
  const paths = [...own, ...included];
  if (paths.length > 0) await commitPaths(work, { segment, paths, message });
}

function namedFiles(work: PhaseWork, report: ReplyOf<"documentation-writer">): string[] {
  return report.updates_made.flatMap(({ file }) => {
    const check = checkPath(file);
    return check.ok && !isEngineFile(work.feature.folder, check.path) ? [check.path] : [];
  });
}

async function ask<Id extends RoleId>(
  work: PhaseWork,
  { setup, documents }: Finishing,
  task: Pick<RoleTask<Id>, "role" | "activity" | "writes"> & { readonly text: string },
): Promise<RoleAnswer<Id>> {
  const { material, requiredChars } = withPresentDocuments(await setUpRole(work, setup, task.role), documents);
  return askRole(work, { ...task, requiredChars, prompt: (facts) => taskPrompt(material, task.text, facts) });
}
