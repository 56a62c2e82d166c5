// A completion commit as the run that made it recorded it. Whoever can use git can rewrite the commit and `.meta.json` in
// it; the run's journal on this machine still names the commit that iflow made.
import * as z from "zod";
import { type FeatureMeta, parseMeta } from "../../domain/feature/meta/feature-meta.ts";
import type { LoggedCommit } from "../../ports/git/merging.ts";
import type { Parts } from "./state/phase-run.ts";
import { metaPath } from "./world.ts";

export interface RecordedCompletion {
  readonly sha: string;
  readonly meta: FeatureMeta;
}

const RecordSchema = z.object({
  type: z.literal("done"),
  step: z.string(),
  result: z.object({ done: z.object({ status: z.literal("committed"), sha: z.string() }) }),
});

/** Undefined when no run on this machine made this completion, or its commit is no longer in the repository. */
export async function recordedCompletion(
  phase: Parts<"feature" | "ports">,
  { sha, step }: Pick<LoggedCommit, "sha" | "step">,
): Promise<RecordedCompletion | undefined> {
  const name = /^([\w-]+)\/\d+\/\d+\/complete\/\d+$/.exec(step ?? "")?.[1];
  const completed = name && (await metaAt(phase, sha))?.phases?.[name]?.completed;
  if (!name || !completed) return undefined;
  const runs = await phase.ports.runs.ofFeature(phase.feature.key);
  for (const { head } of runs.filter(({ head: { phase: of } }) => of === name).reverse()) {
    const made = await lastCompletion(phase, head.id, name);
    const meta = made === undefined ? undefined : await metaAt(phase, made);
    if (made !== undefined && meta?.phases?.[name]?.completed === completed) return { sha: made, meta };
  }
  return undefined;
}

/** `.meta.json` of a commit; undefined when it, or the commit, cannot be read. */
export async function metaAt(phase: Parts<"feature" | "ports">, sha: string): Promise<FeatureMeta | undefined> {
  const text = await phase.ports.repository.show(sha, metaPath(phase)).catch(() => undefined);
  const parsed = text === undefined ? undefined : parseMeta(text);
  return parsed?.ok ? parsed.meta : undefined;
}

async function lastCompletion({ ports }: Parts<"ports">, run: string, name: string): Promise<string | undefined> {
  const lines = await ports.runs.journal(run, Number.MAX_SAFE_INTEGER);
  const records = (lines?.records ?? []).flatMap((record) => RecordSchema.safeParse(record).data ?? []);
  return records.findLast(({ step }) => step.startsWith(`${name}/`) && step.includes("/complete/"))?.result.done.sha;
}
