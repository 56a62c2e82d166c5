// Carrying out the creation of a feature: branch, switch, files, one commit. Every part looks whether it is done already,
// so a creation that a killed process left half-made is carried out again from its record.
import { promoteBacklogRow } from "../../../domain/feature/backlog.ts";
import type { Feature } from "../../../domain/feature/feature.ts";
import { creationStep } from "../../../domain/feature/meta/lineage.ts";
import type { Creation } from "../../../domain/run/creation.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import type { Ports } from "../../../ports/ports.ts";
import { noteKey } from "../../trees/make-tree.ts";
import { keepForTeam } from "../features.ts";
import type { StartPoint } from "./start-point.ts";

export interface CreatedFeature extends Feature {
  readonly start: StartPoint;
}

/**
 * The caller holds the lock and has kept the record. Before it releases the lock it concludes the creation, afterwards it
 * ends the record: what a kill leaves behind in between is then settled like everything else. `again`: another process
 * may have begun with it.
 */
export async function carryOut(ports: Ports, creation: Creation, again = false): Promise<CreatedFeature> {
  const { branch, start } = creation;
  const tip = await ports.repository.tip(branch);
  if (tip === undefined) await ports.repository.reserveBranch(branch, start.revision);
  const isCommitted = tip !== undefined && (await findCommit(ports, creation)) !== undefined;
  const { branch: current } = await ports.repository.where();
  if (current !== branch && !isCommitted) await switchOrUndo(ports, creation);
  if (current === branch || !isCommitted) {
    await writeAndCommit(ports, creation, { isCommitted, again }).catch((error) => tellHalfMade(error, creation));
  }
  return createdBy(creation);
}

/** HEAD is on the new branch by now, and the record stays. */
function tellHalfMade(error: unknown, { key }: Creation): never {
  if (!(error instanceof IflowError)) throw error;
  const { code, message, fix } = error;
  const detail = `${key} is half created, on its own branch; the next command finishes it.`;
  throw new IflowError(code, message, { cause: error, detail, ...(fix !== undefined && { fix }) });
}

export function createdBy({ key, folder, description, branch, start }: Creation): CreatedFeature {
  const { branch: from, revision, stackedOn, left } = start;
  const slug = key.replace(/^\d+-/, "");
  return { key, slug, folder, description, branch, start: { branch: from, revision, stackedOn, left } };
}

/** Takes back a reserved branch and the record; false when the branch has been used since. */
export async function undoCreation(ports: Ports, { key, branch, start, foundBranch }: Creation): Promise<boolean> {
  const isGone = foundBranch || (await ports.repository.tip(branch)) === undefined;
  if (!isGone && !(await ports.repository.releaseBranch(branch, start.revision))) return false;
  await ports.creations.forget(key);
  return true;
}

export function findCommit({ commits }: Ports, { key, branch, start }: Creation): Promise<string | undefined> {
  return commits.findStep({ branch, step: creationStep(key), since: start.revision });
}

async function switchOrUndo(ports: Ports, creation: Creation): Promise<void> {
  try {
    await ports.repository.switchTo(creation.branch);
  } catch (error) {
    await undoCreation(ports, creation); // nothing has been written yet
    throw error;
  }
}

interface Done {
  readonly isCommitted: boolean;
  readonly again: boolean;
}

async function writeAndCommit(ports: Ports, creation: Creation, { isCommitted, again }: Done): Promise<void> {
  const { key, branch, start, files, backlog } = creation;
  if (!isCommitted) await writeFiles(ports, creation, again);
  const marked = backlog && !isCommitted ? await markBacklog(ports, creation, backlog) : [];
  // When the commit stands, this only brings the index up to date.
  await ports.commits.commitFiles({
    branch,
    paths: [...files.map(({ path }) => path), ...marked],
    message: `iflow: create feature ${key}`,
    step: creationStep(key),
    since: start.revision,
  });
}

/** A PRD that is there already may have been edited since; `.meta.json` is the engine's own. */
async function writeFiles({ tree }: Ports, { files }: Creation, again: boolean): Promise<void> {
  for (const [index, { path, text }] of files.entries()) {
    if (index === 0 || !again || (await tree.read(path)) === undefined) await tree.writeOwn(path, text);
  }
}

/** The file to commit with the feature; none, with a warning, if it lacks the row or has uncommitted changes. */
async function markBacklog(
  { tree, repository, emit }: Ports,
  { key, start }: Creation,
  { path, id }: NonNullable<Creation["backlog"]>,
): Promise<string[]> {
  const text = (await tree.read(path)) ?? "";
  const marked = promoteBacklogRow(text, id, key);
  if (marked === undefined) {
    emit({ type: "warned", text: `the PRD comes from backlog #${id}, but ${path} has no such row` });
    return [];
  }
  if ((await repository.dirty([path])).length > 0) {
    const before = (await repository.show(start.revision, path)) ?? "";
    if (promoteBacklogRow(before, id, key) === text) return [path]; // marked before the kill
    emit({ type: "warned", text: `${path} has uncommitted changes, so its row #${id} was not marked` });
    return [];
  }
  await tree.write(path, marked);
  return [path];
}

/** Under the lock: a process that meets the record from now on knows that nothing is left to do. */
export async function concludeCreation(ports: Ports, creation: Creation): Promise<void> {
  await ports.creations.keep({ ...creation, files: [], done: true });
  await keepForTeam(ports, creation);
  await noteKey(ports, creation.key);
}

/** A chain's flags are kept until its first run has them. */
export async function endCreation({ creations }: Ports, { key, chain }: Creation): Promise<void> {
  if (!chain) await creations.forget(key);
}
