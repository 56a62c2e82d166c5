// Diffs that the page shows: between two looks of the reviewers, and all that would be merged. Commits are asked for by their
// full names, and only those of the feature's own history are shown.
import { wholeChange } from "../../../../app/run/look-first.ts";
import type { Config } from "../../../../domain/config/config.ts";
import { IflowError } from "../../../../domain/text/errors.ts";
import type { LoggedCommit } from "../../../../ports/git/merging.ts";
import type { Ports } from "../../../../ports/ports.ts";
import { diffView } from "../../view/diff/parse-diff.ts";
import type { DiffView } from "../../view/model/common.ts";

export interface AskedChange {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly what: string | undefined;
  /** Only this file. */
  readonly path: string | undefined;
}

/** More than this is not read by anybody in a page, and git would be asked for all of it. */
const MOST_FILES = 300;

export async function changesView(
  ports: Ports,
  config: Config,
  { key, branch, log }: { readonly key: string; readonly branch: string; readonly log: readonly LoggedCommit[] },
  asked: AskedChange,
): Promise<DiffView> {
  const range = asked.what === "merge" ? await wholeChange(ports, { branch, config }) : between(log, asked);
  if (range === undefined) throw new IflowError("usage", `${key} has no such change`, { fix: `git log ${branch}` });
  const named = asked.path === undefined ? range.files : range.files.filter((path) => path === asked.path);
  const files = named.slice(0, MOST_FILES);
  const diff = files.length === 0 ? EMPTY : await ports.commits.diff(range.from, range.to, files);
  const { title, from, to } = range;
  const view = diffView(diff, { title, from, to, files });
  return { ...view, more: view.more + named.length - files.length };
}

const EMPTY = { stat: "", patch: "", added: 0, removed: 0 };

/** Both have to be the feature's own: what else is in the repository is not shown by its name here. */
function between(log: readonly LoggedCommit[], { from, to }: AskedChange) {
  const [newest, oldest] = [to, from].map((sha) => log.findIndex((commit) => commit.sha === sha));
  if (newest === undefined || oldest === undefined || newest === -1 || oldest <= newest) return undefined;
  const own = log.slice(newest, oldest).flatMap(({ paths }) => paths);
  const files = [...new Set(own)].filter((path) => !path.slice(path.lastIndexOf("/") + 1).startsWith(".")).sort();
  return { title: log[newest]?.subject ?? "", from: from ?? "", to: to ?? "", files };
}
