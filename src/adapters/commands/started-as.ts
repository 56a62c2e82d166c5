// The words that start this iflow again in the person's shell. Inside npm's own processes `iflow` is on the path although
// it is not on the person's, so how it was started is asked first.
import { basename, delimiter, dirname, join, relative } from "node:path";
import { beginningOf, isProgram } from "./own-path.ts";
import { real } from "./working-trees.ts";

export interface Start {
  /** The file that node was told to run; a link of npm's, or the program itself. */
  readonly script: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

export function startedAs({ script, cwd, env }: Start): string {
  const name = NAMES.find((one) => one === basename(script)) ?? "iflow";
  return (
    byNpm(name, script, env) ??
    onPath(name, script, env) ??
    inProject(name, script, cwd) ??
    byNode({ script, cwd, env })
  );
}

/** As package.json calls them. */
const NAMES = ["iflow", "iflow-engine"];
const BIN = join("node_modules", ".bin");

/** npm leaves these variables to everything below it, so only a link of its own counts. */
function byNpm(name: string, script: string, env: NodeJS.ProcessEnv): string | undefined {
  if (!dirname(script).endsWith(BIN)) return undefined;
  const { npm_command: command, npm_lifecycle_event: event, npm_lifecycle_script: line } = env;
  if (command === "exec") {
    const { npm_config_package: from } = env;
    return from ? `npx --package=${quoted(from)} ${name}` : `npx ${name}`;
  }
  const isOnlyThis = line?.trim() === name && event !== undefined && /^[\w:.-]+$/.test(event);
  return isOnlyThis ? `npm run ${event} --` : undefined;
}

/** Folders of `node_modules` are on the path of npm's children only. */
function onPath(name: string, script: string, { PATH = "" }: NodeJS.ProcessEnv): string | undefined {
  const folders = PATH.split(delimiter).filter((folder) => folder.startsWith("/") && !folder.endsWith(BIN));
  const first = folders.map((folder) => join(folder, name)).find(isProgram);
  return first !== undefined && starts(first, script) ? name : undefined;
}

/** A dependency of the project around `cwd`; npx finds it there, however it was installed. */
function inProject(name: string, script: string, cwd: string): string | undefined {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const link = join(folder, BIN, name);
    if (isProgram(link)) return starts(link, script) ? `npx ${name}` : undefined;
    if (folder === dirname(folder)) return undefined;
  }
}

/** The program itself, or a small script that names it, as pnpm writes them. */
function starts(program: string, script: string): boolean {
  const own = real(script);
  if (real(program) === own) return true;
  const tail = own.split("/").slice(-3).join("/"); // iflow-engine/dist/main.js
  return tail.startsWith("iflow-engine/") && beginningOf(program).includes(tail);
}

/** The shortest of three ways, from here where two are equally short. */
function byNode({ script, cwd, env: { HOME: home = "" } }: Start): string {
  const near = relative(cwd, script);
  const below = relative(home, script);
  const words = [
    ...(near === "" ? [] : [quoted(near)]),
    quoted(script),
    ...(home.startsWith("/") && !below.startsWith("..") ? [`~/${quoted(below)}`] : []),
  ];
  return `node ${words.reduce((short, word) => (word.length < short.length ? word : short))}`;
}

/** One word of a shell. */
function quoted(word: string): string {
  return /^[\w./@:~+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
