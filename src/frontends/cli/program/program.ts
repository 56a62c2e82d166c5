// The command line: only words and flags. Every command loads what it needs when it runs, so `iflow --help` is fast.
import { type Argument, type Command, CommanderError, Option } from "commander";
import { printCommands } from "../../../domain/feature/printed-commands.ts";
import type { Wiring } from "../../../ports/wiring.ts";
import type { PhaseFlags } from "../../drive/run-driver.ts";
import type { CommandCall, CommandHost, GlobalFlags } from "../command.ts";
import { EXIT, EXIT_MEANINGS } from "../screen/exit-codes.ts";
import { textWidth, wrapProse } from "../screen/rows/row-layout.ts";
import { fixLines } from "../screen/whole-commands.ts";
import { hangWords } from "../screen/wrap-words.ts";
import { COMMAND_GROUPS } from "./command-groups.ts";
import type { Act, CommandTable } from "./command-table.ts";
import { FROM, MERGE, NEW, PHASES, PULL_REQUEST, RERUN, SQUASH, WORKTREE } from "./flag-words.ts";
import { MORE_HELP } from "./more-help.ts";
import { fullName, ProgramCommand, UsageError } from "./program-command.ts";
import { registerHousekeeping } from "./register-housekeeping.ts";
import { registerLearning } from "./register-learning.ts";
import { registerLooking } from "./register-looking.ts";
import { registerTeam } from "./register-team.ts";

type Load = () => Promise<{ readonly commands: CommandTable; readonly wiring: Wiring }>;

export async function runProgram(
  argv: readonly string[],
  version: () => string,
  load: Load,
  host: CommandHost = process,
): Promise<void> {
  const program = createProgram(version(), load, host, argv.slice(2));
  try {
    const { operands, unknown } = program.parseOptions(argv.slice(2));
    const isBare = operands.length === 0 && unknown.length === 0;
    if (isBare) await actOn(program, load, { host, typed: [] })((commands) => commands.bareCommand())();
    else await program.parseAsync(argv as string[]);
  } catch (error) {
    if (error instanceof UsageError) printUsageError(await asTyped(error, load), argv.includes("--json"), host);
    else if (error instanceof CommanderError)
      host.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage; // help, version
    else throw error;
  }
}

async function asTyped({ message, fix }: UsageError, load: Load): Promise<UsageError> {
  const { wiring } = await load();
  return new UsageError(message, printCommands(fix, wiring));
}

function printUsageError({ message, fix }: UsageError, json: boolean, host: CommandHost): void {
  host.exitCode = EXIT.usage;
  if (json) host.stdout.write(`${JSON.stringify({ ok: false, error: { code: "usage", message, fix } }, null, 2)}\n`);
  else host.stderr.write(`${errorText(message, fix, Math.min(host.stderr.columns || WIDEST, WIDEST))}\n`);
}

function errorText(message: string, fix: string, columns: number): string {
  return [wrapProse(`iflow: ${message}`, columns), ...fixLines(fix, textWidth(columns))].join("\n");
}

const WIDEST = 80;

/** Every word and flag; docs/commands.md is printed from it. */
export function createProgram(
  version: string,
  load: Load,
  host: CommandHost = process,
  typed: readonly string[] = [],
): Command {
  const { stdout, stderr } = host;
  const columns = Math.min(stdout.columns || WIDEST, WIDEST);
  const program = new ProgramCommand("iflow")
    .description("One sentence in, a merged feature out: agents write, reviewers must approve.")
    .usage("[command] [flags]  (alone: where things stand)")
    .configureHelp({
      helpWidth: columns,
      minWidthToWrap: 16,
      subcommandTerm: (command) => [command.name(), ...command.registeredArguments.map(wordOf)].join(" "),
    })
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .exitOverride()
    .version(version, "-v, --version", "print the version")
    .addOption(new Option("-V").hideHelp())
    .on("option:V", () => {
      stdout.write(`${version}\n`);
      throw new CommanderError(EXIT.done, "version", version);
    })
    .option("--json", "print one JSON document on stdout")
    .addOption(new Option("--events <format>", "progress as a stream on stderr").choices(["ndjson"]))
    .option("--quiet", "no progress")
    .option("--verbose", "also how every agent was sent its work, and what each one cost")
    .option("--no-unicode", "plain marks: ok, !!, ->")
    .option("--cwd <folder>", "work in this folder")
    .addHelpText("after", `${EXAMPLES}\n\n${exitCodes(columns)}`);

  const act = actOn(program, load, { host, typed });
  addCommands(program, act);
  registerLearning(program, act);
  registerHousekeeping(program, act);
  registerTeam(program, act);
  program
    .command("version")
    .description("print the version")
    .action(() => void stdout.write(`${version}\n`));
  program.addHelpCommand(
    program.createCommand("help").argument("[command]").description("how a command is used").helpGroup("Manage:"),
  );
  arrange(program);
  addMoreHelp(program, columns);
  return program;
}

function actOn(program: Command, load: Load, call: CommandCall): Act {
  return (choose) => async () => {
    const { commands, wiring } = await load();
    await commands.runCommand(wiring, program.opts<GlobalFlags>(), await choose(commands), call);
  };
}

/** `<idea>`, `[feature]`, `<answer...>` */
function wordOf(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

/** In the order of their groups, each with its few words. */
function arrange(program: Command): void {
  const places: string[] = [];
  for (const [group, summaries] of Object.entries(COMMAND_GROUPS)) {
    for (const [name, summary] of Object.entries(summaries)) {
      places.push(name);
      const command = program.commands.find((one) => one.name() === name);
      command?.helpGroup(`${group}:`).summary(summary);
    }
  }
  const placeOf = (command: Command) => places.indexOf(command.name());
  (program.commands as Command[]).sort((one, other) => placeOf(one) - placeOf(other)); // commander's own list
}

function addMoreHelp(command: Command, columns: number): void {
  for (const one of command.commands) {
    const more = MORE_HELP[fullName(one).replace(/^iflow /, "")];
    if (more !== undefined) one.addHelpText("after", columns < WIDEST ? wrapProse(more, columns) : more);
    addMoreHelp(one, columns);
  }
}

const EXAMPLES = `
The whole way:
  iflow run "limit logins to 5 a minute"

Or phase by phase:
  iflow create-feature "limit logins to 5 a minute"
  iflow specify

No key, no network, half a minute:
  iflow demo`;

function exitCodes(columns: number): string {
  const known = EXIT_MEANINGS.filter(({ code }) => code < EXIT.interrupted);
  const words = known.map(({ code, means }, at) => `${code} ${means}${at < known.length - 1 ? "," : ""}`);
  return hangWords("Exit codes: ", words, columns).join("\n");
}

function addCommands(program: Command, act: Act): void {
  agentFlags(program.command("brainstorm <idea>"))
    .description("from an idea to a reviewed PRD that create-feature can start from")
    .action((idea, flags) => act((commands) => commands.brainstormCommand(idea, flags))());

  program
    .command("create-feature <text>")
    .description("number, branch and folder for a new feature")
    .option("--prd <file>", "start from this PRD")
    .option("--project <id>", "the project it belongs to, such as P001")
    .option("--depends-on <keys>", "features it needs, separated by commas")
    .option(...FROM)
    .option(...WORKTREE)
    .option("--yolo", "take the default answer to every question")
    .action((text, flags) => act((commands) => commands.createFeatureCommand(text, flags))());

  for (const [phase, description] of Object.entries(PHASES)) {
    runFlags(program.command(`${phase} [feature]`))
      .description(description)
      .option("--rerun", RERUN)
      .option(...FROM)
      .action((key, flags, command) =>
        act((commands) => commands.phaseCommand(phase as keyof typeof PHASES, named(key, flags, command)))(),
      );
  }

  runFlags(program.command("finish-feature [feature]"))
    .description("documentation, retrospective, checks, then merge or pull request")
    .option(...MERGE)
    .option(...SQUASH)
    .option(...PULL_REQUEST)
    .option("--rerun", RERUN)
    .action((key, flags, command) => act((commands) => commands.phaseCommand("finish", named(key, flags, command)))());

  runFlags(program.command("retrospect [feature]"))
    .description("write the retro.md of a feature, on its branch")
    .option("--rerun", RERUN)
    .action((key, flags, command) => act((commands) => commands.retrospectCommand(named(key, flags, command)))());

  chainFlags(runFlags(program.command("run <idea>")))
    .description("from one sentence to a merged feature, phase after phase; the same sentence again continues")
    .option("--depth <depth>", "auto, light or full (the default): how deep it is worked on and reviewed")
    .option("--new", NEW)
    .action((idea, flags) => act((commands) => commands.runIdeaCommand(idea, flags))());

  runFlags(program.command("quick <change>"))
    .description("a small change at light depth: a short spec, one implementer, your checks, one reviewer, merge")
    .option("--until <phase>", "stop after this phase: specify or implement")
    .option(...FROM)
    .option("--new", NEW)
    .action((change, flags) => act((commands) => commands.quickCommand(change, flags))());

  chainFlags(runFlags(program.command("continue [feature]")))
    .description("continue the open run, then phase after phase")
    .option(...MERGE)
    .option(...SQUASH)
    .option(...PULL_REQUEST)
    .action((key, flags, command) => act((commands) => commands.continueCommand(named(key, flags, command)))());

  program
    .command("answer [feature] [answer...]")
    .description("answer the open question of a feature, or one by its id, such as 007.2; without an answer, show it")
    .action((id, words) => act((commands) => commands.answerCommand(id, words))());

  program
    .command("stop [feature]")
    .description("end what runs, from any terminal: once what works now is done and recorded, or at once")
    .option("--all", "everything that runs in this repository, in all of its working trees")
    .option("--now", "at once, as Ctrl-C does: agents are ended, what they were asked is asked again")
    .addOption(new Option("--feature <key>").hideHelp())
    .action((key, flags) => act((commands) => commands.stopCommand(key ?? flags.feature, flags))());

  registerLooking(program, act);
}

/** The feature may come first or as a flag, but not two of them: one of the two would be paid for by mistake. */
function named(feature: string | undefined, flags: PhaseFlags, command: Command): PhaseFlags {
  if (feature === undefined) return flags;
  if (flags.feature !== undefined && flags.feature !== feature) {
    command.error(`error: two features are named: ${feature} and --feature=${flags.feature}`);
  }
  return { ...flags, feature };
}

function chainFlags(command: Command): Command {
  return command
    .option("--until <phase>", "stop after this phase")
    .option("--phases <list>", "only these, such as specify,implement; the others are skipped, and that is recorded")
    .option(...FROM);
}

function runFlags(command: Command): Command {
  return agentFlags(
    command.option("--feature <key>", "the feature, such as 7, rate-limit or its branch").option(...WORKTREE),
  );
}

function agentFlags(command: Command): Command {
  return command
    .option("--runtime <name>", "the agents to use; iflow doctor lists them")
    .option("--script <file>", "what the scripted agents do (--runtime scripted)")
    .option("--yolo", "take the default answer to every question; gates still run")
    .option("--max-cost <dollars>", "stop before the feature would cost more than this; iflow continue resumes")
    .option("--max-dispatches <number>", "stop after this many dispatches to agents")
    .option("--wait", "when the provider's limit is reached, wait until it is lifted instead of ending")
    .option("--dry-run", "print the next prompt and what it would cost; nothing is paid or changed")
    .option("--force-unlock", "take over a lock left by another machine");
}
