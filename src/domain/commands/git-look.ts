// Looks at git that change nothing. They run with everything off by which git starts another program, never inside a
// submodule, and leave out the files that agents are not shown.
import { type Arguments, findCommand, GIT_LOOKS, readArguments } from "./git-options.ts";
import { judgeEither, judgePlace } from "./git-revision.ts";
import type { Inside } from "./judge-word.ts";

export type Look =
  | {
      /** Behind `git`. */
      readonly words: readonly string[];
      /** Behind them, so that closed files are left out. */
      readonly without: readonly string[];
      readonly paths: readonly string[];
      readonly showsFiles: boolean;
    }
  | { readonly refused: string };

export interface LookRules {
  readonly inside: Inside;
  /** Patterns of files that agents are not shown. */
  readonly hidden: readonly string[];
  /** Names of the filters that the configuration knows; not there where it could not be read. */
  readonly filters: readonly string[] | undefined;
}

/** `words` are those behind `git`: an agent's own, or the ones that a look has become. */
export function judgeLook(words: readonly string[], rules: LookRules): Look {
  const settings = settingsFor(rules.filters);
  if ("refused" in settings) return settings;
  const [name = "", ...more] = withoutSettings(words, settings.words);
  const command = findCommand(name);
  if (!command) return { refused: explainOther(name) };
  const rest = startsWith(more, command.quiet) ? more.slice(command.quiet.length) : more;
  const read = readArguments(name, command, rest);
  if ("refused" in read) return read;
  const mixture = explainMixture(name, read, rules);
  if (mixture !== undefined) return { refused: mixture };
  const revisions = read.either.map((word) => judgeEither(word, rules.inside));
  const judged = [...revisions, ...read.paths.map((word) => judgePlace(word, rules.inside))];
  for (const one of judged) if ("refused" in one) return one;
  const named = judged.flatMap((one) => ("paths" in one ? one.paths : []));
  const before = revisions.flatMap((one) => ("word" in one ? [one.word] : []));
  const places = read.paths.map((word) => rules.inside(word) || ".");
  const shows = showsFiles(name, read);
  const closed = shows ? rules.hidden.flatMap(exclusions) : [];
  const isSplit = places.length > 0 || read.either.some(isFile); // otherwise git finds out what is a commit and what a path
  return {
    words: [
      ...[...settings.words, name, ...command.quiet, ...read.options, ...before],
      ...(isSplit ? ["--", ...places] : []),
    ],
    without: closed,
    paths: named,
    showsFiles: shows || read.either.some(isFile),
  };
}

const OFF = {
  ...{ "core.fsmonitor": "false", "core.hooksPath": "/dev/null", "core.pager": "cat", "core.quotePath": "false" },
  ...{ "color.ui": "false", "log.showSignature": "false", "diff.submodule": "short", "submodule.recurse": "false" },
  ...{ "status.submoduleSummary": "false", "diff.autoRefreshIndex": "false", "format.pretty": "medium" },
};

/**
 * Filters are programs that the attributes of a file choose, and agents may write those: so each is off by its name. Nothing
 * is checked out here, so it is only about what cleans.
 */
function settingsFor(filters: readonly string[] | undefined): { words: string[] } | { refused: string } {
  if (filters === undefined)
    return { refused: "git's configuration cannot be read, so nobody knows what git would start" };
  const odd = filters.find((name) => name.includes("=")); // on a line, git would take it for the end of the key
  if (odd !== undefined) return { refused: `git's filter ${odd} has a name by which it cannot be turned off` };
  const off = filters.flatMap((name) => [
    ...[`filter.${name}.clean=`, `filter.${name}.process=`, `filter.${name}.required=false`],
  ]);
  const settings = [...Object.entries(OFF).map(([key, value]) => `${key}=${value}`), ...off];
  return { words: ["--no-pager", "--no-optional-locks", ...settings.flatMap((setting) => ["-c", setting])] };
}

function withoutSettings(words: readonly string[], settings: readonly string[]): readonly string[] {
  if (startsWith(words, settings)) return words.slice(settings.length);
  return words[0] === "--no-pager" ? words.slice(1) : words;
}

export function startsWith(words: readonly string[], start: readonly string[]): boolean {
  return start.every((word, place) => words[place] === word);
}

function explainOther(name: string): string {
  if (name === "mv" || name === "rm") return `use ${name} without git: iflow tells git about it`;
  if (name.startsWith("-")) return `${name} before the command of git is not allowed`;
  return `git ${name} may change something: only ${GIT_LOOKS.join(", ")} are allowed`;
}

/** What could not be shown without files that are hidden. */
function explainMixture(name: string, read: Arguments, { hidden }: LookRules): string | undefined {
  const files = read.either.filter(isFile).length;
  if (files > 0 && name !== "show") return `name the path behind the commits: git ${name} HEAD -- path`; // a folder has all its files
  if (files > 0 && files < read.either.length) return "show commits and files one after the other";
  const isFollowing = read.options.includes("--follow") && hidden.length > 0 && showsFiles(name, read);
  return isFollowing ? "--follow cannot be combined with patches" : undefined;
}

/** `HEAD:path`, and nothing else. */
const isFile = (word: string) => word.includes(":");

/** It shows contents of files that it was not asked for by name. */
function showsFiles(name: string, { options, either }: Arguments): boolean {
  if (name === "diff" || name === "show") return !either.some(isFile);
  const isPatch = options.some((option) =>
    /^(?:-p|-u|--patch|-U.*|--unified.*|-S.*|-G.*|-W|--function-context|--word-diff.*|--check)$/.test(option),
  );
  return name === "log" && isPatch;
}

/** Patterns as in `agents.deny`, for git: what they name, and everything in a folder of that name. */
function exclusions(pattern: string): string[] {
  const plain = pattern
    .replace(/^\.?\//, "")
    .replace(/\/+$/, "")
    .replace(/[[\]\\]/g, "\\$&"); // only for git are these signs
  const rooted = plain.includes("/") || pattern.startsWith("/") ? plain : `**/${plain}`;
  return [rooted, `${rooted}/**`].map((form) => `:(exclude,glob,icase)${form}`);
}
