// Which files of the tree the checks name, themselves or through what people wrote to be run: scripts of package.json,
// composer and deno, targets of make, recipes of just, shell scripts. Only words are looked at: what such a file loads in
// turn is not followed. Pure; whoever calls it brings the texts, as long as more are wanted.
import { parseJson } from "../text/json/json.ts";
import { recipesIn } from "./recipes.ts";

export interface NamedFiles {
  /** Paths from the root; most of them are words that are no file. */
  readonly paths: ReadonlySet<string>;
  /** Files whose text would say more, and was not given. */
  readonly wanted: readonly string[];
}

/** By path from the root; undefined where there is no such file. */
export type Texts = ReadonlyMap<string, string | undefined>;

export function filesNamed(commands: readonly string[], texts: Texts): NamedFiles {
  const paths = new Set<string>();
  const wanted = new Set<string>();
  const seen = new Set<string>();
  const queue = commands.map((line) => ({ line, folder: "" }));
  const textOf = (path: string) => {
    if (!texts.has(path)) wanted.add(path);
    return texts.get(path);
  };
  for (let next = queue.shift(); next !== undefined && seen.size < MOST_LINES; next = queue.shift()) {
    const key = JSON.stringify(next);
    if (seen.has(key)) continue;
    seen.add(key);
    for (const { words, folder } of segmentsOf(next.line, next.folder)) {
      for (const word of words) paths.add(join(folder, word));
      for (const line of behind(words, folder, textOf)) queue.push({ line, folder });
      for (const script of words.filter((word) => /\.(?:ba|z)?sh$/.test(word)))
        queue.push({ line: textOf(join(folder, script)) ?? "", folder });
    }
  }
  return { paths, wanted: [...wanted] };
}

/** A path is named as it stands, or without its ending as Node finds it. */
export function isNamed(path: string, paths: ReadonlySet<string>): boolean {
  if (paths.has(path)) return true;
  const bare = path.replace(/\.(?:[cm]?[jt]sx?|json)$/, "");
  const found = bare.replace(/\/index$/, "");
  return bare !== path && [bare, found].some((way) => way.includes("/") && paths.has(way));
}

const MOST_LINES = 2000;

interface Segment {
  readonly words: readonly string[];
  readonly folder: string;
}

/** The commands of a shell line, each with the folder it runs in. */
function segmentsOf(line: string, begins: string): Segment[] {
  let folder = begins;
  const segments: Segment[] = [];
  for (const part of line.split(/&&|\|\||[;|&\n()]/)) {
    const words = part.split(/[\s"'`=]+/).filter(Boolean);
    const [first, to] = words;
    if ((first === "cd" || first === "pushd") && to !== undefined) folder = join(folder, to);
    else if (words.length > 0) segments.push({ words, folder: elsewhere(words, folder) });
  }
  return segments;
}

/** `npm --prefix web test`, `make -C web test`, `yarn --cwd web test` */
function elsewhere(words: readonly string[], folder: string): string {
  const at = words.findIndex((word) => /^(?:--prefix|--cwd|--dir|-C)$/.test(word));
  return at < 0 ? folder : join(folder, words[at + 1] ?? "");
}

type TextOf = (path: string) => string | undefined;

const MANAGERS = /^(?:npm|pnpm|yarn|bun|npx|bunx|corepack|run-[sp]|npm-run-all2?|concurrently|turbo|nx|lerna|wireit)$/;

/** The lines that these words stand for. Every word that is the name of a script counts as called. */
function behind(words: readonly string[], folder: string, textOf: TextOf): string[] {
  const program = (pattern: RegExp) => words.some((word) => pattern.test(word.slice(word.lastIndexOf("/") + 1)));
  const from = (file: string, key: string, names: readonly string[]) =>
    scriptLines(textOf(join(folder, file)), key, names);
  const called = words.map((word) => word.replace(/^npm:/, ""));
  return [
    ...(program(MANAGERS) || words.includes("--run")
      ? from("package.json", "scripts", called.includes("t") ? [...called, "test"] : called)
      : []),
    ...(program(/^composer$/) ? from("composer.json", "scripts", called) : []),
    ...(program(/^deno$/) ? ["deno.json", "deno.jsonc"].flatMap((file) => from(file, "tasks", called)) : []),
    ...(program(/^g?make$/) ? recipeLines(["GNUmakefile", "makefile", "Makefile"], folder, called, textOf) : []),
    ...(program(/^just$/) ? recipeLines(["justfile", "Justfile", ".justfile"], folder, called, textOf) : []),
  ];
}

function scriptLines(text: string | undefined, key: string, called: readonly string[]): string[] {
  const all = recordOf(recordOf(parseJson(text))[key]);
  const names = Object.keys(all).filter(
    (name) => called.includes(name.replace(/^(?:pre|post)(?=.)/, "")) || called.includes(name),
  );
  return names.flatMap((name) => [all[name]].flat()).filter((line) => typeof line === "string");
}

function recipeLines(files: readonly string[], folder: string, called: readonly string[], textOf: TextOf): string[] {
  return files.flatMap((file) => recipesIn(textOf(join(folder, file)) ?? "", called));
}

function join(folder: string, word: string): string {
  const parts: string[] = [];
  for (const part of `${word.startsWith("/") ? "" : folder}/${word}`.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
