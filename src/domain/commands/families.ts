// The families of a stored check: the same command for some of its tests. A family is run by the words of the stored
// check, however the agent has begun it, so nothing can be started that the person has not stored.
import { readCommands } from "./command-words.ts";
import { type FoundRunner, findRunner } from "./find-runner.ts";
import { type Inside, judgeAdded, type Runner } from "./runner.ts";
import { UNKNOWN_RUNNER } from "./test-runners.ts";

export interface Family {
  readonly runner: Runner;
  /** Variables that the stored command sets in front. */
  readonly variables: readonly string[];
  /** Ways to begin it. */
  readonly heads: readonly (readonly string[])[];
  /** The one it is run by. */
  readonly run: readonly string[];
  /** What the stored command has behind its head. */
  readonly stored: readonly string[];
  /** Arguments are handed on to a script: only behind `--` (needed), or with it or without. */
  readonly dashes: "needed" | "optional" | "none";
}

/** `scripts` are those of `package.json`. */
export function familiesOf(check: string, scripts: Scripts): Family[] {
  const read = readCommands(check, { patterns: true });
  if ("refused" in read || movesAway(read.commands)) return [];
  return read.commands.flatMap((words) => {
    const { variables, command } = withoutVariables(words);
    const script = scriptOf(command);
    if (script) return familiesOfScript(variables, command, script, scripts);
    const found = findRunner(command);
    return found ? [familyOf(found, variables, [])] : [];
  });
}

export type Chosen =
  | { readonly words: readonly string[]; readonly paths: readonly string[] }
  | { readonly refused: string };

/** The words to run for a line that belongs to the family; undefined when it does not begin like it. */
export function chooseTests(family: Family, line: readonly string[], inside: Inside): Chosen | undefined {
  const { runner, stored, dashes, run, variables } = family;
  const begin = line.findIndex((word) => !variables.includes(word));
  const words = line.slice(Math.max(0, begin));
  const head = family.heads.find((one) => one.every((word, place) => words[place] === word));
  if (!head) return undefined;
  const rest = words.slice(head.length);
  const cut = dashes === "none" ? -1 : rest.indexOf("--");
  const early = dashes === "needed" ? rest.slice(0, cut < 0 ? undefined : cut) : [];
  const option = early.find((word) => word.startsWith("-"));
  if (option !== undefined) return { refused: `${option} must stand behind --, or it is meant for ${head[0]} itself` };
  const added = rest.filter((_, place) => place !== cut);
  const judged = judgeAdded(runner, stored, added, inside);
  if ("refused" in judged) return judged;
  const plain = runner.optionsFirst ? judged.plain : [];
  const ordered = [...added.filter((_, place) => !plain.includes(place)), ...plain.map((place) => added[place] ?? "")];
  const separator = added.length > 0 && (dashes === "needed" || cut >= 0) ? ["--"] : [];
  const own = variables.length > 0 ? ["env", ...variables] : [];
  return { words: [...own, ...run, ...separator, ...ordered], paths: judged.paths };
}

type Scripts = Readonly<Record<string, string>>;

/** In another folder the same words mean something else. */
function movesAway(commands: readonly (readonly string[])[]): boolean {
  return commands.some(([program]) => program === "cd" || program === "pushd");
}

const VARIABLE = /^[A-Za-z_]\w*=/;

function withoutVariables(words: readonly string[]) {
  const start = /^(?:env|cross-env)$/.test(words[0] ?? "") && VARIABLE.test(words[1] ?? "") ? 1 : 0;
  const end = words.findIndex((word, place) => place >= start && !VARIABLE.test(word));
  const place = end < 0 ? words.length : end;
  return { variables: words.slice(start, place), command: words.slice(place) };
}

/** `starter` is what the run needs in front of the words of a script. */
function familyOf(found: FoundRunner, variables: readonly string[], starter: readonly string[]): Family {
  const { runner, head, bare, stored } = found;
  const run = [...starter, ...head];
  const started = [["npx"], ["npx", "--no-install"], ["pnpm", "exec"], ["python", "-m"], ["python3", "-m"]];
  const short = bare[1] === "run" ? [bare.slice(0, 1), ["npx", ...bare.slice(0, 1)]] : [];
  const heads = [run, head, bare, ...started.map((words) => [...words, ...bare]), ...short];
  return { runner, variables, heads, run, stored, dashes: "none" };
}

interface Script {
  readonly name: string;
  readonly manager: string;
  /** How many words start it. */
  readonly length: number;
}

function scriptOf([manager = "", verb = "", name = ""]: readonly string[]): Script | undefined {
  if (!/^(?:npm|pnpm|yarn|bun)$/.test(manager)) return undefined;
  if (verb === "run" || verb === "run-script") return { manager, name, length: 3 };
  if (verb === "t" && manager === "npm") return { manager, name: "test", length: 2 };
  if (verb === "test" && manager !== "bun") return { manager, name: "test", length: 2 };
  const isOwn = manager === "yarn" && /^[\w:-]+$/.test(verb) && findRunner([verb]) === undefined;
  return isOwn ? { manager, name: verb, length: 2 } : undefined;
}

function familiesOfScript(
  variables: readonly string[],
  command: readonly string[],
  { manager, name, length }: Script,
  scripts: Scripts,
): Family[] {
  const inner = runnerOfScript(scripts[name], scripts, DEEPEST_SCRIPT);
  if (!inner.found && !/^test(?:$|[:-])/.test(name)) return []; // a build or a linter has no tests to choose from
  const head = command.slice(0, length);
  const alike =
    manager === "npm" && name === "test"
      ? [
          ["npm", "test"],
          ["npm", "run", "test"],
          ["npm", "t"],
        ]
      : [];
  const handedOn: Family = {
    ...{ runner: inner.found?.runner ?? UNKNOWN_RUNNER, variables, run: head, heads: [head, ...alike] },
    stored: command.slice(length).filter((word) => word !== "--"),
    dashes: manager === "npm" ? "needed" : "optional",
  };
  if (!inner.found || inner.movesAway) return [handedOn];
  const starter = inner.found.isInstalled ? (STARTER_OF[manager] ?? []) : [];
  return [handedOn, familyOf(inner.found, inner.variables, starter)];
}

/** How a manager starts a program that the project has installed, and never another one. */
const STARTER_OF: Readonly<Record<string, readonly string[]>> = {
  npm: ["npx", "--no-install"],
  pnpm: ["pnpm", "exec"],
  yarn: ["yarn", "run"],
  bun: ["bun", "run"],
};

interface ScriptRunner {
  readonly found?: FoundRunner | undefined;
  readonly variables: readonly string[];
  readonly movesAway: boolean;
}

const DEEPEST_SCRIPT = 3;

/** What is added to a script goes to its last command. */
function runnerOfScript(text: string | undefined, scripts: Scripts, levels: number): ScriptRunner {
  const read = readCommands(text ?? "", { patterns: true });
  if ("refused" in read) return { variables: [], movesAway: false };
  const { variables, command } = withoutVariables(read.commands.at(-1) ?? []);
  const script = scriptOf(command);
  if (script && levels > 0) return runnerOfScript(scripts[script.name], scripts, levels - 1);
  return { found: findRunner(command), variables, movesAway: movesAway(read.commands) };
}
