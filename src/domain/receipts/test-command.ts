// The command that runs one test: the person's own test check, narrowed by the rules that hold for agents (families).
// Nothing of it comes from a stored receipt. A check that cannot be narrowed for certain gives no command, because a green
// run of something else would show nothing.

import { chooseTests } from "../commands/choose-tests.ts";
import { quoteWords, readCommands } from "../commands/command-words.ts";
import { type Family, familiesOf } from "../commands/families.ts";
import { checkPath } from "../text/secrets/safe-path.ts";

type Scripts = Readonly<Record<string, string>>;

export type BuiltCommand = { readonly command: string } | { readonly why: string };

/** `check` is the stored shell line, `scripts` are those of `package.json`. */
export function commandFor(
  check: string,
  scripts: Scripts,
  test: { path: string; title: string | null },
): BuiltCommand {
  const { before, last } = splitCheck(check);
  const families = last === undefined ? [] : chooseFamilies(familiesOf(last, scripts), scripts);
  const known = families.filter(({ runner }) => NARROWED[runner.name] !== undefined);
  if (known.length === 0) return { why: "the test check cannot be narrowed to one test" };
  for (const family of known) {
    const added = NARROWED[family.runner.name]?.(test);
    const line = added && narrow(family, added);
    if (line !== undefined) return { command: [...before, line].join(" && ") };
  }
  return { why: "its name cannot be given to the test check" };
}

/** What a check does first, such as a build, is done first here, too, in the person's own words. */
function splitCheck(check: string): { readonly before: readonly string[]; readonly last: string | undefined } {
  const read = readCommands(check, { patterns: true });
  if ("refused" in read) return { before: [], last: undefined };
  const parts = check.split("&&").map((part) => part.trim());
  if (parts.length !== read.commands.length || parts.some((part) => /^(?:cd|pushd)\s/.test(part)))
    return { before: [], last: undefined };
  return { before: parts.slice(0, -1), last: parts.at(-1) };
}

/**
 * A script is preferred to the runner in it, because of what it does first. But where the script itself names files, they
 * would all run, and some names cannot be handed through its shell; then the runner is started, unless another script is
 * meant to run before.
 */
function chooseFamilies(families: readonly Family[], scripts: Scripts): readonly Family[] {
  const [handedOn, inner] = families;
  if (!handedOn || !inner) return families;
  const alone = Object.hasOwn(scripts, `pre${handedOn.run.at(-1)}`) ? [] : [inner];
  if (inner.stored.every((word) => word.startsWith("-") && !COVERAGE.test(word))) return [handedOn, ...alone];
  return alone;
}

/** Judged like a line of an agent, whose tests were found in the tree: a path outside the tree or a name that begins with a dash is refused. */
function narrow(family: Family, added: readonly string[]): string | undefined {
  const inside = (path: string) => {
    const checked = checkPath(path);
    return checked.ok ? checked.path : undefined;
  };
  const words = [...storedOptions(family), ...added];
  const line = [...family.run, ...(family.dashes === "needed" ? ["--"] : []), ...words];
  const chosen = chooseTests(family, line, { inside, exists: () => true });
  return chosen && !("refused" in chosen) ? quoteWords(chosen.words) : undefined;
}

/** Of one test neither the coverage nor a choice of others can be right. */
const COVERAGE = /^--?(?:coverage|cov)/;
const CHOOSES =
  /^(?:-t|-g|-f|-k|-m|-n|-e|-run|--testNamePattern|--test-name-pattern|--grep|--fgrep|--filter|--name|--example)(?:=|$)/;

/** Options that the person stored behind the runner's name, with their values. */
function storedOptions({ stored, runner }: Family): string[] {
  const flags = new Set(runner.flags.split(" "));
  const kept: string[] = [];
  for (let at = 0; at < stored.length; at++) {
    const word = stored[at] ?? "";
    if (!word.startsWith("-") || word === "--") continue;
    const next = stored[at + 1];
    const hasValue = !word.includes("=") && !flags.has(word) && next !== undefined && !next.startsWith("-");
    if (!COVERAGE.test(word) && !CHOOSES.test(word)) kept.push(word, ...(hasValue ? [next] : []));
    if (hasValue) at++;
  }
  return kept;
}

type Narrowed = (test: { readonly path: string; readonly title: string | null }) => readonly string[] | undefined;

/** How each runner is given one test. Titles are matched as a whole: a part of one could be another test. */
const NARROWED: Readonly<Record<string, Narrowed>> = {
  "node --test": ({ path, title }) => [...(title === null ? [] : [`--test-name-pattern=^${asPattern(title)}$`]), path],
  vitest: ({ path, title }) => [path, ...(title === null ? [] : ["-t", lastOf(title)])],
  jest: ({ path, title }) => ["--runTestsByPath", path, ...(title === null ? [] : ["-t", lastOf(title)])],
  mocha: ({ path, title }) => [path, ...(title === null ? [] : ["-g", lastOf(title)])],
  "playwright test": ({ path, title }) => [path, ...(title === null ? [] : ["-g", lastOf(title)])],
  "bun test": ({ path, title }) => [path, ...(title === null ? [] : ["-t", lastOf(title)])],
  "deno test": ({ path, title }) => [...(title === null ? [] : ["--filter", `/^${asPattern(title)}$/`]), path],
  pytest: ({ path, title }) => [title === null ? path : `${path}::${title}`],
  phpunit: ({ path, title }) => [...(title === null ? [] : ["--filter", `/::${asPattern(title)}$/`]), path],
  "go test": ({ path, title }) =>
    title === null
      ? undefined
      : ["-v", "-count", "1", "-run", `^${title}$`, `./${path.slice(0, path.lastIndexOf("/") + 1)}`],
};

/** Behind the titles of its suites. */
function lastOf(title: string): string {
  return `(^| )${asPattern(title)}$`;
}

function asPattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
