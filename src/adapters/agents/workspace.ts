// Where an agent works and which paths it may name. Agents use absolute paths; here they become paths relative to the
// repository, or a reason for refusal. A blind role works in its own folder, which holds copies of the files it may
// read and nothing else, so that even an agent that never asks finds nothing.
import { createHash } from "node:crypto";
import { mkdir, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { AGENTS_INSTALL_NOTHING, isInstalled } from "../../domain/checks/installed-files.ts";
import { AGENTS_LEAVE_IT, CONFIG_FILE, isSettingsFile } from "../../domain/config/settings-file.ts";
import type { Access } from "../../domain/roles/role.ts";
import { IflowError } from "../../domain/text/errors.ts";
import { checkPath } from "../../domain/text/secrets/safe-path.ts";
import type { AgentRequest } from "../../ports/agents/agent-runtime.ts";
import type { WorkingTree } from "../../ports/git/working-tree.ts";

export interface Workspace {
  readonly cwd: string;
  /** The path relative to the repository when it is inside, otherwise as given. Judges nothing. */
  name(path: string): string;
  /** The same, but undefined when it is outside. */
  inside(path: string): string | undefined;
  /** Why this role, or any agent, may not see it. Does not access the disk. */
  hides(path: string): string | undefined;
  /** Also follows symlinks. `path` is relative to the repository, "" for its root. */
  judge(path: string): Promise<Judged>;
  /** The same for a path that would be written to: only the person changes the repository's configuration, only tools install. */
  judgeWrite(path: string): Promise<Judged>;
  close(): Promise<void>;
}

type Judged = { readonly path: string; readonly refused: string | undefined };

export async function openWorkspace(tree: WorkingTree, request: AgentRequest): Promise<Workspace> {
  const blind = request.access === "blind";
  const cwd = blind ? await makeBlindFolder(tree, request) : request.workdir;
  const roots = [cwd, await realpath(cwd)];
  const visible = new Set(request.readable.map((path) => inside(roots, path)));
  const hides = (path: string) => {
    const own = inside(roots, path);
    if (blind) return visible.has(own) ? undefined : "a blind role may not see it";
    return own === undefined ? undefined : tree.refusal(own);
  };
  const judge = async (path: string): Promise<Judged> => {
    const own = inside(roots, path);
    if (own === undefined) return { path, refused: "it is outside the repository" };
    return { path: own, refused: hides(path) ?? (await judgeOnDisk(tree, own)) };
  };
  return {
    cwd,
    name: (path) => inside(roots, path) ?? path,
    inside: (path) => inside(roots, path),
    hides,
    judge,
    async judgeWrite(path) {
      const judged = await judge(path);
      if (judged.refused !== undefined) return judged;
      if (isInstalled(judged.path)) return { ...judged, refused: AGENTS_INSTALL_NOTHING };
      return (await isSettings(tree, judged.path)) ? { ...judged, refused: AGENTS_LEAVE_IT } : judged;
    },
    close: async () => {
      if (blind) await rm(cwd, { recursive: true, force: true });
    },
  };
}

export function roleThat(access: Access): string {
  return access === "blind" ? "a blind role" : "a role that only reads";
}

/** Relative to the first root that contains it; undefined when none does. */
function inside(roots: readonly string[], path: string): string | undefined {
  if (path.startsWith("~")) return undefined; // many agents read that as a home folder
  for (const root of roots) {
    const way = relative(root, resolve(root, path));
    if (way !== ".." && !way.startsWith("../") && !isAbsolute(way)) return way;
  }
  return undefined;
}

async function judgeOnDisk(tree: WorkingTree, path: string): Promise<string | undefined> {
  if (path === "") return undefined;
  const check = checkPath(path);
  if (!check.ok) return `it ${check.why}`;
  return refusalOf(tree.list(path)); // reads no file content, but follows every symlink on the way
}

/** By its name, or through a link that leads to it. */
async function isSettings(tree: WorkingTree, path: string): Promise<boolean> {
  if (path === "") return false;
  if (isSettingsFile(path)) return true;
  try {
    return await tree.isSame(path, CONFIG_FILE);
  } catch (error) {
    if (error instanceof IflowError) return false; // it leads out of the repository, where no agent may write
    throw error;
  }
}

/** Why the working tree refused the path; undefined when it did not. */
export async function refusalOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof IflowError && error.code === "path-refused") return error.message;
    throw error;
  }
}

/** Always the same folder for a role of a feature: agents find a session by the folder it was held in. */
async function makeBlindFolder(tree: WorkingTree, { workdir, feature, role, readable }: AgentRequest): Promise<string> {
  const id = createHash("sha256")
    .update(JSON.stringify([workdir, feature.key, role]))
    .digest("hex")
    .slice(0, 16);
  const folder = join(await realpath(tmpdir()), `iflow-blind-${id}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 }); // fails when another process holds that name
  for (const path of readable) {
    const text = await tree.read(path);
    if (text === undefined) continue;
    const copy = join(folder, path);
    await mkdir(dirname(copy), { recursive: true });
    await writeFile(copy, text);
  }
  return folder;
}
