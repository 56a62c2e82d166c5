// How resuming, the guard and reading by path work out over every feature of the repository.
import { type CostRow, costReport } from "../domain/cost-report.ts";
import { computeStats, type Stats } from "../domain/stats.ts";
import { readSpending, type SpendingPorts } from "./spending.ts";

export interface RepositoryStats extends Stats {
  readonly total: CostRow;
}

export async function readStats(ports: SpendingPorts): Promise<RepositoryStats> {
  const lines = await readSpending(ports);
  return { ...computeStats(lines), total: costReport(lines, "phase").total };
}
