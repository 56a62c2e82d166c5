// Everything that was paid in a repository, by feature. What ended runs have paid does not change, so it is read once.

import { type KeptSpending, readSpending } from "../../../app/billing/spending.ts";
import { knownFeatures } from "../../../app/feature/features.ts";
import type { LedgerLine } from "../../../domain/billing/ledger.ts";
import { fileName, linesByFeature } from "../../../domain/billing/past-features.ts";
import type { Config } from "../../../domain/config/config.ts";
import type { Ports } from "../../../ports/ports.ts";

export class Books {
  readonly #ports: Ports;
  readonly #ended: KeptSpending = new Map();
  #kept: { readonly version: number; readonly lines: Promise<ReadonlyMap<string, readonly LedgerLine[]>> } | undefined;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** `version`: as long as it is the same, nothing was paid. */
  read(config: Config, version: number): Promise<ReadonlyMap<string, readonly LedgerLine[]>> {
    if (this.#kept?.version !== version) this.#kept = { version, lines: this.#read(config) };
    return this.#kept.lines;
  }

  async #read({ artifactsRoot, budget }: Config): Promise<ReadonlyMap<string, readonly LedgerLine[]>> {
    const lines = await readSpending(this.#ports, budget.prices, undefined, this.#ended);
    const hasIdeas = lines.some(({ prd }) => prd !== undefined);
    const known = hasIdeas ? await knownFeatures(this.#ports, artifactsRoot) : [];
    const sources = known.flatMap(({ feature, meta }) =>
      typeof meta?.brainstorm_source === "string" ? [[fileName(meta.brainstorm_source), feature.key] as const] : [],
    );
    return linesByFeature(lines, new Map(sources));
  }
}
