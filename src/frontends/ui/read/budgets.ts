// What each open run may spend: what its last command said, else what it began with, else what any feature may cost.
import type { Config } from "../../../domain/config/config.ts";
import type { Ports } from "../../../ports/ports.ts";

export async function budgetsOf({ runs }: Pick<Ports, "runs">, config: Config): Promise<Map<string, number>> {
  const open = await runs.open();
  return new Map(
    open.flatMap(({ head, runtime }) => {
      const asked = runtime.maxCost ?? head.flags.maxCost;
      const usual = runtime.id === "scripted" ? undefined : config.budget.feature;
      const budget = asked ?? usual;
      return budget === undefined ? [] : [[head.feature, budget] as const];
    }),
  );
}
