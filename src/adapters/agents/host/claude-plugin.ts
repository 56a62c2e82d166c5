// The plugin's folder in this package, and the user's own `claude` to install it with.
import { execFile } from "node:child_process";
import { join } from "node:path";
import type { HostPlugin } from "../../../ports/agents/host-plugin.ts";
import { ownCommand, ownPath, ownProgram } from "../../commands/own-path.ts";

export interface ClaudePluginOptions {
  readonly packageRoot: string;
  readonly executable: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export function createClaudePlugin({ packageRoot, executable, env }: ClaudePluginOptions): HostPlugin {
  const claude = ownProgram(executable ?? "claude", env.PATH);
  const iflow = ownProgram("iflow", env.PATH);
  const run = (program: string, args: readonly string[]) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      const [first, ...words] = ownCommand([program, ...args], env.PATH) ?? [program, ...args];
      const options = { env: { ...env, PATH: ownPath(env.PATH) }, timeout: 120_000 };
      execFile(first, words, options, (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === "number" ? error.code : 1;
        resolve({ code, output: `${stdout}${stderr}`.trim() });
      });
    });
  return {
    folder: join(packageRoot, "plugin"),
    marketplace: packageRoot,
    iflow,
    claude,
    ask: (args) =>
      claude === undefined ? Promise.resolve({ code: 1, output: "there is no claude" }) : run(claude, args),
    iflowVersion: async () => {
      if (iflow === undefined) return undefined;
      const { code, output } = await run(iflow, ["--version"]);
      return code === 0 ? output : undefined;
    },
  };
}
