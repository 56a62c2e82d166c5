// What can be chosen for a new feature, and what it is expected to cost.
import { readForecast } from "../../../app/billing/forecast.ts";
import { chooseBase } from "../../../domain/feature/base-branch.ts";
import { type AskedDepth, DEPTHS, flagsOfDepth } from "../../../domain/feature/depth.ts";
import { leftOutOf, PHASES } from "../../../domain/feature/phase.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import type { FoundRuntime } from "../../../ports/agents/agent-runtime.ts";
import type { Gathered } from "../view/gathered.ts";
import type { ForecastView, NewFeatureView } from "../view/model/new-feature.ts";
import type { WatchedRepository } from "./watched-repository.ts";

export async function newFeatureView(repository: WatchedRepository, gathered: Gathered): Promise<NewFeatureView> {
  const { id, place } = repository;
  const { ports, wiring, script } = place;
  const config = await repository.config();
  const [found, branches, changes] = await Promise.all([
    wiring.findRuntimes(config),
    ports.merging.branches(),
    ports.merging.localChanges(),
  ]);
  const base = chooseBase({ configured: config.baseBranch, ...branches });
  const usual = config.runtime.default;
  const ready = found
    .filter(({ state }) => state === "ready")
    .toSorted((one, other) => Number(isNamed(other, usual)) - Number(isNamed(one, usual)));
  const isBusy = gathered.features.some(({ current, group }) => current && group !== "finished");
  return {
    repo: id,
    runtimes: [
      ...ready.map(({ name, id: kind }) => ({ id: kind === "acp" ? name : kind, name })),
      ...(script === undefined ? [] : [{ id: "scripted", name: "scripted" }]),
    ],
    depths: ["full", "light", "auto"],
    budget: config.budget.feature ?? null,
    base: base.type === "known" ? base.branch : null,
    suggestsTree: isBusy || changes.some(({ kind }) => kind !== "untracked"),
    problem: problemOf(gathered, found, script !== undefined),
  };
}

function isNamed({ id, name }: FoundRuntime, asked: string | undefined): boolean {
  return asked !== undefined && (id === asked || name === asked);
}

function problemOf(
  { repository }: Gathered,
  found: readonly FoundRuntime[],
  hasScript: boolean,
): NewFeatureView["problem"] {
  const { problem, trust } = repository;
  if (problem) return { message: problem.message, fix: problem.fix };
  if (trust === "unconfirmed")
    return { message: "iflow.config.json has settings you have not confirmed", fix: "iflow trust" };
  if (hasScript || found.some(({ state }) => state === "ready")) return null;
  const fix = found.find((one) => one.fix !== undefined)?.fix;
  return { message: "no agent is set up on this machine", fix: fix ?? "iflow doctor" };
}

export async function forecastView(
  repository: WatchedRepository,
  { runtime, depth }: { readonly runtime: string | undefined; readonly depth: string | undefined },
): Promise<ForecastView> {
  const { ports, wiring } = repository.place;
  const config = await repository.config();
  const asked = DEPTHS.find((one) => one === depth) ?? "full";
  if (depth !== undefined && depth !== asked)
    throw new IflowError("usage", "there is no such depth", { fix: `depths: ${DEPTHS.join(", ")}` });
  const found = await wiring.findRuntimes(config);
  const chosen = found.find((one) => isNamed(one, runtime)) ?? found.find(({ state }) => state === "ready");
  const { dollars, minutes, basis, features } = await readForecast(ports, config, "", {
    ...{ phases: phasesOf(asked), runtime: runtime === "scripted" ? runtime : (chosen?.id ?? "claude") },
    isLight: asked === "light",
  });
  return { dollars: runtime === "scripted" ? { low: 0, high: 0 } : dollars, minutes, basis, features };
}

function phasesOf(depth: AskedDepth): string[] {
  if (depth !== "light") return [...PHASES];
  const leftOut = leftOutOf(flagsOfDepth(depth));
  return PHASES.filter((phase) => !leftOut.includes(phase));
}
