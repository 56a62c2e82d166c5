// The files of a run as rows, which every machine sees. A copy lies on this machine for agents and people who are told a path.
import { dirname, join } from "node:path";
import type { RunFolder } from "../../../ports/runs/runs.ts";
import type { Database } from "../../database/database.ts";
import { plainFileName, writableFileName } from "../../recorded/file-name.ts";
import type { StoredFiles } from "../../recorded/outcomes.ts";
import { makeFolder, writeWhole } from "../durable-files.ts";
import type { RowPlace, RowRun } from "./row-run.ts";
import { takenOver } from "./row-run.ts";

export function createRowFolder({ database, repository, head, mirror, epoch, publish }: RowRun): RunFolder {
  const files = rowFiles(database, repository, head.id);
  return {
    path: mirror,
    read: files.read,
    list: files.list,
    async write(name, content) {
      const plain = writableFileName(name);
      if (plain.endsWith(OUTCOME)) await publish?.(); // an outcome that is there is never asked for again
      const [row] = await database.rows(WRITE, [repository, head.id, epoch, plain, Buffer.from(content)]);
      if (!row) throw takenOver(head.id);
      await copyTo(join(mirror, plain), content);
    },
    async touchedAt(name) {
      const [row] = await database.rows<{ touched_at: Date }>(
        "select touched_at from iflow.file where repository = $1 and run = $2 and name = $3",
        [repository, head.id, plainFileName(name)],
      );
      return row?.touched_at.getTime();
    },
  };
}

export function rowFiles(database: Database, repository: string, run: string): StoredFiles {
  return {
    async read(name) {
      const [row] = await database.rows<{ content: Buffer }>(
        "select content from iflow.file where repository = $1 and run = $2 and name = $3",
        [repository, run, plainFileName(name)],
      );
      return row?.content.toString("utf8");
    },
    async list(folder) {
      const start = `${plainFileName(folder)}/`;
      const rows = await database.rows<{ name: string }>(
        `select distinct split_part(substr(name, length($3) + 1), '/', 1) as name from iflow.file
         where repository = $1 and run = $2 and starts_with(name, $3)`,
        [repository, run, start],
      );
      return rows.map(({ name }) => name).sort();
    },
  };
}

/** In the order in which they were written. */
export async function writtenFiles({ database, repository }: RowPlace, run: string): Promise<string[]> {
  const rows = await database.rows<{ name: string }>(
    "select name from iflow.file where repository = $1 and run = $2 order by touched_at, name",
    [repository, run],
  );
  return rows.map(({ name }) => name);
}

async function copyTo(path: string, content: string): Promise<void> {
  await makeFolder(dirname(path));
  await writeWhole(path, content);
}

const OUTCOME = ".outcome.json";

const WRITE = `
insert into iflow.file (repository, run, name, content)
select $1, $2, $4, $5 from iflow.run where repository = $1 and id = $2 and epoch = $3
on conflict (repository, run, name) do update set content = excluded.content, touched_at = clock_timestamp()
returning name`;
