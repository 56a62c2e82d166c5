// What a feature is expected to cost, as this repository knows it: from the bills of its own earlier features, else from
// the price table.
import { type Forecast, forecast } from "../../domain/billing/forecast.ts";
import { modelsOf } from "../../domain/billing/model-prices.ts";
import { fileName, linesByFeature, type Plan } from "../../domain/billing/past-features.ts";
import { priceOf } from "../../domain/billing/usage.ts";
import type { Config } from "../../domain/config/config.ts";
import type { Ports } from "../../ports/ports.ts";
import { knownFeatures } from "../feature/features.ts";
import { readSpending } from "./spending.ts";

/** `key`: the feature that is asked about, which is not one of the earlier ones. */
export async function readForecast(ports: Ports, config: Config, key: string, plan: Plan): Promise<Forecast> {
  const { artifactsRoot, budget } = config;
  const [lines, known] = await Promise.all([readSpending(ports, budget.prices), knownFeatures(ports, artifactsRoot)]);
  const sources = known.flatMap(({ feature, meta }) =>
    typeof meta?.brainstorm_source === "string" ? [[fileName(meta.brainstorm_source), feature.key] as const] : [],
  );
  const features = linesByFeature(lines, new Map(sources));
  features.delete(key);
  const { strong } = modelsOf({ id: plan.runtime, proof: plan.proof }, config.models);
  return forecast(plan, [...features.values()], priceOf(strong, budget.prices));
}
