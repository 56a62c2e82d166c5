// `iflow plugin path|check|install`: iflow inside Claude Code.
import { checkPlugin, installPlugin } from "../../../../app/setup/host-plugin.ts";
import { DEFAULT_CONFIG } from "../../../../domain/config/config.ts";
import { IflowError } from "../../../../domain/text/errors.ts";
import type { CommandContext } from "../../command.ts";
import { EXIT } from "../../screen/exit-codes.ts";
import { checkLine } from "./doctor-text.ts";

export type PluginWord = "path" | "check" | "install";

export async function pluginCommand(context: CommandContext, word: PluginWord) {
  const { wiring, terminal } = context;
  const plugin = await wiring.hostPlugin(await configOf(context));
  if (word === "path") return { data: { path: plugin.folder }, text: plugin.folder };
  if (word === "install") {
    const name = await installPlugin(plugin);
    const text = `${terminal.paint.green(terminal.marks.pass)} ${name} is installed in Claude Code; new sessions will have it.\nNext: iflow plugin check, then /iflow:status in Claude Code`;
    return { data: { plugin: name }, text };
  }
  const checks = await checkPlugin(plugin, wiring.version);
  const isFine = checks.every(({ state }) => state === "ok");
  return {
    exit: isFine ? EXIT.done : EXIT.agentUnavailable,
    data: { checks },
    text: checks.map((check) => checkLine(check, terminal)).join("\n"),
  };
}

/** Works outside a repository too. */
async function configOf({ wiring, cwd, emit }: CommandContext) {
  try {
    return await wiring.readConfig((await wiring.openPorts(cwd, emit)).repository);
  } catch (error) {
    if (error instanceof IflowError && error.code === "not-a-repository") return DEFAULT_CONFIG;
    throw error;
  }
}
