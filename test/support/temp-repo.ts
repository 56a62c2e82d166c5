// A real git repository in a temp folder, gone when the test ends.
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

export interface TempRepo {
  readonly root: string;
  git(...args: string[]): string;
  write(files: Record<string, string>): Promise<void>;
}

export async function tempRepo(files: Record<string, string> = { "README.md": "# Example\n" }): Promise<TempRepo> {
  const repo = repoAt(await tempFolder());
  const { git } = repo;
  await repo.write(files);
  git("init", "--quiet", "--initial-branch", "main");
  git("config", "user.name", "iflow test");
  git("config", "user.email", "test@iflow.invalid");
  git("config", "commit.gpgsign", "false");
  git("config", "gc.auto", "0"); // a background gc would race with the removal
  git("add", "--all");
  git("commit", "--quiet", "--allow-empty", "--message", "start");
  return repo;
}

/** A repository that is there already. */
export function repoAt(root: string): TempRepo {
  return {
    root,
    git: (...args) => execFileSync("git", args, { cwd: root, stdio: "pipe", encoding: "utf8" }).trimEnd(),
    write: (files) => writeFiles(root, files),
  };
}

export async function tempFolder(): Promise<string> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "iflow-test-"))); // git reports the target of a symlinked temp folder
  onTestFinished(() => rm(root, { recursive: true, force: true, maxRetries: 3 }));
  return root;
}

export async function writeFiles(root: string, files: Record<string, string>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const target = join(root, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
  }
}
