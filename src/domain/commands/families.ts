// The families of a stored check: the same command for some of its tests. A family is run by the words of the stored
// check, however the agent has begun it, so nothing can be started that the person has not stored.
import { readCommands } from "./command-words.ts";
import { type FoundRunner, findRunner } from "./find-runner.ts";
import type { Runner } from "./runner.ts";
import {
  handedTo,
  movesAway,
  runnerOfScript,
  type Script,
  type Scripts,
  scriptOf,
  withoutVariables,
} from "./script-runner.ts";

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

/** `starter` is what the run needs in front of the words of a script. */
function familyOf(found: FoundRunner, variables: readonly string[], starter: readonly string[]): Family {
  const { runner, head, bare, stored } = found;
  const run = [...starter, ...head];
  const started = [["npx"], ["npx", "--no-install"], ["pnpm", "exec"], ["python", "-m"], ["python3", "-m"]];
  const short = bare[1] === "run" ? [bare.slice(0, 1), ["npx", ...bare.slice(0, 1)]] : [];
  const heads = [run, head, bare, ...started.map((words) => [...words, ...bare]), ...short];
  return { runner, variables, heads, run, stored, dashes: "none" };
}

function familiesOfScript(
  variables: readonly string[],
  command: readonly string[],
  { manager, name, length }: Script,
  scripts: Scripts,
): Family[] {
  const inner = runnerOfScript(scripts[name], scripts);
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
    ...{ runner: handedTo(inner), variables, run: head, heads: [head, ...alike] },
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
