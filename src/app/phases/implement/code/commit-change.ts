// What an agent changed in the code becomes a commit: exactly the files that really changed and that were named.
import { isEngineFile } from "../../../../domain/prompts/delta.ts";
import type { RoleId } from "../../../../domain/roles/role.ts";
import { listNames } from "../../../../domain/text/list-names.ts";
import { settleOtherFiles } from "../../../review/commit-artifact.ts";
import { type Committed, commitPaths } from "../../../work/commit-paths.ts";
import type { PhaseRun } from "../../../work/state/phase-run.ts";
import { warnOf } from "../../../work/tell-once.ts";
import { askAboutMixed, isMixed } from "../../../work/unsaved-work.ts";
import { settleDocuments } from "./approved-documents.ts";
import type { Implementation } from "./implementation.ts";
import { restoreLog } from "./log-file.ts";

interface Change {
  readonly role: RoleId;
  readonly round: number;
  readonly segment: string;
  readonly message: string;
  readonly changed: readonly string[];
  /** Files named by the task, the report or the tool calls. */
  readonly named: readonly string[];
  /** Files that held uncommitted work before the agent began. */
  readonly dirty: readonly string[];
}

type CommittedChange = Committed & { readonly files: readonly string[] };

/** Asks the person about changed files that nothing named. */
export async function commitChange(phase: PhaseRun, code: Implementation, change: Change): Promise<CommittedChange> {
  const { role, round, segment, message, dirty } = change;
  await restoreLog(phase, code, change.changed);
  const found = await settleDocuments(phase, code.documents, role, change.changed);
  const { folder } = phase.feature;
  const changed = [...new Set(found)].filter((path) => !isEngineFile(folder, path) && path !== phase.artifact);
  // Code does not belong next to the documents: the person is asked about anything an agent puts there.
  const isNamed = (path: string) =>
    !path.startsWith(`${folder}/`) && (change.named.includes(path) || code.hasFile(path));
  const own = changed.filter((path) => isNamed(path) && !isMixed(dirty, path));
  const shared = changed.filter((path) => isNamed(path) && isMixed(dirty, path));
  const mixed = await askAboutMixed(phase, role, shared);
  const rest = changed.filter((path) => !isNamed(path));
  const files = [...own, ...mixed, ...(await settleOtherFiles(phase, role, rest))].sort();
  if (files.length === 0) return { files, status: "no-change", sha: phase.world.expected.head ?? "" };
  const job = { round, segment, paths: files, message };
  const committed = await commitPaths(phase, job);
  if (committed.status === "failed") code.oweCommit(job);
  if (committed.status === "no-change")
    await warnOf(phase, role, `nothing of ${listNames(files)} was left to commit; ${LOOK}`);
  code.addFiles(files);
  return { ...committed, files };
}

/** Where to look for the work of an agent that used git itself. */
const LOOK = "see git log --all and git stash list";
