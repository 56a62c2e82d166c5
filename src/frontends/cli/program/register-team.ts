// Words and flags of the commands of a team: its database, and the workers that work for it.
import { type Command, Option } from "commander";
import type { Act } from "./command-table.ts";
import { MERGE, PULL_REQUEST, SQUASH } from "./flag-words.ts";

export function registerTeam(program: Command, act: Act): void {
  const team = program
    .command("team")
    .description("which database keeps the runs of this repository for your team, and who works")
    .action(() => act((commands) => commands.teamCommand())());
  team
    .command("init")
    .description("make the tables of a team in a PostgreSQL, once; print what each colleague sets")
    .option("--db <url>", "its address, as the owner of the database; without it IFLOW_TEAM_DB")
    .action((flags) => act((commands) => commands.teamInitCommand(flags))());
  team
    .command("grant <role>")
    .description("let a role of the database's server see this repository, and no other one")
    .addOption(new Option("--as <what>", "what it may do there").choices(["worker", "client"]).makeOptionMandatory())
    .option("--db <url>", "the address of the owner; without it IFLOW_TEAM_DB")
    .action((role, flags) => act((commands) => commands.teamGrantCommand(role, flags))());

  program
    .command("submit [feature]")
    .description("hand a feature to the team's workers: they go on phase after phase, and ask as always")
    .addOption(new Option("--feature <key>").hideHelp())
    .option("--until <phase>", "stop after this phase")
    .option("--yolo", "take the default answer to every question; gates still run")
    .option("--max-cost <dollars>", "stop before the feature would cost more than this")
    .option("--max-dispatches <number>", "stop after this many dispatches to agents")
    .option(...PULL_REQUEST)
    .option(...MERGE)
    .option(...SQUASH)
    .action((key, flags) => act((commands) => commands.submitCommand({ ...flags, feature: key ?? flags.feature }))());

  program
    .command("cancel [feature]")
    .description("take a feature back from the workers; what is recorded and pushed is kept")
    .addOption(new Option("--feature <key>").hideHelp())
    .action((key, flags) => act((commands) => commands.cancelCommand(key ?? flags.feature))());

  program
    .command("workers")
    .description("who works for the team, on which machine and on what")
    .action(() => act((commands) => commands.workersCommand())());

  program
    .command("worker [origin...]")
    .description("work on what the team hands over, for these repositories (without one: this one), until it is ended")
    .option("--slots <number>", "features at a time", "1")
    .option("--name <name>", "what it is called; without it the name of the machine")
    .option("--runtime <name>", "the agents of runs that begin here")
    .option("--script <file>", "what the scripted agents do (--runtime scripted)")
    .option("--health <port>", "answer supervisors at /healthz, on 127.0.0.1 unless an address stands before the port")
    .option("--db <url>", "the team's database; without it IFLOW_TEAM_DB")
    .addOption(new Option("--slot <number>").hideHelp())
    .action((origins, flags) => act((commands) => commands.workerCommand(origins, flags))());
}
