// Whether a git that outlived its killed iflow may still work on a throw-away index: with its index taken away, a commit
// that is being made would lose every file. Such a git has the path in its environment.
import { readdir, readFile } from "node:fs/promises";
import { basename } from "node:path";

/** Also true where it cannot be known: the index is then removed when the last run ends. */
export async function mayHaveUser(path: string): Promise<boolean> {
  if (!basename(path).startsWith("index-")) return false;
  const processes = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
  if (processes.length === 0) return true;
  const environments = processes.map((pid) => readFile(`/proc/${pid}/environ`, "utf8").catch(() => ""));
  return (await Promise.all(environments)).some((environment) => environment.includes(`GIT_INDEX_FILE=${path}/`));
}
