// The commands behind the words. Light ones are loaded together, in one file of the bundle, because many small files cost
// more than they save; a run, the demo and what reads Markdown are loaded when they are asked for.
import type { Grouping } from "../../../domain/billing/cost-report.ts";
import type { Phase } from "../../../domain/feature/phase.ts";
import type { PhaseFlags } from "../../drive/run-driver.ts";
import { runCommand } from "../command.ts";
import type { GcFlags } from "../commands/billing/gc-command.ts";
import { createFeatureCommand } from "../commands/feature/create-feature-command.ts";
import { listCommand } from "../commands/feature/list-command.ts";
import { showCommand } from "../commands/feature/show-command.ts";
import { statusCommand } from "../commands/feature/status-command.ts";
import type * as Kb from "../commands/knowledge/kb-command.ts";
import type * as Memory from "../commands/knowledge/memory-command.ts";
import { answerCommand } from "../commands/run/answer-command.ts";
import type { PluginWord } from "../commands/setup/plugin-command.ts";
import { wordsCommand } from "../commands/setup/words-command.ts";
import type { ProgramWords, Shell } from "./completion-words.ts";

export const actions = {
  runCommand,
  answerCommand,
  createFeatureCommand,
  showCommand,
  statusCommand,
  tasksCommand: async (target: string | undefined) =>
    (await import("../commands/feature/tasks-command.ts")).tasksCommand(target),
  validateCommand: async (target: string | undefined, flags: { readonly as?: string }) =>
    (await import("../commands/feature/validate-command.ts")).validateCommand(target, flags),
  brainstormCommand: async (idea: string, flags: PhaseFlags) =>
    (await import("../commands/run/brainstorm-command.ts")).brainstormCommand(idea, flags),
  listCommand,
  wordsCommand,
  phaseCommand: async (phase: Phase, flags: PhaseFlags) =>
    (await import("../commands/run/phase-command.ts")).phaseCommand(phase, flags),
  retrospectCommand: async (feature: string | undefined, flags: PhaseFlags) =>
    (await import("../commands/run/phase-command.ts")).retrospectCommand(feature, flags),
  runIdeaCommand: async (idea: string, flags: PhaseFlags) =>
    (await import("../commands/run/run-command.ts")).runIdeaCommand(idea, flags),
  continueCommand: async (flags: PhaseFlags) =>
    (await import("../commands/run/continue-command.ts")).continueCommand(flags),
  doctorCommand: async (flags: { readonly runtime?: string }) =>
    (await import("../commands/setup/doctor-command.ts")).doctorCommand(flags),
  initCommand: async (flags: { readonly yes?: boolean }) =>
    (await import("../commands/setup/init-command.ts")).initCommand(flags),
  historyCommand: async (feature: string | undefined) =>
    (await import("../commands/feature/history-command.ts")).historyCommand(feature),
  abandonCommand: async (feature: string | undefined, flags: { readonly yes?: boolean }) =>
    (await import("../commands/feature/abandon-command.ts")).abandonCommand(feature, flags),
  gcCommand: async (flags: GcFlags) => (await import("../commands/billing/gc-command.ts")).gcCommand(flags),
  kbListCommand: async (...args: Parameters<typeof Kb.kbListCommand>) => (await kb()).kbListCommand(...args),
  kbShowCommand: async (name: string) => (await kb()).kbShowCommand(name),
  kbSearchCommand: async (...args: Parameters<typeof Kb.kbSearchCommand>) => (await kb()).kbSearchCommand(...args),
  kbStaleCommand: async () => (await kb()).kbStaleCommand(),
  kbBackfillCommand: async (...args: Parameters<typeof Kb.kbBackfillCommand>) =>
    (await kb()).kbBackfillCommand(...args),
  memoryAddCommand: async (text: string, flags: Memory.MemoryAddFlags) =>
    (await memory()).memoryAddCommand(text, flags),
  memorySearchCommand: async (...args: Parameters<typeof Memory.memorySearchCommand>) =>
    (await memory()).memorySearchCommand(...args),
  memoryListCommand: async (flags: Memory.ScopeFlags) => (await memory()).memoryListCommand(flags),
  memoryForgetCommand: async (...args: Parameters<typeof Memory.memoryForgetCommand>) =>
    (await memory()).memoryForgetCommand(...args),
  memoryExportCommand: async (...args: Parameters<typeof Memory.memoryExportCommand>) =>
    (await memory()).memoryExportCommand(...args),
  memoryImportCommand: async (...args: Parameters<typeof Memory.memoryImportCommand>) =>
    (await memory()).memoryImportCommand(...args),
  completeCommand: async (shell: Shell, words: ProgramWords) =>
    (await import("../commands/setup/complete-command.ts")).completeCommand(shell, words),
  pluginCommand: async (what: PluginWord) => (await import("../commands/setup/plugin-command.ts")).pluginCommand(what),
  mcpCommand: async (flags: { readonly hooks?: boolean }) =>
    (await import("../commands/setup/mcp-command.ts")).mcpCommand(flags),
  configCommand: async (key: string | undefined) =>
    (await import("../commands/setup/config-command.ts")).configCommand(key),
  costCommand: async (feature: string | undefined, flags: { readonly by?: Grouping }) =>
    (await import("../commands/billing/cost-command.ts")).costCommand(feature, flags),
  statsCommand: async () => (await import("../commands/billing/stats-command.ts")).statsCommand(),
  demoCommand: async (flags: { readonly keep?: string }) =>
    (await import("../commands/demo/demo-command.ts")).demoCommand(flags),
};

function kb() {
  return import("../commands/knowledge/kb-command.ts");
}

function memory() {
  return import("../commands/knowledge/memory-command.ts");
}
