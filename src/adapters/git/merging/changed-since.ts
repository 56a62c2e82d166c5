// What a branch has now against what was judged. Commits may be amended, rebased or merged since, and their messages say
// nothing about their content, so files are compared, not histories.
import type { Git } from "../checkout/git.ts";
import { splitRecords } from "../checkout/named-paths.ts";

export interface Judged {
  readonly judged: string;
  readonly tip: string;
  readonly base: string;
}

export async function readChanged(git: Git, { judged, tip, base }: Judged): Promise<string[] | undefined> {
  const { exitCode } = await git.attempt(["cat-file", "-e", `${judged}^{commit}`]);
  if (exitCode !== 0) return undefined;
  const changed = await differing(git, [judged, tip]);
  if (changed.length === 0) return [];
  // a rebase or a merge brings in what the base branch has meanwhile; a change that was dropped is not among it
  const onBase = new Set(await differing(git, [`${judged}...${base}`]));
  const notAsBase = new Set(await differing(git, [tip, base]));
  return changed.filter((path) => !onBase.has(path) || notAsBase.has(path));
}

async function differing(git: Git, range: readonly string[]): Promise<string[]> {
  return splitRecords(await git.run(["diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", ...range]));
}
