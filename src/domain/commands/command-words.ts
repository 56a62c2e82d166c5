// A shell line as words, without a shell. Only plain lines have words: one command, or several joined by `&&`, with
// quotes and nothing that a shell would expand, redirect or run besides. So what is judged is what runs.

export interface Reading {
  /** Patterns of file names may stand unquoted: in lines of the person, which are compared and never run as words. */
  readonly patterns?: boolean;
}

export type Words = { readonly words: readonly string[] } | { readonly refused: string };

/** Without blanks around it, as a shell takes it: others than these would belong to a word. */
export function trimLine(line: string): string {
  return line.replace(/^[ \t\n]+|[ \t\n]+$/g, "");
}

/** The words of a single command. */
export function splitWords(line: string): Words {
  const read = readCommands(line);
  if ("refused" in read) return read;
  const [words = [], ...others] = read.commands;
  return others.length > 0 ? { refused: "it joins several commands" } : { words };
}

/** The words of each command of a line; no command is empty. */
export function readCommands(
  line: string,
  { patterns = false }: Reading = {},
): { readonly commands: readonly (readonly string[])[] } | { readonly refused: string } {
  if (line.length > LONGEST_LINE) return { refused: `it is longer than ${LONGEST_LINE} characters` };
  const commands: string[][] = [[]];
  for (let rest = withoutBlanks(line); rest !== ""; rest = withoutBlanks(rest)) {
    if (rest.startsWith("&&")) {
      if (commands.at(-1)?.length === 0) return { refused: "a command is missing beside &&" };
      commands.push([]);
      rest = rest.slice(2);
      continue;
    }
    const read = readWord(rest, patterns);
    if ("refused" in read) return read;
    commands.at(-1)?.push(read.word);
    rest = rest.slice(read.length);
  }
  return commands.at(-1)?.length === 0 ? { refused: "it is empty" } : { commands };
}

const LONGEST_LINE = 8000;

/** For a shell nothing else lies between words: a line break ends a command. */
function withoutBlanks(text: string): string {
  return text.replace(/^[ \t]+/, "");
}

/** What the inside of each kind of quotes may hold: in double quotes a shell still expands some characters. */
const QUOTED = /^'[^'\p{Cc}]*'|^"[^"$`\\!\p{Cc}]*"/u;
const PLAIN = /^[^\s'"`$\\;&|<>()!*?[\]{}\p{Cc}]+/u;
const PLAIN_OR_PATTERN = /^[^\s'"`$\\;&|<>()!\p{Cc}]+/u;
/** A home folder, a comment, a program's place: they mean something only as the first character. */
const SPECIAL_START = /^[~#=]/;

function readWord(
  text: string,
  patterns: boolean,
): { readonly word: string; readonly length: number } | { readonly refused: string } {
  if (SPECIAL_START.test(text) && !patterns) return { refused: `a word begins with an unquoted ${text[0]}` };
  let word = "";
  let length = 0;
  while (length < text.length && !/^(?:[ \t]|&&)/.test(text.slice(length, length + 2))) {
    const rest = text.slice(length);
    const quoted = QUOTED.exec(rest)?.[0];
    const part = quoted ?? (patterns ? PLAIN_OR_PATTERN : PLAIN).exec(rest)?.[0];
    if (quoted === undefined && /[=:]~/.test(part ?? "")) return { refused: "it has ~ behind = or :, a home folder" };
    if (part === undefined) return { refused: `it has ${nameOf(rest)}, which only a shell understands` };
    word += quoted === undefined ? part : part.slice(1, -1);
    length += part.length;
  }
  return { word, length };
}

function nameOf(rest: string): string {
  const [character = ""] = rest;
  if (character === "'" || character === '"') return `${character} that is not closed or holds $, \`, \\ or !`;
  return /[\s\p{Cc}]/u.test(character) ? "a line break or control character" : character;
}

/** A line whose words are these, for any shell. */
export function quoteWords(words: readonly string[]): string {
  return words.map(quoteWord).join(" ");
}

function quoteWord(word: string): string {
  if (/^(?:[\w./:@%+,-]+|-[\w./:@%+,=-]*)$/.test(word)) return word; // `A=b` could set a variable
  return `'${word.replaceAll("'", `'"'"'`)}'`;
}
