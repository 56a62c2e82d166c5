// What a feature has cost, even if its runs or the feature itself are gone: the ledger still has its name.
import { type CostReport, costReport, type Grouping } from "../../domain/billing/cost-report.ts";
import { isHostTurns, type LedgerLine } from "../../domain/billing/ledger.ts";
import type { FeatureMeta } from "../../domain/feature/feature-meta.ts";
import { findFeature } from "../../domain/feature/feature-name.ts";
import type { Ports } from "../../ports/ports.ts";
import { knownFeatures, knownKeys, resolveFeature } from "../feature/features.ts";
import { readSpending, type Spender } from "./spending.ts";

export interface FeatureCost extends CostReport {
  readonly feature: string;
  /** Whether the bill has what its hosts' own models used; null when no host was involved. */
  readonly hostTurns: "counted" | "unknown" | null;
}

/** The result for a feature without any paid dispatch. */
export interface NoCost extends FeatureCost {
  readonly status: FeatureMeta["status"];
}

export async function readCost(
  ports: Ports,
  artifactsRoot: string,
  asked: string | undefined,
  by: Grouping,
): Promise<FeatureCost | NoCost> {
  const spender = asked === undefined ? undefined : await spenderOf(ports, artifactsRoot, asked);
  const lines = spender && (await readSpending(ports, spender));
  if (spender && lines && lines.length > 0) return costOfLines(spender.key, lines, by);
  const { feature, meta } = await resolveFeature(ports, artifactsRoot, asked);
  const found = await readSpending(ports, { key: feature.key, prd: meta.brainstorm_source });
  const report = costOfLines(feature.key, found, by);
  return found.length > 0 ? report : { ...report, status: meta.status };
}

function costOfLines(feature: string, lines: readonly LedgerLine[], by: Grouping): FeatureCost {
  return { feature, ...costReport(lines, by), hostTurns: hostTurnsIn(lines) };
}

/** Only the hooks of a host can count them. */
function hostTurnsIn(lines: readonly LedgerLine[]): FeatureCost["hostTurns"] {
  const hosted = lines.filter(({ runtime }) => runtime === "host");
  const counted = new Set(hosted.filter(isHostTurns).map(({ run }) => run));
  if (hosted.length === 0) return null;
  return hosted.every(({ run }) => counted.has(run)) ? "counted" : "unknown";
}

/** Accepts any name: a readable `.meta.json` is not needed to report what was spent. */
async function spenderOf(ports: Ports, artifactsRoot: string, asked: string): Promise<Spender> {
  const named = findFeature(await knownKeys(ports, artifactsRoot), asked);
  const key = named.type === "found" ? named.key : asked;
  const known = (await knownFeatures(ports, artifactsRoot)).find(({ feature }) => feature.key === key);
  return { key, prd: known?.meta?.brainstorm_source };
}
