// commander's Command, except that a mistake is thrown as one of ours: what was wrong and what to type instead. Who prints
// it decides how, as text or as JSON.
import { Command } from "commander";
import { nearestWord } from "../../../domain/text/words/nearest.ts";

export class UsageError extends Error {
  readonly fix: string;

  constructor(message: string, fix: string) {
    super(message);
    this.fix = fix;
  }
}

export class ProgramCommand extends Command {
  override createCommand(name?: string): Command {
    return new ProgramCommand(name);
  }

  /** Called by commander for every mistake it finds. */
  override error(message: string): never {
    const choice = wrongChoice(message);
    if (choice) throw new UsageError(`${choice.flag ?? this.name()}: ${choice.message}`, this.#nearChoice(choice));
    throw new UsageError(message.replace(/^error: /, ""), `${fullName(this)} --help shows how it is used`);
  }

  /** Called by commander. */
  missingArgument(name: string): never {
    const choices = this.registeredArguments.find((one) => one.name() === name)?.argChoices;
    if (choices) throw new UsageError(`${this.name()} takes one more word`, `${fullName(this)} ${choices.join(" | ")}`);
    if (!SENTENCES.has(name)) return this.error(`missing required argument '${name}'`);
    throw new UsageError("say what you want, in a sentence", `${fullName(this)} "limit logins to 5 a minute"`);
  }

  /** Called by commander. Of a sentence, the quotes were forgotten. */
  _excessArguments(received: readonly string[]): never {
    const [argument] = this.registeredArguments;
    if (!argument || !SENTENCES.has(argument.name())) {
      return this.error(`too many words: ${fullName(this)} takes ${this.registeredArguments.length || "none"}`);
    }
    const sentence = JSON.stringify(received.join(" "));
    throw new UsageError("a sentence is put in quotes", `${fullName(this)} ${sentence}`);
  }

  /** A flag's value or a word: the nearest, or all that are possible. */
  #nearChoice({ flag, value, choices }: Choice): string {
    const head = flag ?? fullName(this);
    const meant = nearestWord(value, choices);
    return meant === undefined ? `${head} ${choices.join(" | ")}` : `Did you mean: ${head} ${meant}`;
  }

  /** Called by commander for `iflow help desing`, of which it would print the whole help. */
  _dispatchHelpCommand(name: string | undefined): unknown {
    if (name !== undefined && !this.commands.some((one) => one.name() === name || one.aliases().includes(name)))
      this.#unknown([name]);
    return commandersHelp.call(this, name);
  }

  /** Called by commander. */
  unknownCommand(): never {
    return this.#unknown(this.args);
  }

  #unknown(words: readonly string[]): never {
    const [typed = ""] = words;
    const near = nearestWord(typed, this.commands.map((command) => command.name()).concat("help"));
    const meant = near ?? (this.parent ? undefined : ELSEWHERE[typed]);
    const sentence = words.join(" ");
    if (meant === undefined && !this.parent && sentence.split(" ").length >= SENTENCE)
      throw new UsageError("a sentence alone is no command", `iflow run ${JSON.stringify(sentence)}`);
    const lists = `${fullName(this)} --help lists the commands`;
    const fix = meant === undefined ? lists : `Did you mean: ${fullName(this)} ${meant}   (${lists})`;
    throw new UsageError(`unknown command ${typed}`, fix);
  }

  /** Called by commander. */
  unknownOption(flag: string): never {
    const known = withParents(this).flatMap(({ options }) =>
      options.flatMap(({ long, hidden }) => (hidden ? [] : (long ?? []))),
    );
    const meant = nearestWord(flag.replace(/=.*$/, ""), [...known, "--help"]);
    const lists = `${fullName(this)} --help lists the flags`;
    throw new UsageError(`unknown option ${flag}`, meant === undefined ? lists : `Did you mean ${meant}?   (${lists})`);
  }
}

/** Of commander's own, which its types do not list. */
const commandersHelp: (this: Command, name: string | undefined) => unknown = Reflect.get(
  Command.prototype,
  "_dispatchHelpCommand",
);

interface Choice {
  readonly message: string;
  readonly flag?: string;
  readonly value: string;
  readonly choices: readonly string[];
}

/** Of commander's `option '--by <group>' argument 'foo' is invalid. Allowed choices are phase, role, round.` */
function wrongChoice(message: string): Choice | undefined {
  const pattern =
    /^error: (?:option '(?:-\w, )?(--[\w-]+)[^']*' argument|command-argument value) '(.*)' is invalid.*Allowed choices are (.*)\.$/s;
  const [, flag, value = "", choices] = pattern.exec(message) ?? [];
  if (choices === undefined) return undefined;
  return {
    message: `there is no ${JSON.stringify(value)}`,
    ...(flag !== undefined && { flag }),
    value,
    choices: choices.split(", "),
  };
}

/** What other programs call it. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  ...{ start: "run", new: "run", resume: "continue", merge: "finish-feature", setup: "init", ls: "list", logs: "show" },
};

/** So many words that no command has are an idea. */
const SENTENCE = 3;

/** Arguments that are what a person wants, in their own words. */
const SENTENCES: ReadonlySet<string> = new Set(["idea", "text", "change"]);

/** `iflow kb list` */
export function fullName(command: Command): string {
  return command.parent ? `${fullName(command.parent)} ${command.name()}` : command.name();
}

function withParents(command: Command): Command[] {
  return command.parent ? [command, ...withParents(command.parent)] : [command];
}
