// Which test runner a command starts, and where in its words the part ends that must stay as it is.
import type { Runner } from "./runner.ts";
import { TEST_RUNNERS } from "./test-runners.ts";

export interface FoundRunner {
  readonly runner: Runner;
  /** Up to the word that makes it run tests, with what starts it. */
  readonly head: readonly string[];
  /** The same without what starts it, by the program's bare name. */
  readonly bare: readonly string[];
  readonly stored: readonly string[];
  /** Its program is found by a package manager only. */
  readonly isInstalled: boolean;
}

/** Programs that start another one, which follows. */
const STARTERS: readonly (readonly RegExp[])[] = [
  [/^npx$/, /^--no(?:-install)?$/],
  [/^(?:npx|bunx|yarn|c8|nyc)$/],
  [/^pnpm$/, /^exec$/],
  [/^(?:uv|poetry|pipenv|hatch|pdm|rye)$/, /^run$/],
  [/^bundle$/, /^exec$/],
  [/^coverage$/, /^run$/, /^-m$/],
  [/^python[\d.]*$/, /^-m$/],
  [/^(?:python[\d.]*|php|ruby)$/],
];

export function findRunner(command: readonly string[]): FoundRunner | undefined {
  const started = withoutStarters(command);
  const program = nameOf(started[0]);
  for (const runner of TEST_RUNNERS) {
    if (!runner.program.test(program)) continue;
    const verb = placeOfVerb(runner, started);
    if (verb === undefined) continue;
    const isRun = runner.name === "vitest" && started[1] === "run";
    const length = verb + (isRun ? 2 : 1);
    const end = command.length - started.length + length;
    const { commands: _, ...told } = runner; // behind one command there is no other
    const folder = (started[0] ?? "").replace(/[^/]*$/, "");
    return {
      ...{ runner: { ...(isRun ? told : runner), folder }, head: command.slice(0, end), stored: command.slice(end) },
      bare: [program, ...started.slice(1, length)],
      isInstalled: runner.installed === true && !/^(?:npx|bunx|yarn|pnpm)$|\//.test(command[0] ?? ""),
    };
  }
  return undefined;
}

/** Only options may stand before it: in `cargo run seed test` and `node seed.js --test` it is an argument of the program. */
function placeOfVerb({ verb, valued = [] }: Runner, words: readonly string[]): number | undefined {
  if (verb === undefined) return 0;
  for (let place = 1; place < words.length; place++) {
    const word = words[place] ?? "";
    if (word === verb) return place;
    if (valued.includes(word)) place++;
    else if (!/^[-+]/.test(word)) return undefined;
  }
  return undefined;
}

function withoutStarters(command: readonly string[]): readonly string[] {
  const starter = STARTERS.find((words) => words.every((word, place) => word.test(nameOf(command[place]))));
  return starter && command.length > starter.length ? withoutStarters(command.slice(starter.length)) : command;
}

function nameOf(word = ""): string {
  return word.slice(word.lastIndexOf("/") + 1);
}
