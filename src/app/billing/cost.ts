// What a feature has cost, even if its runs or the feature itself are gone: the ledger still has its name.
import { type CostReport, costReport, type Grouping } from "../../domain/billing/cost-report.ts";
import { isHostTurns, type LedgerLine } from "../../domain/billing/ledger.ts";
import type { Config } from "../../domain/config/config.ts";
import { findFeature } from "../../domain/feature/feature-name.ts";
import type { FeatureMeta } from "../../domain/feature/meta/feature-meta.ts";
import type { Ports } from "../../ports/ports.ts";
import { knownFeatures, knownKeys, resolveFeature } from "../feature/features.ts";
import { readSpending, type Spender } from "./spending.ts";

export interface FeatureCost extends CostReport {
  readonly feature: string;
  /** Whether the bill has what its hosts' own models used; null when no host was involved. */
  readonly hostTurns: "counted" | "unknown" | null;
  /** How many dispatches only a host's word vouches for; what those used is not known. */
  readonly selfReported: number;
}

/** The result for a feature without any paid dispatch. */
export interface NoCost extends FeatureCost {
  readonly status: FeatureMeta["status"];
}

export async function readCost(
  ports: Ports,
  { artifactsRoot, budget: { prices } }: Pick<Config, "artifactsRoot" | "budget">,
  asked: string | undefined,
  by: Grouping,
): Promise<FeatureCost | NoCost> {
  const spender = asked === undefined ? undefined : await spenderOf(ports, artifactsRoot, asked);
  const lines = spender && (await readSpending(ports, prices, spender));
  if (spender && lines && lines.length > 0) return costOfLines(spender.key, lines, by);
  const idea = asked === undefined ? await onlyIdea(ports, artifactsRoot) : undefined;
  if (idea !== undefined) {
    const report = costOfLines(idea, await readSpending(ports, prices, { key: idea }), by);
    return report.rows.length > 0 ? report : { ...report, status: "active" };
  }
  const { feature, meta } = await resolveFeature(ports, artifactsRoot, asked, "look");
  const found = await readSpending(ports, prices, { key: feature.key, prd: meta.brainstorm_source });
  const report = costOfLines(feature.key, found, by);
  return found.length > 0 ? report : { ...report, status: meta.status };
}

/** Before the first feature, the one idea under way is what is meant. */
async function onlyIdea(ports: Ports, artifactsRoot: string): Promise<string | undefined> {
  const [first, ...others] = (await ports.runs.open()).filter(({ head }) => head.phase === "brainstorm");
  if (!first || others.length > 0 || (await knownFeatures(ports, artifactsRoot)).length > 0) return undefined;
  return first.head.feature;
}

function costOfLines(feature: string, lines: readonly LedgerLine[], by: Grouping): FeatureCost {
  const selfReported = lines.filter((line) => line.selfReported).length;
  return { feature, ...costReport(lines.map(asKnown), by), hostTurns: hostTurnsIn(lines), selfReported };
}

/** A host without hooks does not tell what its agents used: unknown, not free. */
function asKnown(line: LedgerLine): LedgerLine {
  return line.selfReported ? { ...line, cost: null } : line;
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
