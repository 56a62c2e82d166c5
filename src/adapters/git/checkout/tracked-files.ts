// What git tracks in a folder. Empty where there is no repository, or no answer.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Git } from "./git.ts";
import { splitRecords } from "./named-paths.ts";

/** Answers at once: it is asked while a path is judged, and only if its name is that of a secret. */
export function trackedFiles(root: string, env: NodeJS.ProcessEnv): string[] {
  const { exitCode, stdout } = new Git(root, env).attemptNow(["-c", "core.fsmonitor=false", "ls-files", "-z"]);
  return exitCode === 0 ? splitRecords(stdout) : [];
}

/** Folders that belong to submodules, also to those of submodules. */
export function submodulesOf(root: string, env: NodeJS.ProcessEnv, levels = 4): string[] {
  const args = ["-c", "core.fsmonitor=false", "ls-files", "--stage", "-z"];
  const { exitCode, stdout } = new Git(root, env).attemptNow(args);
  const links = exitCode === 0 ? splitRecords(stdout).filter((record) => record.startsWith("160000 ")) : [];
  const paths = [...new Set(links.map((record) => record.slice(record.indexOf("\t") + 1)))];
  const isOpen = (path: string) => levels > 1 && existsSync(join(root, path, ".git"));
  const below = (path: string) =>
    isOpen(path) ? submodulesOf(join(root, path), env, levels - 1).map((inner) => `${path}/${inner}`) : [];
  return paths.flatMap((path) => [path, ...below(path)]);
}
