// Who may do what in a team's database. Its owner may do everything; everybody else sees the repositories they were let into
// and no others, as a worker, who moves runs, or as a client, who looks, answers and asks to stop.
import { IflowError } from "../../domain/text/errors.ts";
import type { Database } from "./database.ts";

export type TeamRole = "worker" | "client";

/** Part of the tables; a role sees a row if it was let into its repository. */
export const ACCESS = `
create table iflow.member (
  role text not null,
  repository text not null,
  primary key (role, repository)
);
alter table iflow.member enable row level security;
create policy own on iflow.member for select using (role = current_user);
do $$
declare name text;
begin
  foreach name in array array['run', 'record', 'file', 'answer', 'holder', 'feature', 'stop', 'ledger', 'live', 'job', 'session'] loop
    execute format('alter table iflow.%I enable row level security', name);
    execute format('create policy member on iflow.%I using (repository in (select repository from iflow.member))', name);
  end loop;
end $$;
`;

const GRANTS: Readonly<Record<TeamRole, readonly string[]>> = {
  worker: ["grant select, insert, update, delete on all tables in schema iflow to ROLE"],
  client: [
    "grant select on all tables in schema iflow to ROLE",
    "grant insert on iflow.answer to ROLE",
    "grant select, insert, update, delete on iflow.stop to ROLE",
    "grant insert on iflow.job to ROLE",
    "grant update (state, changed_at) on iflow.job to ROLE",
  ],
};

/** The schema that the package of the workers' queue has made for itself. */
const QUEUE_GRANTS = [
  "grant usage on schema dbos to ROLE",
  "grant select, insert, update, delete on all tables in schema dbos to ROLE",
  "grant usage, select on all sequences in schema dbos to ROLE",
  "grant execute on all functions in schema dbos to ROLE",
];

async function hasQueue(database: Pick<Database, "rows">): Promise<boolean> {
  return (await database.rows("select 1 from pg_namespace where nspname = 'dbos'")).length > 0;
}

/** The role is there already: who may log in is a matter of the server. Said again with another word, that one counts. */
export async function letIn(database: Database, role: string, as: TeamRole, repository: string): Promise<void> {
  const [found] = await database.rows("select 1 from pg_roles where rolname = $1", [role]);
  if (!found) {
    throw new IflowError("usage", `the server of the database has no role ${role}`, {
      fix: `create role ${quoted(role)} login password '...'   (in psql, as its administrator)`,
    });
  }
  await database.together(async (inside) => {
    await inside.rows(`revoke all on all tables in schema iflow from ${quoted(role)}`);
    await inside.rows(`grant usage on schema iflow to ${quoted(role)}`);
    const grants = as === "worker" && (await hasQueue(inside)) ? [...GRANTS[as], ...QUEUE_GRANTS] : GRANTS[as];
    for (const grant of grants) await inside.rows(grant.replace("ROLE", () => quoted(role)));
    await inside.rows(`revoke insert, update, delete on iflow.member, iflow.schema from ${quoted(role)}`);
    await inside.rows("insert into iflow.member (role, repository) values ($1, $2) on conflict do nothing", [
      ...[role, repository],
    ]);
  });
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
