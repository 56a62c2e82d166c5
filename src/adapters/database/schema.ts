// The tables of a team. They are made once, by whoever owns the database; workers and clients find them.
import { IflowError } from "../../domain/text/errors.ts";
import type { Database } from "./database.ts";
import { ACCESS } from "./roles.ts";

/** Raised with every change below; a program of another number refuses to work in the database. */
const VERSION = 1;

const TABLES = `
create schema iflow;
create table iflow.schema (version integer not null);
create table iflow.run (
  repository text not null,
  id text not null,
  feature text not null,
  head text not null,
  -- raised with every opening: what an older one still wants to record is refused
  epoch integer not null default 1,
  outcome text,
  -- where it was opened last: its work tree is there
  place text not null,
  -- tells a run from an earlier one of its name
  made bigint generated always as identity,
  primary key (repository, id)
);
create index on iflow.run (repository, feature);
create table iflow.record (
  repository text not null,
  run text not null,
  number integer not null,
  type text not null,
  body text not null,
  at timestamptz not null default clock_timestamp(),
  primary key (repository, run, number),
  foreign key (repository, run) references iflow.run (repository, id) on delete cascade
);
create table iflow.file (
  repository text not null,
  run text not null,
  name text not null,
  content bytea not null,
  touched_at timestamptz not null default clock_timestamp(),
  primary key (repository, run, name),
  foreign key (repository, run) references iflow.run (repository, id) on delete cascade
);
create table iflow.answer (
  repository text not null,
  run text not null,
  question text not null,
  answer text not null,
  at timestamptz not null default clock_timestamp(),
  primary key (repository, run, question),
  foreign key (repository, run) references iflow.run (repository, id) on delete cascade
);
create table iflow.holder (
  repository text not null,
  feature text not null,
  -- the connection that has the lock; without it the row says nothing
  backend integer not null,
  owner text not null,
  primary key (repository, feature)
);
-- what of a feature's files people look at from machines that have not got its branch
create table iflow.feature (
  repository text not null,
  key text not null,
  place text not null,
  meta bytea,
  history bytea,
  primary key (repository, key)
);
create table iflow.stop (
  repository text not null,
  process text not null,
  kind text not null,
  at timestamptz not null default clock_timestamp(),
  primary key (repository, process)
);
create table iflow.ledger (
  repository text not null,
  key text not null,
  line text not null,
  number bigint generated always as identity,
  primary key (repository, key)
);
-- a feature that workers are to bring further (domain/team/job.ts)
create table iflow.job (
  repository text not null,
  feature text not null,
  number integer not null,
  flags text not null,
  state text not null,
  opening integer not null default 0,
  -- openings in a row that ended without having recorded anything
  failed integer not null default 0,
  -- the questions it waits for, and until when it waits without one
  waits text[] not null default '{}',
  until timestamptz,
  told text,
  worker text,
  version text,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (repository, feature, number)
);
create unique index on iflow.job (repository, feature) where state not in ('done', 'cancelled');
-- conversations with agents over an API, so that who takes a feature over goes on with them
create table iflow.session (
  repository text not null,
  feature text not null,
  name text not null,
  content bytea not null,
  primary key (repository, feature, name)
);
create table iflow.worker (
  name text primary key,
  -- the connection that has its lock; without it the worker is gone
  backend integer not null,
  about text not null
);
-- what is only alive: lost with the server, and missed by nobody
create unlogged table iflow.live (
  repository text not null,
  run text not null,
  step text not null,
  work text not null,
  number bigint generated always as identity,
  primary key (repository, run, step)
);
-- whoever listens looks again; it says of which repository, in a form that names none
create function iflow.tell() returns trigger language plpgsql as $$
begin
  perform pg_notify('iflow', md5(coalesce(new.repository, old.repository)));
  return null;
end $$;
create trigger tell after insert on iflow.record for each row execute function iflow.tell();
create trigger tell after insert on iflow.answer for each row execute function iflow.tell();
create trigger tell after insert or update on iflow.live for each row execute function iflow.tell();
create trigger tell after insert or delete on iflow.run for each row execute function iflow.tell();
create trigger tell after insert or update or delete on iflow.holder for each row execute function iflow.tell();
create trigger tell after insert or update on iflow.job for each row execute function iflow.tell();
`;

/** Whether they were not there. Two who begin at the same moment make them once. */
export async function makeTables(database: Database): Promise<boolean> {
  const isNew = await database.together(async (inside) => {
    await inside.rows("select pg_advisory_xact_lock(hashtextextended('iflow.schema', 0))");
    if ((await versionOf(inside)) !== undefined) return false;
    await inside.rows(TABLES);
    await inside.rows(ACCESS);
    await inside.rows("insert into iflow.schema (version) values ($1)", [VERSION]);
    return true;
  });
  await requireTables(database);
  return isNew;
}

export async function requireTables(database: Pick<Database, "rows">): Promise<void> {
  const version = await versionOf(database);
  if (version === VERSION) return;
  const message =
    version === undefined
      ? "the database has no tables of iflow yet"
      : `the database has tables of version ${version}, and this iflow works with version ${VERSION}`;
  throw new IflowError("usage", message, {
    fix:
      version === undefined
        ? "Make them once, as the owner of the database: iflow team init"
        : "Use an iflow of the same version as the others of your team.",
  });
}

async function versionOf(database: Pick<Database, "rows">): Promise<number | undefined> {
  const [found] = await database.rows<{ there: boolean }>("select to_regclass('iflow.schema') is not null as there");
  if (!found?.there) return undefined;
  const [row] = await database.rows<{ version: number }>("select version from iflow.schema");
  return row?.version;
}
