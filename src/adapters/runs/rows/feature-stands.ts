// Where a feature stands, from the rows of its runs: what a worker needs to know after an opening.
import { parseMeta } from "../../../domain/feature/meta/feature-meta.ts";
import type { FeatureStands } from "../../../domain/team/opening-end.ts";
import type { Runs } from "../../../ports/runs/runs.ts";
import type { RowPlace } from "./row-run.ts";

export async function readStands(
  { database, repository }: RowPlace,
  runs: Pick<Runs, "ofFeature">,
  feature: string,
): Promise<FeatureStands> {
  const open = (await runs.ofFeature(feature)).find(({ outcome }) => outcome === undefined);
  const [kept] = await database.rows<{ meta: Buffer | null }>(
    "select meta from iflow.feature where repository = $1 and key = $2",
    [repository, feature],
  );
  const [counted] = await database.rows<{ count: string }>(
    "select count(*) from iflow.record where repository = $1 and starts_with(run, $2) and type in ('done', 'asked')",
    [repository, `${feature}.`],
  );
  const parsed = kept?.meta ? parseMeta(kept.meta.toString("utf8")) : undefined;
  const meta = parsed?.ok ? parsed.meta : undefined;
  return {
    pendings: open?.pendings ?? [],
    isRunOpen: open !== undefined,
    lastCompleted: meta?.lastCompletedPhase ?? undefined,
    isCompleted: meta?.status === "completed",
    records: Number(counted?.count ?? 0),
  };
}
