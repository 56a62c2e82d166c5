// The diffs of all revisions, made by the engine's own adapter in a repository of their own, plain and compact.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openGit } from "../../src/adapters/git/open-repository.ts";
import { printDelta } from "../../src/domain/prompts/delta.ts";
import type { Loop, Revision } from "./loops.ts";

export interface Delta {
  readonly plain: string;
  readonly compact: string;
}

export const pathOf = ({ artifact }: Pick<Loop, "artifact">): string => `docs/features/001-replay/${artifact}`;

export async function readDeltas(loops: readonly Loop[]): Promise<Map<Revision, Delta>> {
  const root = mkdtempSync(join(tmpdir(), "iflow-replay-"));
  try {
    execFileSync("git", ["init", "--quiet", "--bare", "."], { cwd: root });
    const all = loops.flatMap((loop) => loop.revisions.map((revision) => ({ revision, path: pathOf(loop) })));
    execFileSync("git", ["fast-import", "--quiet"], { cwd: root, input: all.map(printCommits).join("") });
    execFileSync("git", ["config", "core.bare", "false"], { cwd: root });
    execFileSync("git", ["config", "core.worktree", root], { cwd: root });
    const { commits } = await openGit(root, { ...process.env, GIT_DIR: root });
    const deltas = new Map<Revision, Delta>();
    for (const [index, { revision, path }] of all.entries()) {
      const [from, to] = [`refs/tags/b${index}`, `refs/tags/a${index}`];
      const plain = printDelta(await commits.diff(from, to, [path]), false);
      const compact = printDelta(await commits.diff(from, to, [path], "compact"), false);
      deltas.set(revision, { plain, compact });
    }
    return deltas;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Two commits in the form of `git fast-import`. */
function printCommits({ revision, path }: { revision: Revision; path: string }, index: number): string {
  const commit = (tag: string, text: string) =>
    `commit refs/tags/${tag}${index}\ncommitter bench <bench@iflow.invalid> 0 +0000\n${data("-")}M 100644 inline ${path}\n${data(text)}\n`;
  return `${commit("b", revision.before)}${commit("a", revision.after)}`;
}

const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;
