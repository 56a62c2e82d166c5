// Runs that are over, and what is kept of them when they are removed. Open runs are not to be seen here and cannot be
// removed; everything happens below the runs folder and in the ledger beside it.
import type { LedgerLine } from "../domain/billing/ledger.ts";
import type { Outcome } from "../domain/billing/outcome.ts";

export interface EndedRun {
  readonly id: string;
  readonly feature: string;
  readonly phase: string;
  readonly runtime: string;
  readonly outcome: string;
  readonly createdAt: string;
  readonly endedAt: string;
  /** Of all its files. */
  readonly bytes: number;
  /** Of a brainstorm: the PRD it wrote. */
  readonly prd?: string;
}

export interface RunArchive {
  /** Oldest first. What this version cannot read is left out. */
  ended(): Promise<EndedRun[]>;
  outcomes(run: string): Promise<Outcome[]>;
  /** Removes an ended run; false when there is none of that name, or it is not ended. */
  remove(run: string): Promise<boolean>;
  /** Of sessions that iflow keeps itself and no run names; while a run is open, one of them may be its own. */
  strayBytes(): Promise<number>;
  /** Removes them, unless a run turns out to be open; returns how many bytes that freed. */
  removeStrays(isAnyOpen: () => Promise<boolean>): Promise<number>;
  /** Every dispatch of removed runs, once each. */
  ledger(): Promise<LedgerLine[]>;
  /** Adds what is not there yet, on the disk before it resolves; returns how many lines that were. */
  keep(lines: readonly LedgerLine[]): Promise<number>;
}
