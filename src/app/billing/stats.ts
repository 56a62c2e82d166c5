// How well resuming, the guard and reading by path work, and how review loops converge, over all features of the repository.
import { type CostRow, costReport } from "../../domain/billing/cost-report.ts";
import { addSavings, measureLoops, type Saving } from "../../domain/billing/loop-savings.ts";
import { computeStats, type Stats } from "../../domain/billing/stats.ts";
import type { OwnPrices } from "../../domain/billing/usage.ts";
import { type Convergence, convergenceOf, type LoopTrace } from "../../domain/review/register/loop-health.ts";
import { type FeaturePorts, knownFeatures } from "../feature/features.ts";
import { readSpending, type SpendingPorts } from "./spending.ts";

export interface RepositoryStats extends Stats {
  readonly total: CostRow;
  /** What resuming saved in review loops and revisions, by the seeds' measure and by our own. */
  /** Of completed phases, from their records. */
  readonly convergence: Convergence;
  readonly savings: { readonly loops: number; readonly prompt: Saving; readonly content: Saving };
}

export async function readStats(
  ports: SpendingPorts & FeaturePorts,
  { artifactsRoot, prices }: { readonly artifactsRoot: string; readonly prices: OwnPrices },
): Promise<RepositoryStats> {
  const known = await knownFeatures(ports, artifactsRoot);
  const traces = known.flatMap(({ meta }) => Object.values(meta?.phases ?? {}).flatMap(tracesIn));
  const lines = await readSpending(ports, prices);
  const loops = measureLoops(lines);
  return {
    ...computeStats(lines),
    total: costReport(lines, "phase").total,
    convergence: convergenceOf(traces),
    savings: {
      loops: loops.length,
      prompt: addSavings(loops.map(({ prompt }) => prompt)),
      content: addSavings(loops.map(({ content }) => content)),
    },
  };
}

function tracesIn({ loops = {} }: { readonly loops?: Readonly<Record<string, LoopTrace>> | undefined }): LoopTrace[] {
  return Object.values(loops);
}
