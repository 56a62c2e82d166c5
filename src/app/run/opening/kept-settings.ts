// The trusted settings that unfinished work goes on with, whatever the repository's file says now: those of open runs, and
// of chains that stopped between two phases or before the first.
import { hashValues, hasNone } from "../../../domain/config/repository-trust.ts";
import type { TrustedValues } from "../../../domain/config/trusted-keys.ts";
import type { RunSummary } from "../../../domain/run/run.ts";
import type { Ports } from "../../../ports/ports.ts";
import { knownFeatures } from "../../feature/features.ts";
import { readyPrds } from "../../feature/idea-work.ts";

/** Each once; none that are empty. */
export async function keptSettings(ports: Ports, artifactsRoot: string): Promise<TrustedValues[]> {
  const { runs, archive } = ports;
  const known = await knownFeatures(ports, artifactsRoot);
  const active = known.filter(({ meta }) => meta?.status === "active");
  const last = await Promise.all(active.map(async ({ feature }) => (await runs.ofFeature(feature.key)).at(-1)));
  const chains = last.filter((run) => run?.head.flags.mode === "chain");
  const ready = await readyPrds(ports, known, await archive.brainstorms());
  const brainstorms = ready.map(({ brainstorm: { head } }) => ({ head, runtime: { id: head.runtime.id } }));
  const all = [...(await runs.open()), ...chains, ...brainstorms].flatMap((run) => (run ? [trustedIn(run)] : []));
  const kept = all.filter((values) => values !== undefined && !hasNone(values)) as TrustedValues[];
  return [...new Map(kept.map((values) => [hashValues(values), values])).values()];
}

/** The values that were in force when the run was last opened; undefined when they were not recorded. */
export function trustedIn({ head, runtime }: Pick<RunSummary, "head" | "runtime">): TrustedValues | undefined {
  return runtime.trusted ?? head.trusted;
}
