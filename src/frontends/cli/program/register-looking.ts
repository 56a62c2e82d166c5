// Words and flags of the commands that only look: at features, at runs, at documents; and the demo.
import { type Command, Option } from "commander";
import type { GlobalFlags } from "../command.ts";
import type { Act } from "./command-table.ts";

export function registerLooking(program: Command, act: Act): void {
  program
    .command("status")
    .description("every feature, where it stands and what comes next")
    .action(() => act((commands) => commands.statusCommand())());

  program
    .command("watch [feature]")
    .description("follow every run of this repository as it happens, whichever terminal it is in")
    .option("--since <place>", "from here on: start, or the `since` of an event that --json has printed")
    .addOption(new Option("--feature <key>").hideHelp())
    .action((key, { feature, ...flags }) =>
      act((commands) =>
        commands.watchCommand(key ?? feature, { ...flags, json: program.opts<GlobalFlags>().json === true }),
      )(),
    );

  program
    .command("ui")
    .description("one page in your browser: what waits for you, what runs, what it costs; answer and start from there")
    .option("--port <number>", "listen there; without it on 4747, or where it is free")
    .option("--no-open", "only print the address")
    .option("--repo <folder...>", "these repositories instead of this one")
    .option("--script <file>", "what scripted agents do in features that are begun from the page")
    .action((flags) =>
      act((commands) => commands.uiCommand({ ...flags, json: program.opts<GlobalFlags>().json === true }))(),
    );

  program
    .command("show [feature]")
    .description("what happened in a feature, dispatch by dispatch")
    .option("--dispatch <number>", "one prompt and its reply in full")
    .option("--check <number>", "all that one check of the project printed")
    .action((feature, flags) => act((commands) => commands.showCommand(feature, flags))());

  program
    .command("doctor")
    .description("what is here, what is missing and how to get it")
    .option("--runtime <name>", "also test whether its sessions can be resumed (costs a few cents)")
    .action((flags) => act((commands) => commands.doctorCommand(flags))());

  program
    .command("tasks [target]")
    .description("the tasks of a feature or a file, what they cite and how much context each is given")
    .option("--plan", "which of them can be worked on side by side, and what holds the others back")
    .action((target, flags) => act((commands) => commands.tasksCommand(target, flags))());

  program
    .command("validate [target]")
    .description("check documents without an agent: a feature, a file, or the active feature")
    .option("--as <kind>", "what the file is: prd, spec, design, plan, tasks")
    .action((target, flags) => act((commands) => commands.validateCommand(target, flags))());

  program
    .command("verify [feature]")
    .description("run the tests of a feature's acceptance criteria again: holds, fails, stale or none")
    .option("--all", "every completed feature: what broke since it was merged?")
    .action((feature, flags) => act((commands) => commands.verifyCommand(feature, flags))());

  program
    .command("demo")
    .description("watch one sentence become a merged feature, with scripted agents; no key, no network")
    .option("--keep <folder>", "make the sample repository here instead of in a temp folder")
    .option("--fast", "without the pauses for reading, which it makes at a terminal")
    .action((flags) => act((commands) => commands.demoCommand(flags))());
}
