// What each open run may spend: what its last command said, else what it began with, else what any feature may cost.
import type { Config } from "../../../domain/config/config.ts";
import type { RunSummary } from "../../../domain/run/run.ts";

export function budgetsOf(open: readonly RunSummary[], config: Config): Map<string, number> {
  return new Map(
    open.flatMap(({ head, runtime }) => {
      const asked = runtime.maxCost ?? head.flags.maxCost;
      const usual = runtime.id === "scripted" ? undefined : config.budget.feature;
      const budget = asked ?? usual;
      return budget === undefined ? [] : [[head.feature, budget] as const];
    }),
  );
}
