// The diff between two commits, kept as it was first shown to a role. Attributes in the working tree and git's settings
// affect how a diff looks, so the same two commits may look different tomorrow; a replay must compose the same prompts.
import { sha256 } from "../../domain/text/sha256.ts";
import type { Diff, DiffForm } from "../../ports/repository.ts";
import { readKeptJson } from "./kept-json.ts";
import type { Parts } from "./state/phase-run.ts";

export async function keptDiff(
  phase: Parts<"ports" | "run">,
  from: string,
  to: string,
  paths: readonly string[],
  form: DiffForm = "plain",
): Promise<Diff> {
  const key = sha256(JSON.stringify([from, to, form, ...paths])).slice(0, 32);
  const file = `diffs/${key}.json`;
  if ((await phase.run.folder.read(file)) !== undefined) return readKeptJson(phase, file);
  const diff = await phase.ports.commits.diff(from, to, paths, form);
  await phase.run.folder.write(file, JSON.stringify(diff)); // written atomically, before any agent is sent it
  return diff;
}
