// What a completion writes before its commit exists: `.meta.json`, and at the end of a feature the logs it removes. The
// texts before and after are kept first. Whatever ends the attempt, a refusal, a failure or a kill, the commit is looked
// for before anything is put back; if it stands, the files come back from the commit.
import * as z from "zod";
import { type CompletionFile, mendedText } from "../../domain/feature/meta/completion-file.ts";
import { parseJson } from "../../domain/text/json/json.ts";
import { listNames } from "../../domain/text/list-names.ts";
import type { CommitRequest } from "../../ports/git/repository.ts";
import type { Parts } from "../work/state/phase-run.ts";

const RECORD = "completion.json";
const RecordSchema = z.object({
  step: z.string(),
  /** Where the branch stood; missing in records of earlier versions. */
  since: z.string().optional(),
  files: z.record(z.string(), z.object({ before: z.string().nullable(), after: z.string().nullable() })),
});

type Phase = Parts<"feature" | "ports" | "run">;

/** Writes the files of a completion; null removes one. Until `closeCompletion`, a kill leaves them to `settleLeft`. */
export async function writeCompletion(
  { ports: { tree }, run }: Phase,
  { step, since }: Pick<CommitRequest, "step" | "since">,
  texts: ReadonlyMap<string, string | null>,
): Promise<void> {
  const files: Record<string, CompletionFile> = {};
  for (const [path, after] of texts) files[path] = { before: (await tree.read(path)) ?? null, after };
  await run.folder.write(RECORD, JSON.stringify({ step, since, files }));
  for (const [path, text] of texts) await give(tree, path, text);
}

/** The commit stands, and the files are as it has them. */
export async function closeCompletion({ run }: Parts<"run">): Promise<void> {
  await run.folder.write(RECORD, "{}");
}

export interface Mended {
  /** The commit that stands; undefined when the files were put back. */
  readonly sha: string | undefined;
  readonly paths: readonly string[];
}

/** Mends the files of a completion that was not closed; undefined when there is none. Another branch's files are left alone. */
export async function settleLeft(phase: Phase): Promise<Mended | undefined> {
  const { repository, tree } = phase.ports;
  const left = RecordSchema.safeParse(parseJson(await phase.run.folder.read(RECORD))).data;
  if (!left || (await repository.where()).branch !== phase.feature.branch) return undefined;
  const sha = await findCompletion(phase, left);
  const paths: string[] = [];
  for (const [path, file] of Object.entries(left.files)) {
    const committed = sha === undefined ? undefined : ((await repository.show(sha, path)) ?? null);
    const mended = mendedText(file, (await tree.read(path)) ?? null, committed);
    if (!mended) continue;
    await give(tree, path, mended.text);
    paths.push(path);
  }
  if (sha === undefined) await closeCompletion(phase); // one that stands is closed by the step that records it
  return { sha, paths };
}

export function tellMended({ ports }: Parts<"ports">, mended: Mended | undefined): void {
  if (!mended || mended.paths.length === 0) return;
  const names = listNames(mended.paths.map((path) => path.slice(path.lastIndexOf("/") + 1)));
  const was = mended.paths.length === 1 ? "was" : "were";
  const where =
    mended.sha === undefined ? "ahead of a completion commit that was not made" : "behind its completion commit";
  ports.emit({ type: "warned", text: `mended: ${names} ${was} ${where}` });
}

/** By its trailer; by its content where a hook has rewritten the message. */
async function findCompletion(
  { feature, ports, run }: Phase,
  { step, since = run.head.base, files }: z.infer<typeof RecordSchema>,
): Promise<string | undefined> {
  const { branch } = feature;
  const found = await ports.commits.findStep({ branch, step, since });
  if (found !== undefined) return found;
  const tip = await ports.repository.tip(branch);
  if (tip === undefined || tip === since) return undefined;
  for (const [path, { after }] of Object.entries(files)) {
    if (((await ports.repository.show(tip, path)) ?? null) !== after) return undefined;
  }
  return tip;
}

async function give(tree: Phase["ports"]["tree"], path: string, text: string | null): Promise<void> {
  if (text === null) await tree.remove(path);
  else await tree.writeOwn(path, text);
}
