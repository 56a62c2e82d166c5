// Words and flags of the commands around the work: setting up, looking things up, abandoning, cleaning up.
import { Argument, type Command, Option } from "commander";
import { readWords, SHELLS } from "../commands/setup/program-words.ts";
import type { Act } from "./command-table.ts";

const INSTALL = `
Install it:
  bash   iflow complete bash > ~/.local/share/bash-completion/completions/iflow
  zsh    iflow complete zsh > "\${fpath[1]}/_iflow"      (then start a new shell)
  fish   iflow complete fish > ~/.config/fish/completions/iflow.fish
For this shell only:  eval "$(iflow complete bash)"`;

export function registerHousekeeping(program: Command, act: Act): void {
  program
    .command("init")
    .description(
      "set this repository up: agent, checks, budget; shows iflow.config.json before it is written, and can be repeated",
    )
    .option("--yes", "for scripts: write the checks that are found, without asking")
    .option("--no-run", "do not run the checks once with the environment that iflow gives them")
    .action((flags) => act((commands) => commands.initCommand(flags))());

  program
    .command("list")
    .description("the register: one line per feature, active and planned (status says what comes next)")
    .option("--all", "completed and abandoned ones too")
    .action((flags) => act((commands) => commands.listCommand(flags))());

  featureWord(program.command("cost [feature]"))
    .description("what a feature has cost, and what it would have cost with fresh agents every time")
    .addOption(
      new Option("--by <group>", "what each row stands for").choices(["phase", "role", "round"]).default("phase"),
    )
    .action((feature, flags) => act((commands) => commands.costCommand(feature ?? flags.feature, flags))());

  program
    .command("stats")
    .description("across all features: failed resumes, guard hits and files left unread, with alarms and what to do")
    .action(() => act((commands) => commands.statsCommand())());

  featureWord(program.command("history [feature]"))
    .description("what the reviewers said, round by round; available even after finish has cleaned it up")
    .option("--issues", "only the issues: id, severity, how each ended, and the author's answer")
    .action((feature, flags) => act((commands) => commands.historyCommand(feature ?? flags.feature, flags))());

  featureWord(program.command("abandon [feature]"))
    .description("give up a feature or an open brainstorm; branch and files are kept")
    .option("--yes", "do not ask")
    .action((feature, flags) => act((commands) => commands.abandonCommand(feature ?? flags.feature, flags))());

  program
    .command("gc")
    .description(
      "delete the records of runs that have ended; shows them first, and keeps what bills and statistics need",
    )
    .option(
      "--older-than <age>",
      "also runs of active features that ended longer ago than this, such as 12h, 30d, 4w (default: keep.days)",
    )
    .option("--max-size <size>", "also the oldest runs, until ended runs take up no more than this, such as 500MB")
    .option("--yes", "do not ask")
    .action((flags) => act((commands) => commands.gcCommand(flags))());

  registerSettings(program, act);
}

function registerSettings(program: Command, act: Act): void {
  program
    .command("config [key]")
    .description("every setting with its value and where it comes from, or one value")
    .action((key) => act((commands) => commands.configCommand(key))());

  program
    .command("trust")
    .description("confirm what the repository's iflow.config.json may run, send or decide about reviews")
    .option("--show", "only show it")
    .option("--yes", "confirm without asking")
    .action((flags) => act((commands) => commands.trustCommand(flags))());

  program
    .command("mcp")
    .description("serve any MCP client over stdin and stdout; its agents do the work")
    .option(
      "--hooks",
      "the client runs iflow's hooks (the Claude Code plugin does), so what agents say is taken from those",
    )
    .action((flags) => act((commands) => commands.mcpCommand(flags))());

  program
    .command("plugin")
    .addArgument(new Argument("<what>").choices(["path", "check", "install"]))
    .description("iflow inside Claude Code: install the plugin, check it, or print where it is")
    .action((what) => act((commands) => commands.pluginCommand(what))());

  const shell = new Argument("[shell]").choices(SHELLS);
  const complete = program.command("complete").addArgument(shell).addOption(new Option("--words").hideHelp());
  complete
    .description("print a completion script for your shell: commands, flags, the names of your features")
    .addHelpText("after", INSTALL)
    .action((name, { words }) => {
      if (!words && name === undefined) complete.error("error: name your shell: bash, zsh or fish");
      return act((commands) =>
        words ? commands.completionNamesCommand() : commands.completeCommand(name, readWords(program)),
      )();
    });
}

/** Error messages say `--feature=…` for every command, so every command accepts it. */
function featureWord(command: Command): Command {
  return command.addOption(new Option("--feature <key>").hideHelp());
}
