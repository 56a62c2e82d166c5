// Installing the plugin in Claude Code, and finding out why it does not work there.
import { IflowError } from "../../domain/text/errors.ts";
import { parseJson } from "../../domain/text/json/json.ts";
import type { HostPlugin } from "../../ports/agents/host-plugin.ts";
import type { Check } from "./doctor.ts";

const MARKETPLACE = "iflow-engine";
const PLUGIN = `iflow@${MARKETPLACE}`;

/** Uses Claude Code's own commands; running it again updates the plugin. */
export async function installPlugin(plugin: HostPlugin): Promise<string> {
  requireClaude(plugin);
  for (const args of [
    ["marketplace", "add", plugin.marketplace],
    ["install", PLUGIN],
  ]) {
    const { code, output } = await plugin.ask(["plugin", ...args]);
    if (code === 0) continue;
    throw new IflowError("agent-unavailable", `claude plugin ${args.join(" ")} failed`, {
      detail: output,
      fix: "iflow plugin check",
    });
  }
  return PLUGIN;
}

export async function checkPlugin(plugin: HostPlugin, version: string): Promise<Check[]> {
  const found = await plugin.iflowVersion();
  const iflow: Check =
    found === version
      ? { name: "iflow on path", state: "ok", detail: `${plugin.iflow} (${found})` }
      : {
          name: "iflow on path",
          state: "problem",
          detail:
            found === undefined
              ? "hooks and the MCP server start `iflow`, which is not there"
              : `${found}, this is ${version}`,
          fix: `npm install -g iflow-engine@${version}`,
        };
  if (plugin.claude === undefined)
    return [iflow, { name: "claude", state: "problem", detail: "not on the path", fix: CLAUDE_FIX }];
  const about = await plugin.ask(["--version"]);
  const valid = await plugin.ask(["plugin", "validate", "--strict", plugin.folder]);
  const listed = await plugin.ask(["plugin", "list", "--json"]);
  const isInstalled = listed.code === 0 && isEnabled(listed.output);
  return [
    iflow,
    { name: "claude", state: "ok", detail: about.output },
    valid.code === 0
      ? { name: "plugin", state: "ok", detail: plugin.folder }
      : { name: "plugin", state: "problem", detail: valid.output, fix: "reinstall iflow-engine" },
    isInstalled
      ? { name: "installed", state: "ok", detail: PLUGIN }
      : {
          name: "installed",
          state: "problem",
          detail: "not installed in Claude Code, or disabled there",
          fix: "iflow plugin install",
        },
  ];
}

const CLAUDE_FIX = "install Claude Code, or set claude.executable in iflow.config.json";

function requireClaude({ claude }: HostPlugin): void {
  if (claude !== undefined) return;
  throw new IflowError("agent-unavailable", "there is no claude on the path", { fix: CLAUDE_FIX });
}

function isEnabled(output: string): boolean {
  const plugins = parseJson(output.slice(output.indexOf("[")));
  if (!Array.isArray(plugins)) return false;
  return plugins.some((plugin) => plugin?.id === PLUGIN && plugin.enabled !== false);
}
