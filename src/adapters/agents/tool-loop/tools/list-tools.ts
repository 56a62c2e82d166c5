// What is in the project: a folder as a tree, and files by a pattern of their names.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { globMatcher } from "../../../../domain/text/secrets/glob.ts";
import { isInsideGit } from "../../../../domain/text/secrets/safe-path.ts";
import { type ProjectPlace, projectFiles } from "./project-files.ts";
import type { Said, Tool } from "./toolbox.ts";

const MOST_NAMES = 1000;
const MOST_FOUND = 500;

const ListInput = z.object({ path: z.string().default(""), depth: z.int().min(1).max(8).default(2) });
const GlobInput = z.object({ pattern: z.string().min(1).max(500), path: z.string().default("") });

export function createListTools(place: ProjectPlace) {
  return {
    list: {
      input: ListInput,
      title: () => "list",
      path: ({ path }) => path,
      needs: "read",
      work: ({ depth }, path) => listTree(place, path, depth),
    } satisfies Tool<z.infer<typeof ListInput>>,

    glob: {
      input: GlobInput,
      title: () => "list",
      path: ({ path }) => path,
      needs: "read",
      work: ({ pattern }, path) => findFiles(place, pattern, path),
    } satisfies Tool<z.infer<typeof GlobInput>>,
  };
}

async function findFiles(place: ProjectPlace, pattern: string, path: string): Promise<Said> {
  const matches = globMatcher(pattern);
  const below = path === "" ? "" : `${path}/`;
  const found = (await projectFiles(place, path)).filter(
    (file) => file.startsWith(below) && matches(file.slice(below.length)),
  );
  if (found.length === 0) return { text: "[Nothing found.]" };
  return { text: cutNames(found, MOST_FOUND) };
}

/** The folder itself shows everything; below it stand only files that git does not ignore. */
async function listTree(place: ProjectPlace, path: string, depth: number): Promise<Said> {
  const { root, refusal } = place.tree;
  try {
    const entries = await readdir(join(root, path), { withFileTypes: true });
    const names = entries
      .filter(({ name }) => !isInsideGit(name) && refusal(join(path, name)) === undefined)
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
      .sort();
    if (names.length === 0) return { text: "[The folder is empty.]" };
    const files = depth > 1 ? await projectFiles(place, path) : [];
    const below = path === "" ? "" : `${path}/`;
    const branches = branchesOf(files.map((file) => file.slice(below.length)));
    return {
      text: cutNames(
        names.flatMap((name) => [name, ...printBranch(branches.get(name), depth - 1, "  ")]),
        MOST_NAMES,
      ),
    };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // undefined for anything but a system error
    if (code === "ENOENT") return failure(`there is no folder ${path}`);
    if (code === "ENOTDIR") return failure(`${path} is a file; read it`);
    if (code === undefined) throw error;
    return failure(`${path || "the root"} cannot be listed (${code})`);
  }
}

type Branch = Map<string, Branch>;

/** Folders by their names with a slash; files have an empty branch. */
function branchesOf(files: readonly string[]): Branch {
  const root: Branch = new Map();
  for (const file of files) {
    const names = file.split("/");
    let branch = root;
    names.forEach((name, place) => {
      const key = place === names.length - 1 ? name : `${name}/`;
      const next = branch.get(key) ?? new Map();
      branch.set(key, next);
      branch = next;
    });
  }
  return root;
}

function printBranch(branch: Branch | undefined, depth: number, indent: string): string[] {
  if (!branch || branch.size === 0) return [];
  if (depth <= 0) return [];
  return [...branch].flatMap(([name, below]) => [`${indent}${name}`, ...printBranch(below, depth - 1, `${indent}  `)]);
}

function cutNames(names: readonly string[], most: number): string {
  const cut = names.length > most ? [`[Cut: ${most} of ${names.length} names are shown.]`] : [];
  return [...names.slice(0, most), ...cut].join("\n");
}

const failure = (why: string): Said => ({ text: `Not done: ${why}.`, isError: true });
