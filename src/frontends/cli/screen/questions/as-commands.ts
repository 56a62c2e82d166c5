// Where it is not clear which feature a command means, or a flag is missing, the answer is the same command, whole, for
// each thing that it could mean.
import { UnclearFeature } from "../../../../app/feature/unclear-feature.ts";
import { shortName } from "../../../../domain/feature/feature-name.ts";
import { FEATURE_COMMANDS } from "../../../../domain/feature/printed-commands.ts";
import { AgainWith, againWith } from "../../../../domain/text/again-with.ts";
import { IflowError } from "../../../../domain/text/errors.ts";
import { shellWord } from "../../../../domain/text/shell-word.ts";

/** Any other error as it is. */
export function asCommands(error: unknown, typed: readonly string[]): unknown {
  if (error instanceof AgainWith) return asWholeCommands(error, withoutFolder(typed));
  if (!(error instanceof UnclearFeature) || error.unclear.choices.length === 0) return error;
  const { asked, choices, all } = error.unclear;
  const words = withoutFolder(typed);
  const commands = choices.map((key) => {
    const name = shortName(all, key);
    const named = asked === undefined ? nameAfterCommand(words, name) : replaceName(words, asked, name);
    return ["iflow", ...named.map(shellWord)].join(" ");
  });
  const width = Math.max(...commands.map(({ length }) => length));
  return new IflowError(error.code, error.message, {
    detail: commands.map((command, index) => `${command.padEnd(width)}   ${choices[index]}`).join("\n"),
    fix: commands[0] ?? "",
  });
}

function asWholeCommands({ code, message, ways, around }: AgainWith, words: readonly string[]): IflowError {
  const commands = ways.map(({ flag }) => ["iflow", ...words.map(shellWord), ...flag.map(shellWord)].join(" "));
  return new IflowError(code, message, againWith(ways, around, commands));
}

function nameAfterCommand(words: readonly string[], name: string): string[] {
  const commands: readonly string[] = FEATURE_COMMANDS;
  const at = words.findIndex((word) => commands.includes(word));
  return [...words.slice(0, at + 1), name, ...words.slice(at + 1)];
}

/** `7`, `--feature=7`, `--depends-on=6,7`. */
function replaceName(words: readonly string[], asked: string, name: string): string[] {
  return words.map((word) => {
    const [, flag = "", value = ""] = /^(--[\w-]+=)?(.*)$/s.exec(word) ?? [];
    const names = value.split(",").map((one) => (one.trim() === asked ? name : one));
    return names.includes(name) ? `${flag}${names.join(",")}` : word;
  });
}

/** The folder is part of how iflow is started, which every printed command begins with. */
function withoutFolder(words: readonly string[]): string[] {
  return words.filter((word, index) => word !== "--cwd" && words[index - 1] !== "--cwd" && !word.startsWith("--cwd="));
}
