// Where the programs that iflow starts for itself come from: never from the working tree. `npx`, an active virtualenv or
// `./bin` put folders of the tree on the path, where a clone or a command of an agent may have left a program called
// `git`. It would run outside of the sandbox, with every key. What exists only there is missing. Commands of the project
// keep the whole path.
import { accessSync, closeSync, constants, openSync, readSync, statSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { real, treesAround } from "./working-trees.ts";

/**
 * The trees that this process was started in or has worked in. A dry run works on a copy and a demo elsewhere, while the
 * path still leads into the tree where the person stands; so a tree that has been named once is never taken back.
 */
const trees = new Set<string>();

/** From now on no program of the repository around this folder is ours. */
export function worksIn(folder: string): void {
  for (const tree of treesAround(folder)) trees.add(tree);
}

/** The path without folders of working trees, and without relative ones. */
export function ownPath(path: string | undefined, folder?: string): string {
  if (folder !== undefined) worksIn(folder);
  return outside(path).join(delimiter);
}

/** The first program of this name outside of working trees. One that is named by its place is taken as it is. */
export function ownProgram(name: string, path: string | undefined, folder?: string): string | undefined {
  if (folder !== undefined) worksIn(folder);
  const files = name.includes("/") ? [resolve(folder ?? "", name)] : outside(path).map((place) => join(place, name));
  return files.find((file) => isProgram(file) && (name.includes("/") || !isInside(real(file))));
}

/**
 * The words that start a program: a script that begins with `#!/usr/bin/env node` would look for node on the whole path,
 * and so is started with ours. Undefined when something is missing. A program that lies in the tree was named by its place,
 * and what it needs may lie there as well.
 */
export function ownCommand(command: readonly string[], path: string | undefined, folder?: string): Words | undefined {
  const [name = "", ...words] = command;
  const program = ownProgram(name, path, folder);
  if (program === undefined) return undefined;
  const [, interpreter, more = ""] = isInside(real(program)) ? [] : (BY_NAME.exec(beginningOf(program)) ?? []);
  if (interpreter === undefined) return [program, ...words];
  const found = ownProgram(interpreter, path, folder);
  return found === undefined ? undefined : [found, ...more.split(/\s+/).filter(Boolean), program, ...words];
}

type Words = readonly [program: string, ...words: string[]];

const BY_NAME = /^#!\s*\/(?:usr\/)?bin\/env[ \t]+(?:-S[ \t]+)?([\w.+-]+)([^\n]*)/;

/** For commands of the project in `folder`: its own folders stay on the path, those of another tree that is closed do not. */
export function projectPath(path: string | undefined, folder: string): string | undefined {
  const own = treesAround(folder);
  const others = [...trees].filter((tree) => !own.includes(tree));
  const isOther = (place: string) => others.some((tree) => `${real(place)}/`.startsWith(`${tree}/`));
  return path
    ?.split(delimiter)
    .filter((place) => !place.startsWith("/") || !isOther(place))
    .join(delimiter);
}

/** What a shell uses that was told of no path. */
const USUAL = ["/usr/local/bin", "/usr/bin", "/bin"];

function outside(path: string | undefined): string[] {
  const folders = path?.split(delimiter).filter((folder) => folder.startsWith("/")) ?? USUAL;
  return folders.filter((folder) => !isInside(join(folder, "/")) && !isInside(join(real(folder), "/")));
}

function isInside(path: string): boolean {
  return [...trees].some((tree) => path.startsWith(`${tree}/`));
}

/** Its first line, and more; empty for what may be run but not read. */
export function beginningOf(program: string): string {
  let file: number | undefined;
  try {
    file = openSync(program, "r");
    const bytes = Buffer.alloc(4096);
    return bytes.toString("utf8", 0, readSync(file, bytes));
  } catch {
    return "";
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
