// Conversations with agents over an API, which iflow keeps itself, as rows: a reviewer that another worker takes over is resumed there
// instead of being asked anew. A file is sent whole when it has changed; its lines carry their own checksums.
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RowPlace } from "./row-run.ts";

export interface SessionRows {
  send(): Promise<void>;
  /** In a clone that has none of them. */
  layOut(): Promise<void>;
  forget(): Promise<void>;
}

export function createSessionRows({ database, repository }: RowPlace, feature: string, folder: string): SessionRows {
  const own = [repository, feature];
  let sizes: Map<string, number> | undefined;
  const readSizes = async () => {
    const rows = await database.rows<{ name: string; size: number }>(SIZES, own);
    return new Map(rows.map(({ name, size }) => [name, size]));
  };
  return {
    async send() {
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(ENDING));
      if (names.length === 0) return;
      sizes ??= await readSizes();
      for (const name of names) {
        const { size } = await stat(join(folder, name));
        if (sizes.get(name) === size) continue;
        await database.rows(SEND, [...own, name, await readFile(join(folder, name))]);
        sizes.set(name, size);
      }
    },
    async layOut() {
      const rows = await database.rows<{ name: string; content: Buffer }>(READ, own);
      if (rows.length > 0) await mkdir(folder, { recursive: true, mode: 0o700 });
      for (const { name, content } of rows) {
        if (PLAIN.test(name)) await writeFile(join(folder, name), content, { mode: 0o600 });
      }
    },
    async forget() {
      await database.rows("delete from iflow.session where repository = $1 and feature = $2", own);
    },
  };
}

const ENDING = ".jsonl";
/** Other workers write the rows; none of them names a file elsewhere. */
const PLAIN = /^[\w-]+\.jsonl$/;

const SIZES = "select name, octet_length(content) as size from iflow.session where repository = $1 and feature = $2";

const READ = "select name, content from iflow.session where repository = $1 and feature = $2";

const SEND = `
insert into iflow.session (repository, feature, name, content) values ($1, $2, $3, $4)
on conflict (repository, feature, name) do update set content = excluded.content`;
