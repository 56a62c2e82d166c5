// Everything that was paid for, wherever it is stored: dispatches in runs that still exist and in the ledger of removed
// ones, and what hosts used themselves. A feature that grew out of a brainstorm includes the brainstorm's dispatches, as long as either of them
// still says which PRD it wrote.
import { hostTurnLines } from "../../domain/billing/host-turns.ts";
import { type LedgerLine, ledgerKey, ledgerLine } from "../../domain/billing/ledger.ts";
import type { OwnPrices } from "../../domain/billing/usage.ts";
import type { Ports } from "../../ports/ports.ts";
import type { EndedRun } from "../../ports/runs/run-archive.ts";

export type SpendingPorts = Pick<Ports, "runs" | "archive" | "hostDesk">;

export interface Spender {
  /** `007-rate-limit`, or `b3` for a brainstorm. */
  readonly key: string;
  /** `brainstorm_source` of the feature's `.meta.json`. */
  readonly prd?: string | null | undefined;
}

/** What ended runs have paid, by run and end: whoever asks often keeps it, because it does not change. */
export type KeptSpending = Map<string, readonly LedgerLine[]>;

/** Oldest first; of one feature, or of all. `prices`: the person's own, for what is counted only now. */
export async function readSpending(
  ports: SpendingPorts,
  prices: OwnPrices,
  spender?: Spender,
  kept: KeptSpending = new Map(),
): Promise<LedgerLine[]> {
  const isWanted = spender === undefined ? () => true : (one: Source) => isOf(one, spender);
  const [ended, open, ledger] = await Promise.all([ports.archive.ended(), ports.runs.open(), ports.archive.ledger()]);
  const lines = ledger.filter(isWanted);
  for (const run of ended.filter(isWanted)) lines.push(...(await linesOf(ports, run, kept)));
  for (const { head } of open.filter(({ head: { feature } }) => isWanted({ feature }))) {
    const run = { id: head.id, feature: head.feature, runtime: head.runtime.id };
    const found = (await ports.runs.outcomes(head.feature)).filter((one) => one.run === head.id);
    for (const { outcome } of found) lines.push(ledgerLine(run, outcome));
  }
  lines.push(...(await ofHosts(ports, prices, [...ended, ...ledger])).filter(isWanted));
  // After a killed clean-up, a run may still exist although it is already in the ledger.
  const once = new Map(lines.map((line) => [ledgerKey(line), line]));
  return [...once.values()].sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
}

async function linesOf({ archive }: SpendingPorts, run: EndedRun, kept: KeptSpending): Promise<readonly LedgerLine[]> {
  const key = `${run.id} ${run.endedAt}`;
  const lines = kept.get(key) ?? (await archive.outcomes(run.id)).map((outcome) => ledgerLine(run, outcome));
  kept.set(key, lines);
  return lines;
}

/** What hosts' own models used, with the PRD of its run, if that was a brainstorm. */
async function ofHosts(
  { hostDesk }: SpendingPorts,
  prices: OwnPrices,
  runs: readonly (Pick<LedgerLine, "prd"> & ({ readonly id: string } | { readonly run: string }))[],
): Promise<LedgerLine[]> {
  const prds = new Map(runs.map((run) => ["id" in run ? run.id : run.run, run.prd]));
  return hostTurnLines(await hostDesk.turns(), prices).map((line) => {
    const prd = prds.get(line.run);
    return prd === undefined ? line : { ...line, prd };
  });
}

type Source = Pick<LedgerLine, "feature" | "prd">;

/** A brainstorm's file name contains its time and idea, so the folder does not matter. */
function isOf({ feature, prd }: Source, spender: Spender): boolean {
  if (feature === spender.key) return true;
  return typeof spender.prd === "string" && prd !== undefined && nameOf(prd) === nameOf(spender.prd);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
