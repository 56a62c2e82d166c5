// What may be added to the command of a test runner: which options, with which values, and what else. An option that is
// not listed is refused, so one that loads code, names a configuration or leaves the tree cannot be added.
import { checkPath } from "../text/safe-path.ts";

export interface Runner {
  readonly name: string;
  /** The program's name, and the word behind it that makes it run tests. */
  readonly program: RegExp;
  readonly verb?: string;
  /** It is a package of the project, not a program of the machine. */
  readonly installed?: boolean;
  /** Options without a value. */
  readonly flags: string;
  readonly options: Readonly<Record<string, Value>>;
  /** What stands without an option. */
  readonly takes: "paths" | "packages" | "names" | "nothing";
  /** Words that would be another command of the program. */
  readonly never?: RegExp;
  /** What may follow `--`. */
  readonly after?: Pick<Runner, "name" | "flags" | "options" | "takes">;
  /** What follows a path is no longer an option. */
  readonly optionsFirst?: boolean;
  /** For a refusal: how one test is chosen. */
  readonly example: string;
}

/** `text` is free, as long as it does not begin with a dash. */
export type Value = "text" | "name" | "number" | "path" | RegExp;

type Paths = { readonly paths: readonly string[] } | { readonly refused: string };

/** `plain`: the places of the words that belong to no option. */
export type Added =
  | { readonly paths: readonly string[]; readonly plain: readonly number[] }
  | { readonly refused: string };

/** Where a path leads: relative to the root of the repository, "" for the root; undefined when it is outside. */
export type Inside = (path: string) => string | undefined;

/** `stored` is what the stored command has behind its head: it may be repeated, option with value. */
export function judgeAdded(
  runner: Pick<Runner, "name" | "flags" | "options" | "takes" | "never" | "after">,
  stored: readonly string[],
  added: readonly string[],
  inside: Inside,
): Added {
  const paths: string[] = [];
  const plain: number[] = [];
  const flags = new Set(runner.flags.split(" "));
  for (let place = 0; place < added.length; place++) {
    const word = added[place] ?? "";
    if (word === "--" && runner.after) {
      const below = judgeAdded(runner.after, afterDashes(stored), added.slice(place + 1), inside);
      return "refused" in below ? below : { paths: [...paths, ...below.paths], plain: [] };
    }
    if (!word.startsWith("-")) {
      const judged = judgePlain(runner, stored, word, inside);
      if ("refused" in judged) return judged;
      paths.push(...judged.paths);
      plain.push(place);
      continue;
    }
    if (flags.has(word) || isCluster(word, flags)) continue;
    const [name, inline] = splitOption(word);
    const value = Object.hasOwn(runner.options, name) ? runner.options[name] : undefined;
    if (value !== undefined) {
      const given = inline ?? added[++place];
      const judged = judgeValue(`${name} of ${runner.name}`, value, given, inside);
      if ("refused" in judged) return judged;
      paths.push(...judged.paths);
      continue;
    }
    const repeated = repeatedWords(stored, added.slice(place));
    if (repeated === 0) return { refused: `${name || word} is no option that may be added to ${runner.name}` };
    place += repeated - 1;
  }
  return { paths, plain };
}

function afterDashes(stored: readonly string[]): readonly string[] {
  const place = stored.indexOf("--");
  return place < 0 ? [] : stored.slice(place + 1);
}

function splitOption(word: string): [name: string, value: string | undefined] {
  const place = word.indexOf("=");
  return place < 0 ? [word, undefined] : [word.slice(0, place), word.slice(place + 1)];
}

/** `-xvs`, when each of them is a flag. */
function isCluster(word: string, flags: ReadonlySet<string>): boolean {
  return /^-[A-Za-z]{2,}$/.test(word) && [...word.slice(1)].every((letter) => flags.has(`-${letter}`));
}

/** How many words repeat an option of the stored command. What follows it there may be its value, so it must follow here. */
function repeatedWords(stored: readonly string[], [option = "", next]: readonly string[]): number {
  const place = stored.indexOf(option);
  if (place < 0) return 0;
  const value = stored[place + 1];
  if (option.includes("=") || value === undefined || value.startsWith("-")) return 1;
  return next === value ? 2 : 0;
}

function judgePlain(
  { name, takes, never }: Pick<Runner, "name" | "takes" | "never">,
  stored: readonly string[],
  word: string,
  inside: Inside,
): Paths {
  if (takes !== "paths" && takes !== "packages" && stored.includes(word)) return { paths: [] };
  if (takes === "nothing" || never?.test(word)) return { refused: `${word} is nothing that may be added to ${name}` };
  if (takes === "names" && NAME.test(word)) return { paths: [] };
  if (takes === "names") return judgePath(word, inside);
  if (takes === "packages" && !/^\.(?:\/|$)/.test(word))
    return { refused: `${word} must begin with ./ to be a package` };
  return judgePath(word, inside);
}

/** Of a test, a module, a package. */
const NAME = /^[A-Za-z_][\w.:-]*$/;

function judgeValue(about: string, kind: Value, value: string | undefined, inside: Inside): Paths {
  if (value === undefined) return { refused: `${about} needs a value` };
  if (value.startsWith("-")) return { refused: `the value of ${about} begins with a dash` };
  if (kind === "path") return judgePath(value, inside);
  const form = kind === "text" ? /^[^\p{Cc}]*$/u : kind === "name" ? NAME : kind === "number" ? /^\d{1,6}$/ : kind;
  return form.test(value) ? { paths: [] } : { refused: `${value} is no value for ${about} that may be added` };
}

/** A word that names a place in the tree, perhaps with a line or the name of a test behind it. */
export function judgePath(word: string, inside: Inside): Paths {
  const named = word.replace(/(?:::.*|:\d+(?::\d+)*|\[[\d:,]+\])$/su, "").replace(/\/\.\.\.$/, "");
  if (/^[@+]/.test(word))
    return { refused: `${word} begins with ${word[0]}, which programs understand in their own way` };
  if (/^[a-z][a-z0-9+-]*:/i.test(named)) return { refused: `${word} is an address, not a path` };
  const judged = judgePlace(word, named, inside);
  // a program that knows no such ending takes the whole word for a path
  const whole =
    named === word || !word.slice(named.length).includes("/") ? { paths: [] } : judgePlace(word, word, inside);
  if ("refused" in judged) return judged;
  return "refused" in whole ? whole : { paths: [...judged.paths, ...whole.paths] };
}

function judgePlace(word: string, place: string, inside: Inside): Paths {
  const path = inside(place);
  if (path === undefined) return { refused: `${word} is outside the repository` };
  if (path === "") return { paths: [] };
  const check = checkPath(path);
  return check.ok ? { paths: [check.path] } : { refused: `${word} ${check.why}` };
}
