// The commands behind the words. Light ones are loaded together, in one file of the bundle, because many small files
// cost more than they save; a run, the demo and whatever reads Markdown are loaded on demand.
import { type Command, type CommandContext, runCommand } from "../command.ts";
import type { CommandPlace } from "../commands/command-place.ts";
import { bareCommand } from "../commands/feature/bare-command.ts";
import { createFeatureCommand } from "../commands/feature/create-feature-command.ts";
import { listCommand } from "../commands/feature/list-command.ts";
import { showCommand } from "../commands/feature/show-command.ts";
import { statusCommand } from "../commands/feature/status-command.ts";
import { answerCommand } from "../commands/run/answer-command.ts";
import { completionNamesCommand } from "../commands/setup/completion-names-command.ts";
import type { McpFlags } from "../commands/setup/mcp-command.ts";
import type { UiFlags } from "../commands/setup/ui-command.ts";
import type { CommandResult } from "../screen/output.ts";

const kb = () => import("../commands/knowledge/kb-command.ts");
const memory = () => import("../commands/knowledge/memory-command.ts");
const team = () => import("../commands/setup/team-command.ts");
const submit = () => import("../commands/team/submit-command.ts");
const worker = () => import("../commands/team/worker-command.ts");
const phase = () => import("../commands/run/phase-command.ts");

export const commandTable = {
  runCommand,
  bareCommand: lazy(() => bareCommand),
  answerCommand: inRepository(() => answerCommand),
  createFeatureCommand: inRepository(() => createFeatureCommand),
  listCommand: inRepository(() => listCommand),
  showCommand: inRepository(() => showCommand),
  statusCommand: inRepository(() => statusCommand),
  completionNamesCommand: inRepository(() => completionNamesCommand),
  abandonCommand: inRepository(async () => (await import("../commands/feature/abandon-command.ts")).abandonCommand),
  historyCommand: inRepository(async () => (await import("../commands/feature/history-command.ts")).historyCommand),
  watchCommand: inRepository(async () => (await import("../commands/feature/watch-command.ts")).watchCommand),
  tasksCommand: lazy(async () => (await import("../commands/feature/tasks-command.ts")).tasksCommand),
  verifyCommand: inRepository(async () => (await import("../commands/feature/verify-command.ts")).verifyCommand),
  validateCommand: lazy(async () => (await import("../commands/feature/validate-command.ts")).validateCommand),
  brainstormCommand: lazy(async () => (await import("../commands/run/brainstorm-command.ts")).brainstormCommand),
  continueCommand: inRepository(async () => (await import("../commands/run/continue-command.ts")).continueCommand),
  phaseCommand: inRepository(async () => (await phase()).phaseCommand),
  retrospectCommand: inRepository(async () => (await phase()).retrospectCommand),
  stopCommand: inRepository(async () => (await import("../commands/run/stop-command.ts")).stopCommand),
  quickCommand: lazy(async () => (await import("../commands/run/quick-command.ts")).quickCommand),
  runIdeaCommand: lazy(async () => (await import("../commands/run/run-command.ts")).runIdeaCommand),
  costCommand: inRepository(async () => (await import("../commands/billing/cost-command.ts")).costCommand),
  gcCommand: lazy(async () => (await import("../commands/billing/gc-command.ts")).gcCommand),
  statsCommand: inRepository(async () => (await import("../commands/billing/stats-command.ts")).statsCommand),
  kbBackfillCommand: inRepository(async () => (await kb()).kbBackfillCommand),
  kbListCommand: inRepository(async () => (await kb()).kbListCommand),
  kbSearchCommand: inRepository(async () => (await kb()).kbSearchCommand),
  kbShowCommand: inRepository(async () => (await kb()).kbShowCommand),
  kbStaleCommand: inRepository(async () => (await kb()).kbStaleCommand),
  memoryAddCommand: lazy(async () => (await memory()).memoryAddCommand),
  memoryExportCommand: lazy(async () => (await memory()).memoryExportCommand),
  memoryForgetCommand: lazy(async () => (await memory()).memoryForgetCommand),
  memoryImportCommand: lazy(async () => (await memory()).memoryImportCommand),
  memoryListCommand: lazy(async () => (await memory()).memoryListCommand),
  memorySearchCommand: lazy(async () => (await memory()).memorySearchCommand),
  completeCommand: lazy(async () => (await import("../commands/setup/complete-command.ts")).completeCommand),
  configCommand: inRepository(async () => (await import("../commands/setup/config-command.ts")).configCommand),
  doctorCommand: lazy(async () => (await import("../commands/setup/doctor-command.ts")).doctorCommand),
  initCommand: inRepository(async () => (await import("../commands/setup/init-command.ts")).initCommand),
  teamCommand: lazy(async () => (await team()).teamCommand),
  teamGrantCommand: lazy(async () => (await team()).teamGrantCommand),
  teamInitCommand: lazy(async () => (await team()).teamInitCommand),
  submitCommand: inRepository(async () => (await submit()).submitCommand),
  cancelCommand: inRepository(async () => (await submit()).cancelCommand),
  workerCommand: lazy(async () => (await worker()).workerCommand),
  workersCommand: inRepository(async () => (await worker()).workersCommand),
  trustCommand: inRepository(async () => (await import("../commands/setup/trust-command.ts")).trustCommand),
  pluginCommand: lazy(async () => (await import("../commands/setup/plugin-command.ts")).pluginCommand),
  demoCommand: lazy(async () => (await import("../commands/demo/demo-command.ts")).demoCommand),
};

/** Serving belongs to other front ends: src/command-bundle.ts combines them. */
export type CommandTable = typeof commandTable & {
  readonly mcpCommand: (flags: McpFlags) => Promise<Command>;
  readonly uiCommand: (flags: UiFlags) => Promise<Command>;
};

/** From a word on the command line to its command, which is loaded only now. */
export type Act = (choose: (commands: CommandTable) => Command | Promise<Command>) => () => Promise<void>;

type Load<Place, Given extends unknown[]> = () => Loaded<Place, Given> | Promise<Loaded<Place, Given>>;
type Loaded<Place, Given extends unknown[]> = (place: Place, ...given: Given) => Promise<CommandResult>;

function lazy<Given extends unknown[]>(load: Load<CommandContext, Given>) {
  return async (...given: Given): Promise<Command> => {
    const command = await load();
    return (context) => command(context, ...given);
  };
}

/** For a command that is of no use outside of a repository. */
function inRepository<Given extends unknown[]>(load: Load<CommandPlace, Given>) {
  return lazy<Given>(async () => {
    const command = await load();
    return async (context, ...given) => command({ ...context, ...(await context.open()) }, ...given);
  });
}
