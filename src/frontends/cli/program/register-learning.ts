// Words and flags for what the project has learned: the knowledge bank and memories.
import { type Command, Option } from "commander";
import type { Act } from "./command-table.ts";

const CATEGORIES = ["patterns", "anti-patterns", "heuristics"];

export function registerLearning(program: Command, act: Act): void {
  const kb = program.command("kb").description("the knowledge bank: what the team believes, kept in Markdown");
  kb.command("list")
    .description("every entry, with how often it was confirmed and when last")
    .addOption(category())
    .action((flags) => act((commands) => commands.kbListCommand(flags))());
  kb.command("show <name...>")
    .description("one entry as written in its file; any words that single out its name will do")
    .action((name) => act((commands) => commands.kbShowCommand(name.join(" ")))());
  kb.command("search <words...>")
    .description("entries that contain any of the words, best first")
    .addOption(category())
    .addOption(limit())
    .action((words, flags) => act((commands) => commands.kbSearchCommand(words.join(" "), flags))());
  kb.command("stale")
    .description("entries that no feature has confirmed for a long time")
    .action(() => act((commands) => commands.kbStaleCommand())());
  kb.command("backfill")
    .description("add missing fields to old entries; shows the changes first, and commits nothing")
    .option("--yes", "do not ask")
    .action((flags) => act((commands) => commands.kbBackfillCommand(flags))());

  const memory = program.command("memory").description("what was noticed but not yet reviewed by anyone");
  memory
    .command("add <text...>")
    .description("remember something; the same words again make it stronger")
    .option("--name <name>", "its name; by default its first words")
    .addOption(category("what kind of lesson it is").default("heuristics"))
    .option("--because <reason>", "what it is based on")
    .addOption(
      new Option("--confidence <word>", "how certain it is").choices(["high", "medium", "low"]).default("medium"),
    )
    .option("--keywords <list>", "words to find it by, separated by commas")
    .option("--references <list>", "where it was seen, separated by commas")
    .addOption(own())
    .action((text, flags) => act((commands) => commands.memoryAddCommand(text.join(" "), flags))());
  memory
    .command("search <words...>")
    .description("memories and entries of the knowledge bank that contain any of the words, best first")
    .addOption(category())
    .addOption(limit())
    .addOption(own())
    .action((words, flags) => act((commands) => commands.memorySearchCommand(words.join(" "), flags))());
  memory
    .command("list")
    .description("every memory, how often it was handed to agents and how reviews went with and without it")
    .addOption(own())
    .action((flags) => act((commands) => commands.memoryListCommand(flags))());
  memory
    .command("forget <id>")
    .description("stop handing it to agents; the beginning of its id is enough")
    .addOption(own())
    .action((id, flags) => act((commands) => commands.memoryForgetCommand(id, flags))());
  memory
    .command("export")
    .description("print all memories as JSON Lines")
    .addOption(own())
    .action((flags) => act((commands) => commands.memoryExportCommand(flags))());
  memory
    .command("import <file>")
    .description("add memories from JSON Lines; known ones are not counted twice")
    .addOption(own())
    .action((file, flags) => act((commands) => commands.memoryImportCommand(file, flags))());
}

function category(what = "only this kind"): Option {
  return new Option("--category <name>", what).choices(CATEGORIES);
}

function own(): Option {
  return new Option("--global", "your own memories, for all your projects; needs no repository");
}

function limit(): Option {
  return new Option("--limit <number>", "how many at most").default("10");
}
