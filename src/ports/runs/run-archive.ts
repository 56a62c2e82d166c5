// Ended runs, and what is kept of them when they are removed. Open runs are not visible here and cannot be removed.
// Everything happens below the runs folder and in the ledger next to it.
import type { LedgerLine } from "../../domain/billing/ledger.ts";
import type { Outcome } from "../../domain/billing/outcome.ts";
import type { BrainstormEnd } from "../../domain/review/brainstorm.ts";
import type { RunHead } from "../../domain/run/run.ts";

export interface EndedRun {
  readonly id: string;
  readonly feature: string;
  readonly phase: string;
  readonly runtime: string;
  readonly outcome: string;
  readonly createdAt: string;
  readonly endedAt: string;
  /** Size of all its files. */
  readonly bytes: number;
  /** For a brainstorm: the PRD it wrote. */
  readonly prd?: string;
}

/** A brainstorm that is over, with what it left for the feature. */
export interface EndedBrainstorm {
  readonly head: RunHead;
  readonly outcome: string;
  readonly endedAt: string;
  readonly yolo: boolean;
  /** How it ended; undefined for one of an earlier build. */
  readonly end: BrainstormEnd | undefined;
  /** The PRD as it was decided on. */
  readonly prd: string | undefined;
}

export interface RunArchive {
  /** Oldest first. Those that this version cannot read are left out. */
  brainstorms(): Promise<EndedBrainstorm[]>;
  /** Oldest first. Runs that this version cannot read are left out. */
  ended(): Promise<EndedRun[]>;
  outcomes(run: string): Promise<Outcome[]>;
  /** What the reviewers of a brainstorm said, which no file of the repository has; empty when there is none. */
  reviewHistory(run: string): Promise<string>;
  /** Removes an ended run; false when there is no run of that name, or it has not ended. */
  remove(run: string): Promise<boolean>;
  /** Size of the sessions that iflow keeps itself and no run names; while a run is open, one of them may be its own. */
  strayBytes(): Promise<number>;
  /** Removes them, unless a run turns out to be open; returns the number of bytes freed. */
  removeStrays(isAnyOpen: () => Promise<boolean>): Promise<number>;
  /** Every dispatch and ping of removed runs, once each. */
  ledger(): Promise<LedgerLine[]>;
  /** Adds lines that are not there yet and resolves when they are on disk; returns those. */
  keep(lines: readonly LedgerLine[]): Promise<readonly LedgerLine[]>;
}
