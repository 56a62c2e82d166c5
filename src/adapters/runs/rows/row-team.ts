// Files of features as rows, for machines that have not got their branch.
import type { KeptElsewhere, Team } from "../../../ports/runs/team.ts";
import { parsePlace } from "./read-rows.ts";
import { elsewhere, type RowPlace, type TreePlace } from "./row-run.ts";

export function createRowTeam({ database, repository }: RowPlace, here: TreePlace): Team {
  return {
    async features() {
      const rows = await database.rows<FeatureRow>(FEATURES, [repository]);
      return new Map(rows.map((row) => [row.key, keptElsewhere(row, here)]));
    },
    async history(feature) {
      const [row] = await database.rows<{ history: Buffer | null }>(HISTORY, [repository, feature]);
      return row?.history?.toString("utf8");
    },
    async keep(feature, { meta, history }) {
      const bytes = [meta, history].map((text) => (text === undefined ? null : Buffer.from(text)));
      await database.rows(KEEP, [repository, feature, JSON.stringify(here), ...bytes]);
    },
  };
}

interface FeatureRow {
  readonly key: string;
  readonly place: string | null;
  readonly meta: Buffer | null;
}

function keptElsewhere({ place, meta }: FeatureRow, here: TreePlace): KeptElsewhere | undefined {
  const away = place === null ? undefined : elsewhere(parsePlace(place), here);
  return away && { ...away, meta: meta?.toString("utf8") };
}

const FEATURES = `
select key, place, meta from iflow.feature where repository = $1
union all
select distinct feature, null, null::bytea from iflow.run where repository = $1
  and feature not in (select key from iflow.feature where repository = $1)`;

const HISTORY = "select history from iflow.feature where repository = $1 and key = $2";

const KEEP = `
insert into iflow.feature (repository, key, place, meta, history) values ($1, $2, $3, $4, $5)
on conflict (repository, key) do update set place = excluded.place,
  meta = coalesce(excluded.meta, iflow.feature.meta), history = coalesce(excluded.history, iflow.feature.history)`;
