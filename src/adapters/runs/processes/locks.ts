// Locks that do not survive a crash of their owner. A lock is a file that appears whole and contains its owner's
// identity. Only one process takes over a dead owner's lock: whichever holds the claim on that owner replaces the file.
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { pidWords } from "../../../domain/run/pid-words.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import { parseJson } from "../../../domain/text/json/json.ts";
import type { RunLock, RunOwner } from "../../../ports/runs/runs.ts";
import type { Mover } from "../../../ports/runs/stops.ts";
import { createWhole, listIfThere, makeFolder, readIfThere, writeWhole } from "../durable-files.ts";
import { type ProcessIdentity, processIdentity } from "./processes.ts";

const OwnerSchema = z.looseObject({
  pid: z.int().positive(),
  startTime: z.string(),
  bootId: z.string(),
  host: z.string(),
  feature: z.string(),
  command: z.string(),
  at: z.string(),
  /** Distinguishes this lock from every other, including the same owner's next one. */
  token: z.string().regex(/^[0-9a-f]+$/),
});
type Owner = z.infer<typeof OwnerSchema>;

export type LockRequest = ProcessIdentity & Pick<Owner, "feature" | "command" | "at">;

export function featureLock(commonDir: string, feature: string): string {
  return join(commonDir, "iflow", "locks", `${feature}.lock`);
}

/** `gitDir`: that of the working tree. */
export function treeLock(gitDir: string): string {
  return join(gitDir, "iflow", "tree.lock");
}

/** Takes the locks in the given order, all or none. `force` breaks the lock of an owner on another host. */
export async function takeLocks(paths: readonly string[], request: LockRequest, force: boolean): Promise<RunLock> {
  const owner: Owner = { ...request, token: crypto.randomUUID().replaceAll("-", "") };
  const taken: string[] = [];
  const release = async () => {
    for (const path of taken.splice(0).reverse()) {
      if (tokenOf(await readOwner(path)) === owner.token) await rm(path, { force: true });
    }
  };
  try {
    for (const path of paths) {
      await takeLock(path, owner, force);
      taken.push(path);
    }
  } catch (error) {
    await release();
    throw error;
  }
  return { release };
}

const PATIENCE = 300;

async function takeLock(path: string, owner: Owner, force: boolean): Promise<void> {
  await makeFolder(dirname(path));
  for (let attempt = 0; attempt < PATIENCE; attempt++) {
    const end = await tryLock(path, owner, force);
    if (end === "taken") return;
    if (end !== "busy") throw composeLocked(end, owner);
    await sleep(5 + Math.random() * 20); // another process is taking it right now and will soon show up as its owner
  }
  throw new IflowError("locked", `other processes keep taking the lock ${path}`, {
    fix: "Try again. If one of them was on another host and you are sure it is gone, add --force-unlock.",
  });
}

/** `busy`: try again; an owner: the lock is theirs. */
async function tryLock(path: string, owner: Owner, force: boolean): Promise<"taken" | "busy" | Owner> {
  if (await createWhole(path, JSON.stringify(owner))) return "taken";
  const holder = await readOwner(path);
  if (holder === "nobody") return "busy";
  if (holder !== "broken" && (await isHeld(holder, owner, force))) return holder;

  const token = tokenOf(holder);
  const claim = `${path}.${token}`; // a lock like any other: if its owner dies too, it is taken over in turn
  if ((await tryLock(claim, owner, force)) !== "taken") return "busy";
  try {
    if (tokenOf(await readOwner(path)) !== token) return "busy"; // replaced before we got the claim
    await writeWhole(path, JSON.stringify(owner));
    return "taken";
  } finally {
    await rm(claim, { force: true });
  }
}

/** The current holder of the lock, for display. */
export async function liveOwner(path: string, self: ProcessIdentity): Promise<RunOwner | undefined> {
  const holder = await readOwner(path);
  if (typeof holder === "string" || !(await isHeld(holder, self, false))) return undefined;
  return { pid: holder.pid, ...(holder.host !== self.host && { host: holder.host }), at: holder.at };
}

/** Everybody who holds one of the locks in this folder, as far as can be told. */
export async function liveOwners(folder: string, self: ProcessIdentity): Promise<readonly Mover[]> {
  const owners: Mover[] = [];
  for (const name of await listIfThere(folder)) {
    const holder = name.endsWith(".lock") ? await readOwner(join(folder, name)) : "nobody";
    if (typeof holder !== "string" && (await isHeld(holder, self, false))) owners.push(holder);
  }
  return owners;
}

/** One on another host cannot be examined. */
export function isAlive(other: ProcessIdentity, self: ProcessIdentity): Promise<boolean> {
  return isHeld(other, self, false);
}

/** It has an owner, on this host, and that process is gone. */
export async function isDeadLock(path: string, self: ProcessIdentity): Promise<boolean> {
  const holder = await readOwner(path);
  return typeof holder !== "string" && !(await isHeld(holder, self, false));
}

/** A file that names no owner was not written by iflow, which writes locks whole, so the lock is not held. */
async function readOwner(path: string): Promise<Owner | "nobody" | "broken"> {
  const bytes = await readIfThere(path);
  if (bytes === undefined) return "nobody";
  return OwnerSchema.safeParse(parseJson(bytes.toString("utf8"))).data ?? "broken";
}

function tokenOf(holder: Owner | "nobody" | "broken"): string {
  return typeof holder === "string" ? holder : holder.token;
}

/** An owner on another host cannot be examined, so it counts as alive unless the person says otherwise. */
async function isHeld(holder: ProcessIdentity, self: ProcessIdentity, force: boolean): Promise<boolean> {
  if (holder.host !== self.host) return !force;
  if (holder.bootId !== self.bootId) return false;
  return (await processIdentity(holder.pid))?.startTime === holder.startTime;
}

/** `3 min ago`; the two may have different clocks. */
export function ago(then: string, now: string): string {
  const minutes = Math.floor((Date.parse(now) - Date.parse(then)) / 60_000);
  if (!(minutes >= 1)) return "just now";
  return minutes < 120 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`;
}

function composeLocked(holder: Owner, self: Owner): IflowError {
  const here = holder.host === self.host;
  const who = `process ${pidWords(here ? { pid: holder.pid } : holder)}`;
  const isSame = holder.feature === self.feature;
  const what = isSame ? "" : "this working tree is in use: ";
  const message = `${what}feature ${holder.feature} is being worked on by another iflow (${who}, begun ${ago(holder.at, self.at)})`;
  return new IflowError("locked", message, {
    fix: here
      ? isSame
        ? `Wait until it has finished, or end it: iflow stop ${holder.feature}`
        : `Work beside it, in a work tree of its own: add --worktree. Or end it: iflow stop ${holder.feature}`
      : "Wait until it has finished. If you are sure it is gone, run the command again with --force-unlock.",
  });
}
