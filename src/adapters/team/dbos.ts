// The part of DBOS that we use: a queue of openings, their retries after a crash, and nothing else. It is an optional peer
// dependency of workers alone, so nothing here imports it by name.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { IflowError } from "../../domain/text/errors.ts";

export interface Dbos {
  setConfig(config: DbosConfig): void;
  registerWorkflow<Given>(work: (given: Given) => Promise<void>, config: { readonly name: string }): Workflow<Given>;
  registerQueue(name: string, options: DbosQueue): Promise<unknown>;
  launch(): Promise<void>;
  shutdown(options: { readonly workflowCompletionTimeoutMS: number }): Promise<void>;
  startWorkflow<Given>(
    workflow: Workflow<Given>,
    how: { readonly workflowID: string; readonly queueName: string },
  ): Workflow<Given>;
  runStep(work: () => Promise<void>, config: { readonly name: string }): Promise<void>;
  listWorkflows(wanted: { readonly status: "PENDING"; readonly executorId?: string }): Promise<readonly DbosRow[]>;
  resumeWorkflows(ids: string[], to: { readonly queueName: string }): Promise<unknown>;
}

type Workflow<Given> = (given: Given) => Promise<unknown>;

export interface DbosRow {
  readonly workflowID: string;
  readonly executorId?: string;
  readonly queueName?: string;
}

export interface DbosConfig {
  readonly name: string;
  readonly systemDatabaseUrl: string;
  readonly executorID: string;
  readonly applicationVersion: string;
  /** Only the owner of the database makes tables. */
  readonly runMigrations: boolean;
  readonly systemDatabasePoolSize: number;
  readonly logger: DbosLogger;
}

export interface DbosLogger {
  info(words: unknown): void;
  debug(words: unknown): void;
  warn(words: unknown): void;
  error(words: unknown): void;
}

interface DbosQueue {
  readonly workerConcurrency: number;
  readonly minPollingIntervalMs: number;
  readonly onConflict: "always_update";
}

/** Undefined where it is not installed. It is looked for in these folders, never in the repository that agents work in. */
export async function findDbos(folders: readonly string[]): Promise<Dbos | undefined> {
  for (const folder of folders) {
    const found = resolveFrom(folder);
    if (found === undefined) continue;
    const loaded = await import(pathToFileURL(found).href);
    return loaded.DBOS ?? loaded.default.DBOS;
  }
  return undefined;
}

export async function loadDbos(folders: readonly string[]): Promise<Dbos> {
  const found = await findDbos(folders);
  if (found !== undefined) return found;
  throw new IflowError("usage", "the package @dbos-inc/dbos-sdk is not installed, and a worker needs it", {
    fix: "npm install --global @dbos-inc/dbos-sdk@5 pg@8",
  });
}

function resolveFrom(folder: string): string | undefined {
  try {
    return createRequire(join(folder, "package.json")).resolve("@dbos-inc/dbos-sdk");
  } catch {
    return undefined; // it is not installed there
  }
}
