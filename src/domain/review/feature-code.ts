// What of a branch is the feature itself, and not iflow's own record of it.
import { CONFIG_FILE } from "../config/settings-file.ts";
import { DOCUMENTS } from "../documents/document-names.ts";
import { underRoot } from "../feature/feature-key.ts";

const FOLDERS = ["features", "projects", "brainstorms", "knowledge-bank"];

/** Folders and files of iflow: its documents, and its settings. */
export function ownPaths(artifactsRoot: string): {
  readonly folders: readonly string[];
  readonly files: readonly string[];
} {
  return {
    folders: FOLDERS.map((name) => underRoot(artifactsRoot, name)),
    files: [underRoot(artifactsRoot, "backlog.md"), CONFIG_FILE],
  };
}

export function featureCode(paths: readonly string[], artifactsRoot: string): string[] {
  const { folders, files } = ownPaths(artifactsRoot);
  return paths.filter((path) => !files.includes(path) && !folders.some((folder) => path.startsWith(`${folder}/`)));
}

const RECORDS: readonly string[] = [
  ...DOCUMENTS,
  "retro.md",
  ".meta.json",
  ".review-history.md",
  "implementation-log.md",
  "receipts.json",
];

/** What the engine itself commits in the feature's folder. Anything else there is somebody's change. */
export function isFeatureRecord(folder: string, path: string): boolean {
  return RECORDS.some((name) => path === `${folder}/${name}`);
}
