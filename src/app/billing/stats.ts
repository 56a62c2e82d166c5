// How well resuming, the guard and reading by path work, over all features of the repository.
import { type CostRow, costReport } from "../../domain/billing/cost-report.ts";
import { addSavings, measureLoops, type Saving } from "../../domain/billing/loop-savings.ts";
import { computeStats, type Stats } from "../../domain/billing/stats.ts";
import { readSpending, type SpendingPorts } from "./spending.ts";

export interface RepositoryStats extends Stats {
  readonly total: CostRow;
  /** What resuming saved in review loops and revisions, by the seeds' measure and by our own. */
  readonly savings: { readonly loops: number; readonly prompt: Saving; readonly content: Saving };
}

export async function readStats(ports: SpendingPorts): Promise<RepositoryStats> {
  const lines = await readSpending(ports);
  const loops = measureLoops(lines);
  return {
    ...computeStats(lines),
    total: costReport(lines, "phase").total,
    savings: {
      loops: loops.length,
      prompt: addSavings(loops.map(({ prompt }) => prompt)),
      content: addSavings(loops.map(({ content }) => content)),
    },
  };
}
