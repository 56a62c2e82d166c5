// The files of the desk, in `orders/` of a run's folder. Hooks use them too and must start in milliseconds, so nothing
// heavy is imported here and nothing is judged.
import { link, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { HostTurns } from "../../domain/billing/host-turns.ts";
import { seal, unseal } from "../../domain/text/json/seal.ts";
import { appendPlain, readPlain } from "../plain-file.ts";

const ATTEMPTS = "attempts.jsonl";
/** Below `iflow/` in the common git directory. */
const DRIVING = "host-session.json";
const TURNS = "host-turns";

/** Which session of a host drives, what its user typed last, and the run that resulted. */
interface Driving {
  readonly session?: string;
  readonly typed?: string;
  readonly run?: string;
}

export async function readDriving(home: string): Promise<Driving> {
  const read = await readSealed(join(home, DRIVING)).catch(() => undefined);
  return (read?.value ?? {}) as Driving; // damaged: as if nothing had been typed
}

export async function writeDriving(home: string, driving: Driving): Promise<void> {
  await mkdir(home, { recursive: true });
  const draft = join(home, `.${DRIVING}.${process.pid}.draft`);
  await rm(draft, { force: true });
  await writeFile(draft, `${seal(JSON.stringify(driving))}\n`, { flag: "wx" });
  await rename(draft, join(home, DRIVING));
}

export function ordersFolder(runsFolder: string, run: string): string {
  return join(runsFolder, run, "orders");
}

export function evidenceName(number: string, agent: string): string {
  return `${number}-${agent.replaceAll(/[^\w-]/g, "_")}.evidence.json`;
}

/** Atomic; false when the file already exists. */
export async function createFile(folder: string, name: string, content: string): Promise<boolean> {
  await mkdir(folder, { recursive: true });
  const draft = join(folder, `.${name}.${process.pid}.draft`);
  await rm(draft, { force: true });
  await writeFile(draft, content, { flag: "wx", flush: true });
  try {
    await link(draft, join(folder, name));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** What the hooks of one session have counted. The file is replaced whole, and what it had stays. */
export async function addTurns(home: string, { session, requests }: HostTurns): Promise<void> {
  const path = turnFile(home, session);
  const folder = dirname(path);
  const known = ((await readSealed(path)).value as HostTurns | undefined)?.requests ?? [];
  const all = [...new Map([...known, ...requests].map((request) => [request.id, request])).values()];
  const content = `${seal(JSON.stringify({ session, requests: all }))}\n`;
  if (content === (await readText(path))) return;
  await mkdir(folder, { recursive: true });
  const draft = join(folder, `.${process.pid}.draft`);
  await writeFile(draft, content, { flush: true });
  await rename(draft, path);
}

export function turnFile(home: string, session: string): string {
  return join(home, TURNS, `${session.replaceAll(/[^\w-]/g, "_")}.json`);
}

/** The files of all sessions. */
export async function turnFiles(home: string): Promise<string[]> {
  const names = (await readNames(join(home, TURNS))).filter((name) => /^[^.].*\.json$/.test(name));
  return names.map((name) => join(home, TURNS, name));
}

export async function noteAttempt(orders: string, attempt: { readonly at: string; readonly what: string }) {
  await mkdir(orders, { recursive: true });
  await appendPlain(join(orders, ATTEMPTS), `${seal(JSON.stringify(attempt))}\n`);
}

export async function readAttempts(orders: string): Promise<string[]> {
  const path = join(orders, ATTEMPTS);
  const lines = ((await readText(path)) ?? "").split("\n").filter((line) => line !== "");
  return lines.map((line) => {
    const read = unseal(Buffer.from(line));
    const { what } = ((read.state === "damaged" ? undefined : read.value) ?? {}) as { what?: unknown };
    return typeof what === "string" ? what : `something that cannot be read any more: ${path} is damaged`;
  });
}

/** What a file of this desk says; damaged when its bytes are not those that were written. */
export async function readSealed(path: string): Promise<{ readonly value?: unknown; readonly isDamaged: boolean }> {
  const text = await readText(path);
  if (text === undefined) return { isDamaged: false };
  const read = unseal(Buffer.from(text));
  const isDamaged = read.state === "damaged" || read.value === undefined;
  return isDamaged ? { isDamaged } : { value: read.value, isDamaged };
}

export async function setEvidenceAside(orders: string, name: string): Promise<void> {
  const aside = name.replace(".evidence.", ".refused.");
  await rename(join(orders, name), join(orders, aside)).catch(ifMissing(undefined));
}

export async function readNames(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(ifMissing([]))).sort();
}

export async function readText(path: string): Promise<string | undefined> {
  return readPlain(path)?.toString("utf8");
}

function ifMissing<T>(instead: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return instead;
    throw error;
  };
}
