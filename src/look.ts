// Bare `iflow` and `iflow status`, with nothing they do not need, as one file of the bundle: people look often. Whatever is
// not plain (an error, damage, a repository that only git understands) is left to the whole program.
import { existsSync } from "node:fs";
import { createClock } from "./adapters/clock.ts";
import { startedAs } from "./adapters/commands/started-as.ts";
import { maySetTeam } from "./adapters/files/may-set-team.ts";
import { settingsFiles } from "./adapters/files/settings-files.ts";
import { createWorkingTree } from "./adapters/files/working-tree.ts";
import { otherTrees } from "./adapters/git/checkout/linked-trees.ts";
import { findPlainCheckout } from "./adapters/git/checkout/plain-checkout.ts";
import { createRepository } from "./adapters/git/repository.ts";
import { readStanding } from "./adapters/git/trees/tree-standing.ts";
import { lookAtRuns } from "./adapters/runs/look-at-runs.ts";
import { createTreeFiles } from "./adapters/runs/tree-files.ts";
import type { OverviewPorts } from "./app/feature/overview.ts";
import { DEFAULT_ROOT } from "./domain/config/settings-file.ts";
import { printCommands } from "./domain/feature/printed-commands.ts";
import { showsUnicode } from "./domain/text/locale.ts";
import { bareCommand, type LookPlace } from "./frontends/cli/commands/feature/bare-command.ts";
import { statusCommand } from "./frontends/cli/commands/feature/status-command.ts";
import type { QuickLook } from "./frontends/cli/program/quick-start.ts";
import { printResult, withCommands } from "./frontends/cli/screen/output.ts";
import { createTerminal } from "./frontends/cli/screen/terminal.ts";
import type { ConfigPlace } from "./ports/wiring.ts";

/** False when the whole program is needed; then nothing has been printed. */
export async function look({ command, flags }: QuickLook, env: NodeJS.ProcessEnv = process.env): Promise<boolean> {
  const isJson = flags.json === true;
  const options = {
    unicode: flags.unicode !== false && showsUnicode(env),
    quiet: flags.quiet === true,
  };
  const terminal = createTerminal(options);
  try {
    const place: LookPlace = { terminal, ...(await openHere(env)) };
    const program = startedAs({ script: process.argv[1] ?? "", cwd: process.cwd(), env });
    const result = await (command === "status"
      ? statusCommand(place)
      : bareCommand({ terminal, open: async () => place }));
    printResult(
      terminal,
      isJson,
      withCommands(result, (text) => printCommands(text, { program }), terminal.columns),
    );
    return true;
  } catch {
    return false;
  }
}

async function openHere(env: NodeJS.ProcessEnv): Promise<Pick<LookPlace, "ports" | "config">> {
  const checkout = findPlainCheckout(process.cwd(), env);
  if (checkout === undefined) throw new Error("git must be asked");
  const { root, commonDir } = checkout;
  if (maySetTeam({ root }, env)) throw new Error("the database must be asked");
  const refuseDamage = (damage: Error) => {
    throw damage;
  };
  const config = await readSettings({ root, commonDir }, env);
  const ports: OverviewPorts = {
    baseBranch: async () => config.baseBranch,
    clock: createClock(env.IFLOW_NOW),
    repository: createRepository(checkout),
    tree: createWorkingTree(root),
    ...lookAtRuns(commonDir, refuseDamage),
    trees: {
      others: () => otherTrees(checkout),
      standing: (there) => readStanding(checkout, there),
      own: () => createTreeFiles(commonDir).own(),
      text: (there, path) => createWorkingTree(there).read(path),
    },
  };
  return { ports, config };
}

/** Where nobody has set anything, the schema of all settings is not loaded. */
async function readSettings(place: Required<ConfigPlace>, env: NodeJS.ProcessEnv): Promise<LookPlace["config"]> {
  const isSet =
    Object.keys(env).some((name) => name.startsWith("IFLOW_")) || settingsFiles(place, env).some(existsSync);
  if (!isSet) return { artifactsRoot: DEFAULT_ROOT, checks: {} };
  const { readConfig } = await import("./adapters/files/read-config.ts");
  return readConfig(place, env, createClock(env.IFLOW_NOW));
}
