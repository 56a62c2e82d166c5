// From the flags of a command to the agents of its run.
import { chooseRuntime } from "../../app/choose-runtime.ts";
import type { RuntimeChoice } from "../../app/ports.ts";
import type { Config } from "../../domain/config.ts";
import { IflowError } from "../../domain/errors.ts";
import type { Proof } from "../../domain/question.ts";
import type { CommandContext } from "./command.ts";

export interface RuntimeFlags {
  readonly runtime?: string;
  readonly script?: string;
  /** How agents of a host show what they did; set by the MCP server, never by a flag. */
  readonly proof?: Proof;
}

export async function pickRuntime(
  { wiring, terminal, cwd }: Pick<CommandContext, "wiring" | "terminal" | "cwd">,
  config: Config,
  { runtime, script, proof }: RuntimeFlags,
): Promise<RuntimeChoice> {
  if (runtime === "host") return { id: runtime, ...(proof && { proof }) };
  const isScripted = (runtime ?? (script === undefined ? config.runtime.default : "scripted")) === "scripted";
  if (!isScripted && script !== undefined) {
    throw new IflowError("usage", "--script is for scripted agents", { fix: "leave --runtime out, or --script" });
  }
  if (!isScripted) {
    const { choice, said } = chooseRuntime(runtime, config, await wiring.findRuntimes(config));
    if (said !== undefined) terminal.say(said);
    return choice;
  }
  if (script !== undefined) return wiring.chooseScript(script, cwd);
  throw new IflowError("usage", "the scripted runtime needs a script", { fix: "--script FILE" });
}
