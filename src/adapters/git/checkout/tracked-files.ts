// What git tracks in a folder. Empty where there is no repository, or no answer.
import { Git } from "./git.ts";
import { splitRecords } from "./named-paths.ts";

/** Answers at once: it is asked while a path is judged, and only if its name is that of a secret. */
export function trackedFiles(root: string, env: NodeJS.ProcessEnv): string[] {
  const { exitCode, stdout } = new Git(root, env).attemptNow(["ls-files", "-z"]);
  return exitCode === 0 ? splitRecords(stdout) : [];
}
