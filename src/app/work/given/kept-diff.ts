// The diff between two commits, kept as it was first shown to a role. Attributes in the working tree and git's settings
// affect how a diff looks, so the same two commits may look different tomorrow; a replay must compose the same prompts.
import { matcherOf } from "../../../domain/text/secrets/secret-files.ts";
import { sha256 } from "../../../domain/text/sha256.ts";
import type { Diff, DiffForm } from "../../../ports/git/repository.ts";
import type { Parts } from "../state/phase-run.ts";
import { readKeptJson } from "./kept-json.ts";

const NO_DIFF: Diff = { stat: "", patch: "", added: 0, removed: 0 };

/** Without the files that `agents.deny` closes: it is shown to agents. */
export async function keptDiff(
  phase: Parts<"ports" | "run">,
  from: string,
  to: string,
  all: readonly string[],
  form: DiffForm = "plain",
): Promise<Diff> {
  const isClosed = matcherOf(phase.run.head.config.agents.deny);
  const paths = all.filter((path) => !isClosed(path));
  if (paths.length === 0 && all.length > 0) return NO_DIFF;
  const key = sha256(JSON.stringify([from, to, form, ...paths])).slice(0, 32);
  const file = `diffs/${key}.json`;
  if ((await phase.run.folder.read(file)) !== undefined) return readKeptJson(phase, file);
  const diff = await phase.ports.commits.diff(from, to, paths, form);
  await phase.run.folder.write(file, JSON.stringify(diff)); // written atomically, before any agent is sent it
  return diff;
}
