// Which agents a run gets: those named by the flag, else by the config, else the first that are ready on this machine.
import type { Config } from "../../domain/config/config.ts";
import { settingsByRole } from "../../domain/roles/role-settings.ts";
import { IflowError } from "../../domain/text/errors.ts";
import { nearestWord } from "../../domain/text/words/nearest.ts";
import type { FoundRuntime } from "../../ports/agents/agent-runtime.ts";
import type { RuntimeChoice } from "../../ports/wiring.ts";

export interface ChosenRuntime {
  readonly choice: RuntimeChoice;
  /** One line about a choice that was not made by name. */
  readonly said?: string;
}

const RUNTIMES = ["claude", "anthropic", "openai", "acp", "scripted"];

/** A ready ACP agent may be given by its own name: `--runtime opencode`. */
export function chooseRuntime(
  named: string | undefined,
  config: Config,
  found: readonly FoundRuntime[],
): ChosenRuntime {
  const name = named ?? config.runtime.default;
  if (name === undefined) return firstReady(found);
  const isNamed = (one: FoundRuntime) => one.name === name || (one.id === name && name !== "acp");
  const match = found.find(isNamed) ?? (name === "acp" ? (found.find(isReadyAcp) ?? found.find(isAcp)) : undefined);
  if (!match) {
    const known = [...new Set([...RUNTIMES, ...found.map((one) => one.name)])];
    const meant = nearestWord(name, known);
    const fix =
      meant === undefined ? `--runtime ${known.join(" | ")}` : `Did you mean ${meant}?   (iflow doctor lists them)`;
    throw new IflowError("usage", `there is no runtime "${name}"`, { fix });
  }
  if (match.state === "missing") {
    throw new IflowError("agent-unavailable", `${match.name} cannot be used: ${match.detail}`, {
      fix: match.fix ?? "iflow doctor",
    });
  }
  return { choice: choiceOf(match) };
}

/** Its name is any text to the schema: which agents there are is seen only here. Undefined where it may be right. */
export function refuseDefault(config: Config, found: readonly FoundRuntime[]): IflowError | undefined {
  const { default: name } = config.runtime;
  if (name === undefined || name === "scripted") return undefined;
  const own = [config.acp.command ?? []].flat().join(" ");
  const isFound = found.some(({ command = [] }) => command.join(" ") === own);
  if (own !== "" && !isFound) return undefined; // an agent that is not confirmed yet may be called so
  try {
    chooseRuntime(undefined, config, found);
    return undefined;
  } catch (error) {
    if (!(error instanceof IflowError) || error.code !== "usage") return undefined; // known, and missing here
    return error;
  }
}

/** From `runtime.roles`; anything unusable in it is refused before anything is paid for. A script plays every role. */
export function chooseRoleRuntimes(
  main: RuntimeChoice,
  config: Config,
  found: readonly FoundRuntime[],
): RuntimeChoice["roles"] {
  if (main.id === "scripted") return undefined;
  const chosen = [...settingsByRole(config.runtime.roles)].map(([role, name]) => {
    try {
      return [role, chooseRuntime(name, config, found).choice] as const;
    } catch (error) {
      if (!(error instanceof IflowError)) throw error;
      const fix = error.code === "usage" ? `one of: ${namesOf(found).join(", ")}` : error.fix;
      throw new IflowError("config-invalid", `runtime.roles gives ${role} to ${name}: ${error.message}`, {
        fix: `${fix}, or correct runtime.roles in iflow.config.json`,
      });
    }
  });
  return chosen.length === 0 ? undefined : Object.fromEntries(chosen);
}

/** What a role can be assigned to: a host cannot be called, and a script plays all roles itself. */
function namesOf(found: readonly FoundRuntime[]): string[] {
  return [...new Set(["claude", "anthropic", "openai", "acp", ...found.map((one) => one.name)])];
}

const isAcp = ({ id }: FoundRuntime) => id === "acp";
const isReadyAcp = (one: FoundRuntime) => isAcp(one) && one.state === "ready";

function firstReady(found: readonly FoundRuntime[]): ChosenRuntime {
  const ready = found.find(({ state }) => state === "ready");
  if (ready)
    return {
      choice: choiceOf(ready),
      said: `Using ${ready.name} (${ready.detail}); --runtime or runtime.default chooses another.`,
    };
  throw new IflowError("agent-unavailable", "no agent is set up on this machine", {
    detail: ["Any one of these will do:", ...found.map(({ name, fix = "" }) => `  ${name.padEnd(18)}${fix}`)].join(
      "\n",
    ),
    fix: "set one up, then: iflow doctor   (or watch scripted ones: iflow demo)",
  });
}

function choiceOf({ id, command }: FoundRuntime): RuntimeChoice {
  return { id, ...(command && { command }) };
}
