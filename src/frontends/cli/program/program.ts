// The command line: only words and flags. Every command loads what it needs when it runs, so `iflow --help` is fast.
import { Command, CommanderError, Option } from "commander";
import type { Wiring } from "../../../ports/wiring.ts";
import type { CommandHost, GlobalFlags } from "../command.ts";
import { EXIT, EXIT_MEANINGS } from "../screen/exit-codes.ts";
import type { Act, CommandTable } from "./command-table.ts";
import { MORE_HELP } from "./more-help.ts";
import { registerHousekeeping } from "./register-housekeeping.ts";
import { registerLearning } from "./register-learning.ts";

type Load = () => Promise<{ readonly commands: CommandTable; readonly wiring: Wiring }>;

export async function runProgram(
  argv: readonly string[],
  version: () => string,
  load: Load,
  host: CommandHost = process,
): Promise<void> {
  const program = createProgram(version(), load, host);
  try {
    await program.parseAsync(argv as string[]);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    host.exitCode = error.exitCode === 0 ? 0 : 2;
    if (host.exitCode !== 0 && argv.includes("--json")) {
      const message = error.message.replace(/^error: /, "");
      host.stdout.write(
        `${JSON.stringify({ ok: false, error: { code: "usage", message, fix: "iflow --help" } }, null, 2)}\n`,
      );
    }
  }
}

/** Every word and flag; docs/commands.md is printed from it. */
export function createProgram(version: string, load: Load, host: CommandHost = process): Command {
  const program = new Command("iflow")
    .description("One sentence in, a merged feature out: agents write, independent reviewers must approve.")
    .version(version, "-V, --version")
    .option("--json", "print one JSON document on stdout")
    .addOption(new Option("--events <format>", "progress as a stream on stderr").choices(["ndjson"]))
    .option("--quiet", "no progress")
    .option("--no-unicode", "plain marks: ok, !!, ->")
    .option("--cwd <folder>", "work in this folder")
    .addHelpText("after", `${EXAMPLES}\n\n${exitCodes()}`)
    .showHelpAfterError("(iflow --help lists the commands)")
    .configureOutput({ writeOut: (text) => host.stdout.write(text), writeErr: (text) => host.stderr.write(text) })
    .exitOverride();

  const act: Act = (choose) => async () => {
    const { commands, wiring } = await load();
    await commands.runCommand(wiring, program.opts<GlobalFlags>(), await choose(commands), host);
  };
  addCommands(program, act);
  registerLearning(program, act);
  registerHousekeeping(program, act);
  for (const command of program.commands) {
    const more = MORE_HELP[command.name()];
    if (more !== undefined) command.addHelpText("after", more);
  }
  return program;
}

const EXAMPLES = `
One sentence in, a merged feature out:
  iflow run "limit logins to 5 a minute"

Or phase by phase:
  iflow create-feature "limit logins to 5 a minute"
  iflow specify

No key, no network, one minute:
  iflow demo`;

function exitCodes(): string {
  const words = EXIT_MEANINGS.filter(({ code }) => code < EXIT.interrupted).map(
    ({ code, means }) => `${code} ${means}`,
  );
  return `Exit codes: ${words.slice(0, 5).join(", ")},\n            ${words.slice(5).join(", ")}`;
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
    .action((text, flags) => act((commands) => commands.createFeatureCommand(text, flags))());

  for (const [phase, description] of Object.entries(PHASES)) {
    runFlags(program.command(phase))
      .description(description)
      .option("--rerun", RERUN)
      .option(...FROM)
      .action((flags) => act((commands) => commands.phaseCommand(phase as keyof typeof PHASES, flags))());
  }

  runFlags(program.command("finish-feature"))
    .description("documentation, retrospective, checks, then merge or pull request")
    .option("--merge", "merge without asking")
    .option("--pr", "open a pull request without asking")
    .option("--rerun", RERUN)
    .action((flags) => act((commands) => commands.phaseCommand("finish", flags))());

  runFlags(program.command("retrospect [feature]"))
    .description("write the retro.md of a feature, on its branch")
    .option("--rerun", RERUN)
    .action((feature, flags) => act((commands) => commands.retrospectCommand(feature, flags))());

  chainFlags(runFlags(program.command("run <idea>")))
    .description("from one sentence to a merged feature, phase after phase; the same sentence again continues")
    .option("--new", "begin anew, even if the same idea is under way")
    .action((idea, flags) => act((commands) => commands.runIdeaCommand(idea, flags))());

  chainFlags(runFlags(program.command("continue")))
    .description("continue the open run, then phase after phase")
    .action((flags) => act((commands) => commands.continueCommand(flags))());

  program
    .command("answer <id> <answer...>")
    .description("answer an open question, such as: iflow answer 007.2 continue")
    .action((id, words) => act((commands) => commands.answerCommand(id, words))());

  program
    .command("status")
    .description("every feature, where it stands and what comes next")
    .action(() => act((commands) => commands.statusCommand())());

  program
    .command("show [feature]")
    .description("what happened in a feature, dispatch by dispatch")
    .option("--dispatch <number>", "one prompt and its reply in full")
    .action((feature, flags) => act((commands) => commands.showCommand(feature, flags))());

  program
    .command("doctor")
    .description("what is here, what is missing and how to get it")
    .option("--runtime <name>", "also test whether its sessions can be resumed (costs a few cents)")
    .action((flags) => act((commands) => commands.doctorCommand(flags))());

  program
    .command("tasks [target]")
    .description("the tasks of a feature or a file, what they cite and how much context each is given")
    .action((target) => act((commands) => commands.tasksCommand(target))());

  program
    .command("validate [target]")
    .description("check documents without an agent: a feature, a file, or the active feature")
    .option("--as <kind>", "what the file is: prd, spec, design, plan, tasks")
    .action((target, flags) => act((commands) => commands.validateCommand(target, flags))());

  program
    .command("demo")
    .description("watch one sentence become a merged feature, with scripted agents; no key, no network")
    .option("--keep <folder>", "make the sample repository here instead of in a temp folder")
    .action((flags) => act((commands) => commands.demoCommand(flags))());
}

const RERUN = "run it again, even if it is completed or an earlier version left it open";

const PHASES = {
  specify: "write and review spec.md",
  design: "research, write and review design.md",
  "create-plan": "write and review plan.md",
  "create-tasks": "write and review tasks.md",
  implement: "work through the tasks, then have three reviewers review the code",
} as const;

const FROM = ["--from <key>", "where a new branch begins: base, or the unmerged feature to stack it on"] as const;

function chainFlags(command: Command): Command {
  return command
    .option("--until <phase>", "stop after this phase")
    .option("--phases <list>", "only these, such as specify,implement; the others are skipped, and that is recorded")
    .option(...FROM);
}

function runFlags(command: Command): Command {
  return agentFlags(command.option("--feature <key>", "the feature, such as 007-rate-limit"));
}

function agentFlags(command: Command): Command {
  return command
    .option("--runtime <name>", "the agents to use; iflow doctor lists them")
    .option("--script <file>", "what the scripted agents do (--runtime scripted)")
    .option("--yolo", "take the default answer to every question; gates still run")
    .option("--max-cost <dollars>", "stop before the feature would cost more than this; iflow continue resumes")
    .option("--max-dispatches <number>", "stop after this many dispatches to agents")
    .option("--force-unlock", "take over a lock left by another machine");
}
