// Before a command changes anything, it settles what a killed one left half-made: a feature whose creation had begun is
// finished, or taken back if the person has meanwhile gone elsewhere and nothing of it is in their files.
import type { Creation } from "../../../domain/run/creation.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import type { Ports } from "../../../ports/ports.ts";
import {
  type CreatedFeature,
  carryOut,
  concludeCreation,
  createdBy,
  endCreation,
  findCommit,
  undoCreation,
} from "./creation.ts";

/** Those whose record is of no more use once they are settled: of a chain it is kept. */
async function leftCreations({ creations }: Ports): Promise<Creation[]> {
  return (await creations.all()).filter(({ done, chain }) => !done || !chain);
}

/** Returns what it finished. No lock may be held. `isWanted`: the command asks for this very feature, wherever HEAD is. */
export async function settleCreations(
  ports: Ports,
  isWanted: (creation: Creation) => boolean = () => false,
): Promise<CreatedFeature[]> {
  const finished: CreatedFeature[] = [];
  for (const creation of await leftCreations(ports)) {
    const there = await portsOf(ports, creation);
    // concluded, but not ended: its process was killed right there, or is just about to
    const work = async (own: Creation) => (own.done ? createdBy(own) : settle(there, own, isWanted(own)));
    const settled = await underLock(there, creation, work);
    if (!settled) continue;
    await endCreation(ports, creation);
    finished.push(settled);
  }
  return finished;
}

/** The lock under which features are created, and its name. */
export const CREATING = "create-feature";

/** A work tree that iflow made is at hand from anywhere; every other one is the person's, who settles it from there. */
async function portsOf(ports: Ports, creation: Creation): Promise<Ports> {
  if (creation.gitDir === ports.repository.gitDir) return ports;
  const home = (await ports.trees.others()).find(({ gitDir }) => gitDir === creation.gitDir);
  const isOurs = home?.isThere && (await ports.trees.own()).some(({ path }) => path === home.root);
  return home && isOurs ? ports.openTree(home.root) : ports;
}

/** Undefined when another command is at work on it, or has just settled it. */
async function underLock<T>(
  ports: Ports,
  { key, planned }: Creation,
  work: (creation: Creation) => Promise<T | undefined>,
): Promise<T | undefined> {
  const lock = await ports.runs.lock(planned ? key : CREATING, { command: "iflow" }).catch(unlessLocked);
  if (!lock) return undefined;
  try {
    const creation = (await leftCreations(ports)).find((one) => one.key === key);
    return creation && (await work(creation));
  } finally {
    await lock.release();
  }
}

function unlessLocked(error: unknown): undefined {
  if (!(error instanceof IflowError) || error.code !== "locked") throw error;
}

async function settle(ports: Ports, creation: Creation, isWanted: boolean): Promise<CreatedFeature | undefined> {
  const { key, branch, files } = creation;
  if (await isForeign(ports, creation)) {
    await ports.creations.forget(key); // somebody else has the name; the number after it is used
    return undefined;
  }
  if (isWanted || (await isStillHere(ports, creation))) {
    const created = await carryOut(ports, creation, true);
    if ((await ports.runs.open()).length === 0) await ports.snapshots.clear(); // the killed process may have left some
    await concludeCreation(ports, creation);
    ports.emit({ type: "warned", text: `finished creating ${key}, which had been interrupted` });
    return created;
  }
  const elsewhere = await ports.repository.checkedOutIn(branch);
  if (elsewhere !== undefined) {
    const text = `${key} is half created in ${elsewhere}; any iflow command there that changes something finishes it`;
    ports.emit({ type: "warned", text });
    return undefined;
  }
  const written = await Promise.all(files.map(async ({ path, text }) => (await ports.tree.read(path)) === text));
  if (!written.includes(true) && (await undoCreation(ports, creation))) {
    ports.emit({
      type: "warned",
      text: `${key} had not been created when iflow was interrupted; its branch was removed`,
    });
    return undefined;
  }
  ports.emit({
    type: "warned",
    text: `${key} is half created; to finish it: git switch ${branch} && iflow continue ${key}`,
  });
  return undefined;
}

/** The branch has other commits than ours: it was made by somebody else in the same moment. */
async function isForeign(ports: Ports, creation: Creation): Promise<boolean> {
  const { branch, start } = creation;
  const tip = await ports.repository.tip(branch);
  if (tip === undefined || tip === start.revision || (await ports.repository.where()).branch === branch) return false;
  return (await findCommit(ports, creation)) === undefined;
}

/** HEAD of this working tree is on the new branch, or still where it was when the creation began. */
async function isStillHere({ repository, trees }: Ports, { branch, gitDir, start }: Creation): Promise<boolean> {
  const { branch: current } = await repository.where();
  if (current === branch) return true;
  if (gitDir !== repository.gitDir) return false;
  return (current ?? (await trees.here())?.from) === (start.left ?? start.branch);
}
