// A run as an earlier build of iflow left it: its folder and the repository it worked in, in one JSON file. The repository is
// a stream of `git fast-export`, so every commit has its old id again.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sealLines } from "../../src/domain/text/json/sealed-lines.ts";
import { type TempRepo, tempRepo } from "../support/temp-repo.ts";

/** Runs of journal format 2, which has no checksums; this build replays them. */
export const RECORDINGS = join(import.meta.dirname, "recordings");
/** The same plays in format 3. */
export const SEALED = join(import.meta.dirname, "sealed");
/** Runs of formats before it: they are read, and refused. */
export const EARLIER = join(import.meta.dirname, "earlier");

export interface Recording {
  /** Id of the run. */
  readonly run: string;
  /** Where HEAD stood. */
  readonly branch: string;
  /** Files of the run's folder; the repository's own path in them is written as `{root}`. */
  readonly files: Readonly<Record<string, string>>;
  readonly repository: string;
}

export function record(root: string, run: string): Recording {
  const folder = join(root, ".git", "iflow", "runs", run);
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .filter((name) => !name.endsWith(".prompt.md")) // a replay composes them again; their hashes are in the journal
    .sort();
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" });
  return {
    run,
    branch: git("branch", "--show-current").trim(),
    files: Object.fromEntries(
      names.map((name) => [name, readFileSync(join(folder, name), "utf8").replaceAll(root, "{root}")]),
    ),
    repository: git("fast-export", "--all"),
  };
}

/** The repository and the run in a new folder; a run that had ended has lost its last line, as if it had been killed there. */
export async function restore({ run, branch, files, repository }: Recording): Promise<TempRepo> {
  const place = await tempRepo({});
  const { root } = place;
  execFileSync("git", ["fast-import", "--quiet", "--force"], { cwd: root, input: repository });
  place.git("checkout", "--quiet", "--force", branch);
  const restored = Object.entries(files).map(([name, text]) => {
    const here = text.replaceAll("{root}", root);
    return [`.git/iflow/runs/${run}/${name}`, name === "journal.jsonl" ? withoutEnd(here) : here];
  });
  await place.write(Object.fromEntries(restored));
  return place;
}

function withoutEnd(journal: string): string {
  const [first = "", ...lines] = journal.trimEnd().split("\n");
  const { sum, ...head } = JSON.parse(first);
  const kept = lines.filter((line) => !line.startsWith('{"type":"ended"'));
  if (sum === undefined) return [first, ...kept, ""].join("\n");
  // the paths in it are others now: sealed anew, and without the checksums of files, which have such paths too
  const records = kept.map((line) => JSON.parse(line)).filter(({ type }) => type !== "file");
  return sealLines([head, ...records.map(({ sum: _, ...record }) => record)], "").text;
}
