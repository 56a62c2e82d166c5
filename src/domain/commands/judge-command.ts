// Whether an agent that writes may run a line, and how it is run. Four kinds may: a stored check, some tests of one, a
// look at git, a change of single files; with `agents.commands: "sandbox"` any line, inside the sandbox. What is not a
// stored check is run as quoted words, so that no shell finds anything in it.
import { chooseTests } from "./choose-tests.ts";
import { quoteWords, splitWords, trimLine } from "./command-words.ts";
import { type Family, familiesOf } from "./families.ts";
import { FILE_COMMANDS, judgeFileCommand, type Move } from "./file-command.ts";
import { judgeGitLine } from "./git-line.ts";
import { GIT_LOOKS } from "./git-options.ts";
import type { Inside, Place } from "./judge-word.ts";

export type CommandMode = "families" | "sandbox";

export interface CommandRules extends Place {
  readonly mode: CommandMode;
  /** Whether there is a sandbox to run in. */
  readonly sandboxed: boolean;
  /** Stored shell lines. */
  readonly checks: readonly string[];
  /** Of `package.json`. */
  readonly scripts: Readonly<Record<string, string>>;
  /** Patterns of files that agents are not shown. */
  readonly hidden: readonly string[];
  /** Some of them are closed by the person, also where git tracks them. */
  readonly denies: boolean;
  /** The program `git`; not there without it. */
  readonly git: string | undefined;
  /** Names of git's filters; not there where its configuration could not be read. */
  readonly filters: readonly string[] | undefined;
}

export type JudgedLine = AllowedLine | { readonly refused: string };

export interface AllowedLine {
  /** As it is run. */
  readonly line: string;
  /** Paths that must also be open to agents on disk: to look at, to change. */
  readonly reads: readonly string[];
  readonly changes: readonly string[];
  readonly move?: Move;
  /** What the agent wrote does the same, so it may also run it by itself. Never when something was left out or added. */
  readonly asWritten: boolean;
  /** How it would have to be written for that, where it can be. */
  readonly plain?: string;
}

export function judgeCommand(given: string, rules: CommandRules): JudgedLine {
  const line = trimLine(given);
  if (rules.checks.includes(line)) return { line, ...NO_PATHS, asWritten: true };
  const plain = withoutTrimmings(line, rules.inside);
  const judged = judgePlainLine(plain, rules);
  if (!("refused" in judged))
    return plain === line || !judged.asWritten ? judged : { ...judged, asWritten: false, plain };
  if (rules.mode === "families") return judged;
  if (rules.sandboxed) return { line, ...NO_PATHS, asWritten: false };
  return { refused: `agents.commands is "sandbox", but there is no sandbox here. ${judged.refused}` };
}

const NO_PATHS = { reads: [], changes: [] };

/** What agents put around a command out of habit, and what is done anyway: the folder, one stream, the end of it. */
function withoutTrimmings(line: string, inside: Inside): string {
  const { folder, rest } = CHANGED_FOLDER.exec(line)?.groups ?? {};
  const here = folder !== undefined && inside(unquoted(folder)) === "" ? (rest ?? "") : line;
  const whole = here.replace(/\|[ \t]*(?:tail|head)(?:[ \t]+(?:-n[ \t]*)?-?\d{1,6})?$/, "").trimEnd();
  return whole.endsWith(" 2>&1") ? whole.slice(0, -" 2>&1".length).trimEnd() : whole;
}

/** Quotes that one end only has would hide the rest of the line from a shell, and show it what stands in quotes there. */
const CHANGED_FOLDER =
  /^cd[ \t]+(?<folder>'[^'\p{Cc}]+'|"[^"$`\\!\p{Cc}]+"|[^\s'"&|;<>$`\\*?#()\p{Cc}]+)[ \t]*&&[ \t]*(?<rest>.*)$/su;

function unquoted(word: string): string {
  return word.replace(/^(['"])(.*)\1$/s, "$2");
}

function judgePlainLine(line: string, rules: CommandRules): JudgedLine {
  if (rules.checks.includes(line)) return { line, ...NO_PATHS, asWritten: true };
  const families = rules.checks.flatMap((check) => familiesOf(check, rules.scripts));
  const refuse = (why: string) => ({ refused: `${why}. ${describeAllowed(rules, families)}` });
  const split = splitWords(line);
  if ("refused" in split) return refuse(split.refused);
  const { words } = split;
  const [program = ""] = words;
  const look = judgeGitLine(words, rules);
  if (look) return "refused" in look ? refuse(look.refused) : look;
  if (FILE_COMMANDS.includes(program)) {
    const judged = judgeFileCommand(words, rules.inside);
    if ("refused" in judged) return refuse(judged.refused);
    const { words: run, changes, move } = judged;
    return { line: quoteWords(run), reads: [], changes, ...(move && { move }), asWritten: true };
  }
  let why: string | undefined;
  for (const family of families) {
    const chosen = chooseTests(family, words, rules);
    if (chosen && !("refused" in chosen)) {
      const { words: run, paths, plain, asWritten } = chosen;
      return { line: quoteWords(run), reads: paths, changes: [], asWritten, plain };
    }
    why ??= chosen?.refused;
  }
  return refuse(why ?? `${program} is not among what may be run`);
}

/** For refusals: short, with an example from this very project. */
function describeAllowed({ checks }: Pick<CommandRules, "checks">, families: readonly Family[]): string {
  const family = families.find(({ runner }) => runner.example !== "");
  const example =
    family && `${family.run.join(" ")}${family.dashes === "needed" ? " --" : ""} ${family.runner.example}`;
  const allowed = [
    ...(checks.length > 0 ? [`the checks exactly as stored: ${checks.join(" | ")}`] : []),
    ...(example ? [`one of them for some tests, by path or name: ${example}`] : []),
    `git ${GIT_LOOKS.join(", ")}`,
    `${FILE_COMMANDS.join(", ")} with paths of the repository`,
  ];
  return `One plain command at a time may be run: ${allowed.join("; ")}`;
}
