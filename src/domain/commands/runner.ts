// What may be added to the command of a test runner: which options, with which values, and what else. An option that is
// not listed is refused, so one that loads code, names a configuration or leaves the tree cannot be added.
import { type Inside, judgePath, judgeWord, NAME, type Paths, type Place, type Taking } from "./judge-word.ts";

export interface Runner extends Taking {
  /** The program's name, and the word behind it that makes it run tests; between them stand options only. */
  readonly program: RegExp;
  readonly verb?: string;
  /** Options before the verb that have a value of their own. */
  readonly valued?: readonly string[];
  /** It is a package of the project, not a program of the machine. */
  readonly installed?: boolean;
  /** Options without a value. */
  readonly flags: string;
  readonly options: Readonly<Record<string, Value>>;
  /** Those whose value belongs into the same word: to the program the next one would be something else. */
  readonly inline?: readonly string[];
  /** What may follow `--`. */
  readonly after?: Pick<Runner, "name" | "flags" | "options" | "takes">;
  /** What follows a path is no longer an option. */
  readonly optionsFirst?: boolean;
  /** For a refusal: how one test is chosen. */
  readonly example: string;
}

/** `text` is free, as long as it does not begin with a dash. */
export type Value = "text" | "name" | "number" | "path" | RegExp;

/** `plain`: the places of the words that belong to no option. */
export type Added =
  | { readonly paths: readonly string[]; readonly plain: readonly number[] }
  | { readonly refused: string };

/** `stored` is what the stored command has behind its head: it may be repeated, option with value. */
export function judgeAdded(
  runner: Omit<Runner, "program" | "example">,
  stored: readonly string[],
  added: readonly string[],
  tree: Place,
): Added {
  const paths: string[] = [];
  const plain: number[] = [];
  const flags = new Set(runner.flags.split(" "));
  const own = ownWords(stored, flags);
  for (let place = 0; place < added.length; place++) {
    const word = added[place] ?? "";
    if (word === "--" && runner.after) {
      const below = judgeAdded(runner.after, afterDashes(stored), added.slice(place + 1), tree);
      return "refused" in below ? below : { paths: [...paths, ...below.paths], plain: [] };
    }
    if (!word.startsWith("-")) {
      const judged = judgeWord(runner, own, word, tree);
      if ("refused" in judged) return judged;
      paths.push(...judged.paths);
      plain.push(place);
      continue;
    }
    if (flags.has(word) || isCluster(word, flags)) continue;
    const [name, inline] = splitOption(word);
    const value = Object.hasOwn(runner.options, name) ? runner.options[name] : undefined;
    if (value !== undefined) {
      const given = inline ?? (runner.inline?.includes(name) ? undefined : added[++place]);
      const judged = judgeValue(runner, name, given, tree.inside);
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

/** Words of the stored command that are surely no value of an option: `deploy` in `gradle -x deploy test` is one. */
function ownWords(stored: readonly string[], flags: ReadonlySet<string>): ReadonlySet<string> {
  const isValue = (before = "") => before.startsWith("-") && !before.includes("=") && !flags.has(before);
  return new Set(stored.filter((word, place) => !word.startsWith("-") && !isValue(stored[place - 1])));
}

function judgeValue(
  { name: program, options, marks }: Pick<Runner, "name" | "options" | "marks">,
  option: string,
  value: string | undefined,
  inside: Inside,
): Paths {
  const about = `${option} of ${program}`;
  const kind = options[option] ?? "name";
  if (value === undefined) return { refused: `${about} needs a value: ${option}=…` };
  if (value.startsWith("-")) return { refused: `the value of ${about} begins with a dash` };
  if (kind === "path") return judgePath(value, inside, marks);
  const form = kind === "text" ? /^[^\p{Cc}]*$/u : kind === "name" ? NAME : kind === "number" ? /^\d{1,6}$/ : kind;
  return form.test(value) ? { paths: [] } : { refused: `${value} is no value for ${about} that may be added` };
}
