// The part of `pg` that we use. It is an optional peer dependency: nothing here imports it by name, so the program builds,
// checks and starts without it; only who has a database for a team installs it.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { IflowError } from "../../domain/text/errors.ts";

export interface Pg {
  readonly Pool: new (options: PgOptions) => PgPool;
}

export interface PgOptions {
  readonly connectionString: string;
  readonly max: number;
  readonly application_name: string;
  readonly connectionTimeoutMillis: number;
  readonly keepAlive: true;
  readonly allowExitOnIdle: true;
}

export interface PgPool extends PgQueries {
  connect(): Promise<PgClient>;
  end(): Promise<void>;
  on(event: "error", heard: (error: Error) => void): unknown;
}

export interface PgClient extends PgQueries {
  release(destroy?: boolean): void;
  on(event: "error" | "end", heard: (error?: Error) => void): unknown;
  on(event: "notification", heard: (message: { readonly payload?: string | undefined }) => void): unknown;
}

interface PgQueries {
  query(text: string, values?: readonly unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
}

/** The package is looked for in these folders, never in the repository that agents work in. */
export async function loadPg(folders: readonly string[]): Promise<Pg> {
  for (const folder of folders) {
    const found = resolveFrom(folder);
    if (found === undefined) continue;
    const loaded = await import(pathToFileURL(found).href);
    return loaded.default;
  }
  throw new IflowError("usage", "the package pg is not installed, and a team's database needs it", {
    fix: "npm install --global pg@8",
  });
}

function resolveFrom(folder: string): string | undefined {
  try {
    return createRequire(join(folder, "package.json")).resolve("pg");
  } catch {
    return undefined; // it is not installed there
  }
}
