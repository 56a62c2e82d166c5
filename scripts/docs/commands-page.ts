// docs/commands.md: every command with its usage, flags and example, read from commander's own objects.
import type { Command, Option } from "commander";
import { createProgram } from "../../src/frontends/cli/program/program.ts";
import { EXIT_MEANINGS } from "../../src/frontends/cli/screen/exit-codes.ts";
import { code, sentence, table } from "./table.ts";

export function printCommands(): string {
  const program = createProgram("", () => Promise.reject(new Error("no command runs while the page is printed")));
  return [
    INTRODUCTION,
    contents(program),
    `## Flags of every command\n\n${flagTable(program)}\n\n${OUTPUT}`,
    ...program.commands.map((command) => commandSection(command, "##")),
    `## Exit codes\n\n${exitTable()}`,
  ]
    .join("\n\n")
    .concat("\n");
}

const INTRODUCTION = `<!-- Printed by scripts/build-docs.mjs from the program's own definitions. Change those, then run: npm run docs -->

# Commands

Every command and flag of \`iflow\`. \`iflow {command} --help\` prints the same in your terminal.
For a first run, see [Getting started](getting-started.md). Settings are in [Configuration](configuration.md).`;

const OUTPUT = `**\`--json\`** prints one document on stdout: \`{"ok":true,"data":…}\`, or
\`{"ok":false,"error":{"code","message","fix"}}\`. **\`--events ndjson\`** prints one JSON event per line on stderr,
each with its \`time\`, \`run\` and \`feature\`.
Without a terminal nothing prompts: the command ends with exit code 4 and prints the question with its answers.`;

/** One table per group of `iflow --help`. */
function contents(program: Command): string {
  const groups = [...new Set(program.commands.map((command) => command.helpGroup()))];
  const tables = groups.map((group) => {
    const own = program.commands.filter((command) => command.helpGroup() === group);
    const rows = own.map((command) => [
      `[${code(`iflow ${command.name()}`)}](#iflow-${command.name()})`,
      sentence(command.description()),
    ]);
    return `**${group.replace(/:$/, "")}**\n\n${table(["command", "what it does"], rows)}`;
  });
  return [BARE, ...tables].join("\n\n");
}

const BARE = `**\`iflow\`** alone, in a repository, shows what waits for you, what runs and what is ready, each with its next command.
Outside of one it says how to begin. It asks nothing and changes nothing.`;

function commandSection(command: Command, level: string): string {
  const name = fullName(command);
  return [
    `${level} ${code(name)}`,
    sentence(command.description()),
    ...(command.commands.length > 0 ? [] : [fenced(usage(command))]),
    ...moreHelp(command),
    ...(visible(command).length > 0 ? [flagTable(command)] : []),
    ...command.commands.map((one) => commandSection(one, `${level}#`)),
  ].join("\n\n");
}

function fullName(command: Command): string {
  return command.parent ? `${fullName(command.parent)} ${command.name()}` : command.name();
}

function usage(command: Command): string {
  const values = command.registeredArguments.map((argument) => {
    const word = argument.argChoices?.join("|") ?? `${argument.name()}${argument.variadic ? "..." : ""}`;
    return argument.required ? `<${word}>` : `[${word}]`;
  });
  return [fullName(command), ...values, ...(visible(command).length > 0 ? ["[flags]"] : [])].join(" ");
}

function visible(command: Command): Option[] {
  return command.options.filter(({ hidden }) => !hidden);
}

function flagTable(command: Command): string {
  const options = visible(command);
  const rows = options.map((option) => [code(option.flags), meaning(option), defaultOf(option)]);
  const hasDefaults = rows.some(([, , value]) => value !== "");
  const columns = hasDefaults ? 3 : 2;
  return table(
    ["flag", "what it does", "default"].slice(0, columns),
    rows.map((cells) => cells.slice(0, columns)),
  );
}

function meaning({ description, argChoices }: Option): string {
  return argChoices ? `${description}: ${argChoices.map(code).join(", ")}` : description;
}

/** `--no-unicode` has one, of the flag it takes back. */
function defaultOf({ defaultValue, negate }: Option): string {
  return defaultValue === undefined || negate ? "" : code(String(defaultValue));
}

/** What `--help` says below the flags: commander prints it, but has no word for it alone. */
function moreHelp(command: Command): string[] {
  let printed = "";
  command.configureOutput({ writeOut: (text) => (printed += text) });
  command.outputHelp();
  const below = printed.slice(command.helpInformation().length);
  return below.trim() === "" ? [] : [asMarkdown(below)];
}

/** Indented lines are typed or printed as they stand. */
function asMarkdown(text: string): string {
  const parts = text.replaceAll(/^\n+|\n+$/g, "").match(/(?:^ {2}.*\n?)+|(?:^(?! {2}).*\n?)+/gm) ?? [];
  return parts
    .map((part) => (part.startsWith("  ") ? fenced(part.replaceAll(/^ {2}/gm, "")) : part.trim()))
    .join("\n\n");
}

function fenced(text: string): string {
  return `\`\`\`\n${text.trimEnd()}\n\`\`\``;
}

function exitTable(): string {
  return table(
    ["code", "means", "what to do next"],
    EXIT_MEANINGS.map(({ code: number, means, next }) => [String(number), means, next]),
  );
}
