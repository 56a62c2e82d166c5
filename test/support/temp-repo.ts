// A real git repository in a temp folder.
import { execFileSync } from "node:child_process";
import { appendFile, mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { inject } from "vitest";
import { copyShared } from "./shared.ts";

export interface TempRepo {
  readonly root: string;
  git(...args: string[]): string;
  write(files: Record<string, string>): Promise<void>;
}

export async function tempRepo(files: Record<string, string> = { "README.md": "# Example\n" }): Promise<TempRepo> {
  const root = await tempFolder();
  await copyShared(`repository ${JSON.stringify(files)}`, root, () => makeRepo(files));
  untouched.set(root, files);
  return repoAt(root);
}

async function makeRepo(files: Record<string, string>): Promise<string> {
  const repo = repoAt(await tempFolder());
  await repo.write(files);
  repo.git("init", "--quiet", "--initial-branch", "main", "--template="); // no sample hooks
  await appendFile(join(repo.root, ".git", "config"), CONFIG);
  repo.git("add", "--all");
  repo.git("commit", "--quiet", "--allow-empty", "--message", "start");
  return repo.root;
}

/** Repositories that nobody has worked in since they were made, with the files they were made of. */
export const untouched = new Map<string, Record<string, string>>();

/** What four calls of `git config` would write. */
const CONFIG = `[user]
\tname = iflow test
\temail = test@iflow.invalid
[commit]
\tgpgsign = false
[gc]
\tauto = 0 # in the background it would race with the removal
`;

/** A repository that is there already. */
export function repoAt(root: string): TempRepo {
  return {
    root,
    git: (...args) => {
      untouched.delete(root);
      return execFileSync("git", args, { cwd: root, stdio: "pipe", encoding: "utf8" }).trimEnd();
    },
    write: (files) => {
      untouched.delete(root);
      return writeFiles(root, files);
    },
  };
}

/** It stays until the run has ended. */
export function tempFolder(): Promise<string> {
  return mkdtemp(join(inject("sharedFolder"), "test-"));
}

export async function writeFiles(root: string, files: Record<string, string>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const target = join(root, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
  }
}
