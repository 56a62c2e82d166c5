// From the flags of a command to the agents of its run.
import { chooseRoleRuntimes, chooseRuntime } from "../../../app/setup/choose-runtime.ts";
import type { Config } from "../../../domain/config/config.ts";
import type { Proof } from "../../../domain/run/questions/question.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import type { RuntimeChoice } from "../../../ports/wiring.ts";
import type { DriveContext } from "../context.ts";

export interface RuntimeFlags {
  readonly runtime?: string;
  readonly script?: string;
  /** How agents of a host prove what they did; set by the MCP server, never by a flag. */
  readonly proof?: Proof;
}

type Context = Pick<DriveContext, "wiring" | "person" | "cwd">;

/** The agents of a new run, including those of roles with different ones. */
export async function pickRuntimes(context: Context, config: Config, flags: RuntimeFlags): Promise<RuntimeChoice> {
  const main = await pickRuntime(context, config, flags);
  if (Object.keys(config.runtime.roles).length === 0) return main;
  const roles = chooseRoleRuntimes(main, config, await context.wiring.findRuntimes(config));
  return { ...main, ...(roles && { roles }) };
}

export async function pickRuntime(
  { wiring, person, cwd }: Context,
  config: Config,
  { runtime, script, proof }: RuntimeFlags,
): Promise<RuntimeChoice> {
  if (runtime === "host") return { id: runtime, ...(proof && { proof }) };
  const isScripted = (runtime ?? (script === undefined ? config.runtime.default : "scripted")) === "scripted";
  if (!isScripted && script !== undefined) {
    throw new IflowError("usage", "--script is for scripted agents", { fix: "leave out --runtime or --script" });
  }
  if (!isScripted) {
    const { choice, said } = chooseRuntime(runtime, config, await wiring.findRuntimes(config));
    if (said !== undefined) person.say(said);
    return choice;
  }
  if (script !== undefined) return wiring.chooseScript(script, cwd);
  throw new IflowError("usage", "the scripted runtime needs a script", { fix: "--script FILE" });
}
