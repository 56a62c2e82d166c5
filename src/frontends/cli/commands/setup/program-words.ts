// What can be completed, read from the command line's own definition, so that a new command or flag needs no second
// list. The kind of a value comes from the name of its placeholder: `--feature <key>`, `--prd <file>`.
import type { Command, Option } from "commander";

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

export interface ProgramWords {
  readonly flags: readonly FlagWords[];
  readonly commands: readonly CommandWords[];
}

export interface CommandWords {
  readonly name: string;
  readonly description: string;
  readonly flags: readonly FlagWords[];
  /** Its first argument; undefined when it has none. */
  readonly argument: Value | undefined;
}

export interface FlagWords {
  readonly flag: string;
  readonly description: string;
  /** Undefined for a flag without a value. */
  readonly value: Value | undefined;
}

export type Value =
  | { readonly kind: "features" | "files" | "settings" | "phases" | "free" }
  | { readonly kind: "words"; readonly words: readonly string[] };

export function readWords(program: Command): ProgramWords {
  return {
    flags: flagsOf(program),
    commands: program.commands.map((command) => ({
      name: command.name(),
      description: command.description(),
      flags: [command, ...command.commands].flatMap(flagsOf).filter(isFirstOfItsName),
      argument: valueOfArgument(command),
    })),
  };
}

function flagsOf(command: Command): FlagWords[] {
  return command.options.flatMap((option) =>
    option.hidden || option.long === undefined || option.long === null
      ? []
      : [{ flag: option.long, description: option.description, value: valueOfFlag(option) }],
  );
}

/** Two subcommands of one command may share a flag. */
function isFirstOfItsName({ flag }: FlagWords, index: number, all: readonly FlagWords[]): boolean {
  return all.findIndex((other) => other.flag === flag) === index;
}

const PLACEHOLDERS: Readonly<Record<string, Value["kind"] & ("features" | "files" | "phases")>> = {
  key: "features",
  keys: "features",
  file: "files",
  folder: "files",
  phase: "phases",
};

function valueOfFlag({ flags, argChoices, required, optional }: Option): Value | undefined {
  if (!required && !optional) return undefined;
  if (argChoices) return { kind: "words", words: argChoices };
  return { kind: PLACEHOLDERS[/[<[]([\w-]+)/.exec(flags)?.[1] ?? ""] ?? "free" };
}

function valueOfArgument(command: Command): Value | undefined {
  if (command.commands.length > 0) return { kind: "words", words: command.commands.map((one) => one.name()) };
  const [argument] = command.registeredArguments;
  if (argument === undefined) return undefined;
  if (argument.argChoices) return { kind: "words", words: argument.argChoices };
  const kinds: Readonly<Record<string, "features" | "settings">> = { feature: "features", key: "settings" };
  return { kind: kinds[argument.name()] ?? "free" };
}
