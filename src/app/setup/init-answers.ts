// What a person answered in the wizard of `iflow init`, as changes of iflow.config.json. What is said already, in the file
// or in a place of the person's own, is not written again.
import { CHECK_NAMES, type CheckName } from "../../domain/config/check-names.ts";
import type { ConfigChange } from "../../domain/config/config-file.ts";
import { explainConfig, type Setting } from "../../domain/config/config-origins.ts";
import { type BaseChoice, chooseBase } from "../../domain/feature/base-branch.ts";
import type { Ports } from "../../ports/ports.ts";
import { type InitPlan, schemaChange } from "./init.ts";

export interface InitAnswers {
  /** Undefined: whichever is ready first. */
  readonly agent: string | undefined;
  readonly checks: Readonly<Partial<Record<CheckName, string>>>;
  /** Variables that a check turned out to need. */
  readonly environment: readonly string[];
  /** Undefined when there was nothing to ask. */
  readonly baseBranch: string | undefined;
  /** US dollars. */
  readonly budget: number;
}

export function changesFor(plan: InitPlan, answers: InitAnswers): ConfigChange[] {
  const { agent, checks, environment, baseBranch, budget } = answers;
  const passed = [...new Set([...plan.config.checks.environment, ...environment])];
  const settings = new Map(explainConfig(plan.layers).map((setting) => [setting.key, setting]));
  const wanted: ConfigChange[] = [
    { key: "runtime.default", value: agent },
    ...CHECK_NAMES.map((name) => ({ key: `checks.${name}`, value: checks[name] })),
    ...(environment.length === 0 ? [] : [{ key: "checks.environment", value: passed }]),
    ...(baseBranch === undefined ? [] : [{ key: "baseBranch", value: baseBranch }]),
    { key: "budget.feature", value: budget },
  ];
  return [...schemaChange(plan), ...wanted.filter((change) => !isSaid(settings.get(change.key), change))];
}

function isSaid(setting: Setting | undefined, { value }: ConfigChange): boolean {
  return setting?.from !== "default" && JSON.stringify(setting?.value) === JSON.stringify(value);
}

/** The branch that features begin at, as far as settings and git tell. */
export async function findBase(
  { merging }: Pick<Ports, "merging">,
  configured: string | undefined,
): Promise<BaseChoice> {
  const { local, remoteDefault } = await merging.branches();
  return chooseBase({ configured, remoteDefault, local });
}
