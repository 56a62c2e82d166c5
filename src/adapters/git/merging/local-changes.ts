// What differs from HEAD, as git tells it.
import type { LocalChange } from "../../../ports/git/merging.ts";
import { type Git, notInside } from "../checkout/git.ts";
import { splitRecords } from "../checkout/named-paths.ts";

export async function readLocalChanges(git: Git): Promise<LocalChange[]> {
  const args = ["status", "--porcelain=v1", "-z", "--no-renames", "--untracked-files=normal", notInside];
  return splitRecords(await git.run(args)).map((record) => ({
    path: record.slice(3),
    kind: record.startsWith("??") ? "untracked" : record[0] === " " ? "changed" : "staged",
  }));
}
