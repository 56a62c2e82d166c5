// Where the programs that iflow starts for itself come from: never from the working tree. `npx`, an active virtualenv or
// `./bin` put folders of the tree on the path, where a command of an agent may have left a program called `git`. It
// would run outside of the sandbox, with every key. Commands of the project keep the whole path.
import { accessSync, constants, existsSync, realpathSync, statSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

/** The path without folders of the tree that `folder` is in, and without relative ones. */
export function ownPath(path: string | undefined, folder: string): string {
  return outside(path, treeAround(folder)).join(delimiter);
}

/** The first program of this name outside of the tree around `folder`; the bare name when there is none. */
export function ownProgram(name: string, path: string | undefined, folder: string): string {
  return findOutside(name, path, treeAround(folder)) ?? name;
}

export function findOutside(name: string, path: string | undefined, tree: string | undefined): string | undefined {
  const files = outside(path, tree).map((folder) => join(folder, name));
  return files.find((file) => isProgram(file) && !isInside(tree, realpathSync(file)));
}

function outside(path: string | undefined, tree: string | undefined): string[] {
  const folders = (path ?? "").split(delimiter).filter((folder) => folder.startsWith("/"));
  return folders.filter((folder) => !isInside(tree, join(folder, "/")) && !isInside(tree, join(real(folder), "/")));
}

function isInside(tree: string | undefined, path: string): boolean {
  return tree !== undefined && path.startsWith(`${tree}/`);
}

/** The nearest folder with a `.git`; asks no git, since this is how git is found. */
function treeAround(folder: string): string | undefined {
  for (let place = real(folder); ; place = dirname(place)) {
    if (existsSync(join(place, ".git"))) return place === "/" ? undefined : place;
    if (place === dirname(place)) return undefined;
  }
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // not there
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
