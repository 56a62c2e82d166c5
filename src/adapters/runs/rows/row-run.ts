// One opening of a run whose records are rows.
import type { RunHead } from "../../../domain/run/run.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import type { Database } from "../../database/database.ts";

/** The rows of one repository. */
export interface RowPlace {
  readonly database: Database;
  readonly repository: string;
}

/** A working tree of a clone, on a machine. */
export interface TreePlace {
  readonly host: string;
  /** The git directory that all working trees of the clone share. */
  readonly clone: string;
  readonly tree: string;
}

/** Undefined for this clone. */
export function elsewhere(
  { host, clone, tree }: TreePlace,
  here: TreePlace,
): Pick<TreePlace, "host" | "tree"> | undefined {
  return host === here.host && clone === here.clone ? undefined : { host, tree };
}

export interface RowRun extends RowPlace {
  readonly head: RunHead;
  /** The number of this opening; a later one has a higher number, and then nothing of this one counts. */
  readonly epoch: number;
  /** Records so far. */
  readonly length: number;
  /** Where this machine keeps a copy of the run's files. */
  readonly mirror: string;
  /** Before what is done is recorded, others are given the work itself. */
  readonly publish?: Publish | undefined;
}

export type Publish = () => Promise<void>;

export function takenOver(run: string): IflowError {
  return new IflowError("locked", `run ${run} was taken over by another worker, or is over; nothing is recorded here`, {
    fix: "`iflow status` shows who works on it.",
  });
}
