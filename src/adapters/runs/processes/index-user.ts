// Whether a git that outlived its killed iflow still works on a throw-away index: with its index taken away, a commit that
// is being made would lose every file. Such a git has the path in its environment.
import { readdir, readFile, stat } from "node:fs/promises";
import { basename } from "node:path";

export async function hasUser(path: string): Promise<boolean> {
  if (!basename(path).startsWith("index-")) return false;
  const processes = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
  if (processes.length === 0) return isYoung(path); // no such folder on this system
  const environments = processes.map((pid) => readFile(`/proc/${pid}/environ`, "utf8").catch(() => ""));
  return (await Promise.all(environments)).some((environment) => environment.includes(`GIT_INDEX_FILE=${path}/`));
}

const HOUR_MS = 60 * 60 * 1000;

async function isYoung(path: string): Promise<boolean> {
  const changed = await stat(path).catch(() => undefined);
  return changed !== undefined && Date.now() - changed.mtimeMs < HOUR_MS;
}
