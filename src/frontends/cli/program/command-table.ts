// The commands behind the words. Light ones are loaded together, in one file of the bundle, because many small files
// cost more than they save; a run, the demo and whatever reads Markdown are loaded on demand.
import { type Command, runCommand } from "../command.ts";
import { createFeatureCommand } from "../commands/feature/create-feature-command.ts";
import { listCommand } from "../commands/feature/list-command.ts";
import { showCommand } from "../commands/feature/show-command.ts";
import { statusCommand } from "../commands/feature/status-command.ts";
import { answerCommand } from "../commands/run/answer-command.ts";
import { completionNamesCommand } from "../commands/setup/completion-names-command.ts";
import type { McpFlags } from "../commands/setup/mcp-command.ts";

const kb = () => import("../commands/knowledge/kb-command.ts");
const memory = () => import("../commands/knowledge/memory-command.ts");
const phase = () => import("../commands/run/phase-command.ts");

export const commandTable = {
  runCommand,
  answerCommand,
  createFeatureCommand,
  listCommand,
  showCommand,
  statusCommand,
  completionNamesCommand,
  abandonCommand: lazy(async () => (await import("../commands/feature/abandon-command.ts")).abandonCommand),
  historyCommand: lazy(async () => (await import("../commands/feature/history-command.ts")).historyCommand),
  tasksCommand: lazy(async () => (await import("../commands/feature/tasks-command.ts")).tasksCommand),
  validateCommand: lazy(async () => (await import("../commands/feature/validate-command.ts")).validateCommand),
  brainstormCommand: lazy(async () => (await import("../commands/run/brainstorm-command.ts")).brainstormCommand),
  continueCommand: lazy(async () => (await import("../commands/run/continue-command.ts")).continueCommand),
  phaseCommand: lazy(async () => (await phase()).phaseCommand),
  retrospectCommand: lazy(async () => (await phase()).retrospectCommand),
  runIdeaCommand: lazy(async () => (await import("../commands/run/run-command.ts")).runIdeaCommand),
  costCommand: lazy(async () => (await import("../commands/billing/cost-command.ts")).costCommand),
  gcCommand: lazy(async () => (await import("../commands/billing/gc-command.ts")).gcCommand),
  statsCommand: lazy(async () => (await import("../commands/billing/stats-command.ts")).statsCommand),
  kbBackfillCommand: lazy(async () => (await kb()).kbBackfillCommand),
  kbListCommand: lazy(async () => (await kb()).kbListCommand),
  kbSearchCommand: lazy(async () => (await kb()).kbSearchCommand),
  kbShowCommand: lazy(async () => (await kb()).kbShowCommand),
  kbStaleCommand: lazy(async () => (await kb()).kbStaleCommand),
  memoryAddCommand: lazy(async () => (await memory()).memoryAddCommand),
  memoryExportCommand: lazy(async () => (await memory()).memoryExportCommand),
  memoryForgetCommand: lazy(async () => (await memory()).memoryForgetCommand),
  memoryImportCommand: lazy(async () => (await memory()).memoryImportCommand),
  memoryListCommand: lazy(async () => (await memory()).memoryListCommand),
  memorySearchCommand: lazy(async () => (await memory()).memorySearchCommand),
  completeCommand: lazy(async () => (await import("../commands/setup/complete-command.ts")).completeCommand),
  configCommand: lazy(async () => (await import("../commands/setup/config-command.ts")).configCommand),
  doctorCommand: lazy(async () => (await import("../commands/setup/doctor-command.ts")).doctorCommand),
  initCommand: lazy(async () => (await import("../commands/setup/init-command.ts")).initCommand),
  pluginCommand: lazy(async () => (await import("../commands/setup/plugin-command.ts")).pluginCommand),
  demoCommand: lazy(async () => (await import("../commands/demo/demo-command.ts")).demoCommand),
};

/** Serving belongs to another front end: src/command-bundle.ts combines the two. */
export type CommandTable = typeof commandTable & { readonly mcpCommand: (flags: McpFlags) => Promise<Command> };

/** From a word on the command line to its command, which is loaded only now. */
export type Act = (choose: (commands: CommandTable) => Command | Promise<Command>) => () => Promise<void>;

function lazy<Given extends unknown[]>(load: () => Promise<(...given: Given) => Command>) {
  return async (...given: Given): Promise<Command> => (await load())(...given);
}
