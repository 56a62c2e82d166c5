// What of a branch is the feature itself, and not iflow's own record of it.
import { CONFIG_FILE } from "../config/settings-file.ts";
import { underRoot } from "../feature/feature-key.ts";

const FOLDERS = ["features", "projects", "brainstorms", "knowledge-bank"];

export function featureCode(paths: readonly string[], artifactsRoot: string): string[] {
  const folders = FOLDERS.map((name) => `${underRoot(artifactsRoot, name)}/`);
  const files = [underRoot(artifactsRoot, "backlog.md"), CONFIG_FILE];
  return paths.filter((path) => !files.includes(path) && !folders.some((folder) => path.startsWith(folder)));
}
