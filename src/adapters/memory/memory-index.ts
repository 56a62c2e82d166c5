// The full-text index: which texts have any of the words, and how well they fit. A copy that may be deleted at any time:
// it is brought up to date from what it is given before every search, and made anew when it cannot be read.
import { createHash, randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type Libsql from "libsql";
import { type Candidate, type Hit, textOf } from "../../domain/knowledge/memory-ranking.ts";
import { IflowError } from "../../domain/text/errors.ts";

type Database = Libsql.Database;

export interface MemoryIndex {
  /** The best by text among the candidates of the wanted sort, at most `limit`. */
  find(wanted: Wanted, candidates: readonly Candidate[], limit: number): Promise<Hit[]>;
  close(): void;
}

export interface Wanted {
  readonly words: readonly string[];
  readonly category: string | undefined;
  readonly source: Candidate["source"] | undefined;
}

const FORMAT = "2";

export function createMemoryIndex(path: string): MemoryIndex {
  let opened: Database | undefined;
  let synced: Synced | undefined;
  const open = async () => {
    opened ??= await openDatabase(path);
    return opened;
  };
  const close = () => {
    opened?.close();
    opened = undefined;
    synced = undefined;
  };
  const find = async (wanted: Wanted, candidates: readonly Candidate[], limit: number) => {
    const database = await open();
    if (synced?.candidates !== candidates || synced.token !== tokenOf(database)) {
      const rows = rowsOf(candidates);
      synced = { candidates, rows, token: sync(database, rows) };
    }
    return query(database, wanted, synced.rows, limit);
  };
  return {
    close,
    async find(wanted, candidates, limit) {
      if (wanted.words.length === 0 || candidates.length === 0) return [];
      try {
        return await find(wanted, candidates, limit);
      } catch (error) {
        if (error instanceof IflowError) throw error;
        close(); // torn or of another format: everything in it can be had again
        await Promise.all(["", "-wal", "-shm"].map((ending) => rm(`${path}${ending}`, { force: true })));
        return find(wanted, candidates, limit);
      }
    },
  };
}

interface Synced {
  readonly candidates: readonly Candidate[];
  readonly rows: ReadonlyMap<string, Row>;
  /** Of the last change to the index: another process may have brought it to a state of its own. */
  readonly token: string;
}

async function openDatabase(path: string): Promise<Database> {
  const Driver = await loadDriver();
  await mkdir(dirname(path), { recursive: true });
  const database = new Driver(path);
  database.exec("PRAGMA busy_timeout = 10000"); // first: two that start at once would collide over the journal
  database.exec("PRAGMA journal_mode = WAL");
  database.exec("PRAGMA synchronous = OFF"); // a copy: after a power loss it is made anew
  database.exec("CREATE TABLE IF NOT EXISTS format (version TEXT)");
  const version = database.prepare("SELECT version FROM format").get() as { version?: string } | undefined;
  if (version?.version !== undefined && version.version !== FORMAT) throw new Error("another format");
  database.exec(`
    CREATE TABLE IF NOT EXISTS state (id INTEGER PRIMARY KEY, token TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS docs (
      id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, hash TEXT NOT NULL, source TEXT NOT NULL, category TEXT NOT NULL
    );
    CREATE VIRTUAL TABLE IF NOT EXISTS texts USING fts5(name, description, keywords, reasoning, tokenize = 'porter unicode61');
  `);
  if (version?.version === undefined) database.prepare("INSERT INTO format VALUES (?)").run(FORMAT);
  return database;
}

async function loadDriver(): Promise<typeof Libsql> {
  try {
    return (await import("libsql")).default;
  } catch (cause) {
    throw new IflowError("agent-unavailable", "the search index cannot be used on this machine", {
      cause,
      detail: (cause as Error).message.split("\n")[0] ?? "",
      fix: "install iflow-engine again on this platform; everything else works without it",
    });
  }
}

interface Row {
  readonly candidate: Candidate;
  readonly hash: string;
}

function rowsOf(candidates: readonly Candidate[]): Map<string, Row> {
  return new Map(
    candidates.map((candidate) => [
      `${candidate.source}/${candidate.scope}/${candidate.id}`,
      { candidate, hash: hash(`${candidate.category}\n${textOf(candidate)}`) },
    ]),
  );
}

/** Only what differs is written; another process may do the same at the same time. */
function sync(database: Database, rows: ReadonlyMap<string, Row>): string {
  const token = randomUUID();
  database.exec("BEGIN IMMEDIATE");
  try {
    const known = database.prepare("SELECT id, key, hash FROM docs").all() as {
      id: number;
      key: string;
      hash: string;
    }[];
    const before = new Map(known.map((row) => [row.key, row]));
    const remove = [
      database.prepare("DELETE FROM docs WHERE id = ?"),
      database.prepare("DELETE FROM texts WHERE rowid = ?"),
    ];
    const addDoc = database.prepare("INSERT INTO docs (key, hash, source, category) VALUES (?, ?, ?, ?)");
    const addText = database.prepare(
      "INSERT INTO texts (rowid, name, description, keywords, reasoning) VALUES (?, ?, ?, ?, ?)",
    );
    for (const { id, key, hash: text } of known) {
      if (rows.get(key)?.hash !== text) for (const statement of remove) statement.run(id);
    }
    for (const [key, { candidate, hash: text }] of rows) {
      if (before.get(key)?.hash === text) continue;
      const { name, description, keywords, reasoning, source, category } = candidate;
      const { lastInsertRowid } = addDoc.run(key, text, source, category);
      addText.run(lastInsertRowid, name, description, keywords.join(" "), reasoning);
    }
    database.prepare("INSERT OR REPLACE INTO state VALUES (1, ?)").run(token);
    database.exec("COMMIT");
    return token;
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}

function tokenOf(database: Database): string | undefined {
  const row = database.prepare("SELECT token FROM state").get() as { token?: string } | undefined;
  return row?.token;
}

/** Any of the words will do; names count most. What is not wanted takes no place among the best. */
function query(
  database: Database,
  { words, category, source }: Wanted,
  rows: ReadonlyMap<string, Row>,
  limit: number,
): Hit[] {
  const match = words.map((word) => `"${word.replaceAll('"', "")}"`).join(" OR ");
  const found = database
    .prepare(
      `SELECT docs.key AS key, -bm25(texts, 4.0, 2.0, 3.0, 1.0) AS relevance
       FROM texts JOIN docs ON docs.id = texts.rowid
       WHERE texts MATCH ?1 AND (?2 IS NULL OR docs.category = ?2) AND (?3 IS NULL OR docs.source = ?3)
       ORDER BY relevance DESC LIMIT ?4`,
    )
    .all(match, category ?? null, source ?? null, limit) as { key: string; relevance: number }[];
  return found.flatMap(({ key, relevance }) => {
    const candidate = rows.get(key)?.candidate; // a row of another process is not ours to show
    return candidate ? [{ candidate, relevance }] : [];
  });
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 24);
}
