// The commits of a branch with the files they changed, and who made them: iflow marks its own with the step.
import type { LoggedCommit, Merging } from "../../../ports/git/merging.ts";
import type { Git } from "../checkout/git.ts";
import { assertNamedPaths } from "../checkout/named-paths.ts";
import { stepIn } from "../commits/step-trailer.ts";

/** No text that git prints between two records holds it. */
const MARK = "\u0001\u0002";

export async function readLog(
  git: Git,
  { tip, without = [], folder, ownOnly }: Parameters<Merging["log"]>[0],
): Promise<LoggedCommit[]> {
  if (folder !== undefined) assertNamedPaths([folder]);
  const range = [tip, ...without.map((revision) => `^${revision}`)];
  const which = [
    ...(ownOnly ? ["--first-parent"] : []),
    "--full-history",
    "--no-merges",
    "--no-renames",
    "--encoding=UTF-8",
    "--name-only",
    "-z",
  ];
  const format = `--format=${MARK}%H%x00%s%x00%B%x00`;
  const args = ["log", ...which, format, ...range, "--", ...(folder === undefined ? [] : [folder])];
  return (await git.run(args)).split(MARK).slice(1).map(parseRecord);
}

function parseRecord(record: string): LoggedCommit {
  const [sha = "", subject = "", body = "", ...names] = record.split("\0");
  const step = stepIn(body);
  const paths = names.map((name) => name.replace(/^\n/, "")).filter((name) => name !== "");
  return { sha, subject, ...(step !== undefined && { step }), paths };
}
