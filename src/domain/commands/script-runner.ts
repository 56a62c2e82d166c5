// What a script of `package.json` starts in the end, and what can be told to it through the script.
import { readCommands } from "./command-words.ts";
import { type FoundRunner, findRunner } from "./find-runner.ts";
import type { Runner } from "./runner.ts";
import { UNKNOWN_RUNNER } from "./test-runners.ts";

export type Scripts = Readonly<Record<string, string>>;

export interface ScriptRunner {
  readonly found?: FoundRunner | undefined;
  readonly variables: readonly string[];
  readonly movesAway: boolean;
  /** Between the script and the runner npm takes options for its own. */
  readonly losesOptions?: boolean;
}

/** Scripts may call scripts; `variables` are those set on the way. */
interface Depth {
  readonly levels: number;
  readonly variables: readonly string[];
}

const DEEPEST_SCRIPT = 3;

/** What is added to a script goes to its last command. */
export function runnerOfScript(
  text: string | undefined,
  scripts: Scripts,
  { levels, variables: outer }: Depth = { levels: DEEPEST_SCRIPT, variables: [] },
): ScriptRunner {
  const read = readCommands(text ?? "", { patterns: true });
  if ("refused" in read) return { variables: [], movesAway: false };
  const { variables: set, command } = withoutVariables(read.commands.at(-1) ?? []);
  const variables = [...outer, ...set];
  const script = scriptOf(command);
  if (!script) return { found: findRunner(command), variables, movesAway: movesAway(read.commands) };
  const isNpm = script.manager === "npm";
  const end = command.indexOf("--");
  const own = command.slice(script.length, end < 0 ? undefined : end);
  const isElsewhere = movesAway(read.commands) || (isNpm && own.some((word) => word.startsWith("-"))); // such as --prefix
  if (levels === 0 || isElsewhere) return { variables, movesAway: false };
  const inner = runnerOfScript(scripts[script.name], scripts, { levels: levels - 1, variables });
  return { ...inner, losesOptions: (isNpm && end < 0) || inner.losesOptions === true };
}

/** What the runner of a script can be told through the script. */
export function handedTo({ found, movesAway, losesOptions = false }: ScriptRunner): Runner {
  if (!found) return UNKNOWN_RUNNER;
  const { runner } = found;
  const { flags, options } = losesOptions ? { flags: "", options: {} } : runner;
  if (!movesAway) return { ...runner, flags, options };
  // in its folder a path means something else than what was judged
  const left = Object.entries(options).filter(([, value]) => value !== "path");
  return { ...runner, flags, options: Object.fromEntries(left), takes: "nothing" };
}

export interface Script {
  readonly name: string;
  readonly manager: string;
  /** How many words start it. */
  readonly length: number;
}

export function scriptOf([manager = "", verb = "", name = ""]: readonly string[]): Script | undefined {
  if (!/^(?:npm|pnpm|yarn|bun)$/.test(manager)) return undefined;
  if (verb === "run" || verb === "run-script") return { manager, name, length: 3 };
  if (verb === "t" && manager === "npm") return { manager, name: "test", length: 2 };
  if (verb === "test" && manager !== "bun") return { manager, name: "test", length: 2 };
  const isOwn = manager === "yarn" && /^[\w:-]+$/.test(verb) && findRunner([verb]) === undefined;
  return isOwn ? { manager, name: verb, length: 2 } : undefined;
}

/** In another folder the same words mean something else. */
export function movesAway(commands: readonly (readonly string[])[]): boolean {
  return commands.some(([program]) => program === "cd" || program === "pushd");
}

const VARIABLE = /^[A-Za-z_]\w*=/;

export function withoutVariables(words: readonly string[]) {
  const start = /^(?:env|cross-env)$/.test(words[0] ?? "") && VARIABLE.test(words[1] ?? "") ? 1 : 0;
  const end = words.findIndex((word, place) => place >= start && !VARIABLE.test(word));
  const place = end < 0 ? words.length : end;
  return { variables: words.slice(start, place), command: words.slice(place) };
}
