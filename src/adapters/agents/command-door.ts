// The one door for commands of agents that write, whatever runtime they have. Which words may be run is decided by the
// domain; here every path that they name is judged on disk, by the same rules as a file that is read or written.
import { existsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Move } from "../../domain/commands/file-command.ts";
import {
  type CommandMode,
  type CommandRules,
  type JudgedLine,
  judgeCommand,
} from "../../domain/commands/judge-command.ts";
import { IflowError } from "../../domain/text/errors.ts";
import { isInsideGit } from "../../domain/text/secrets/safe-path.ts";
import type { WorkingTree } from "../../ports/git/working-tree.ts";
import type { Sandbox } from "../../ports/sandbox.ts";
import { ownProgram } from "../commands/own-path.ts";
import { readFilters } from "./git-filters.ts";
import type { Workspace } from "./workspace.ts";

/** Of every runtime whose commands are ours to decide about. */
export interface DoorSettings {
  /** Which lines besides the checks; `families` without it. */
  readonly commands?: CommandMode;
  /** Patterns of files that a look at git leaves out; asked for only then. */
  readonly hiddenFiles?: () => readonly string[];
  /** The person has closed files that git may track. */
  readonly denies?: boolean;
  /** Where lines run; as they are without one. */
  readonly sandbox?: Sandbox | undefined;
  /** How long one line may take; `COMMAND_MS` without it. */
  readonly commandMs?: number;
}

export interface DoorSetup extends DoorSettings {
  /** Stored shell lines. */
  readonly checks: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface CommandDoor {
  judge(line: string): Promise<OpenedLine>;
  /** By its words alone. */
  atSight(line: string): JudgedLine;
}

export type OpenedLine =
  /** `asWritten`: what the agent wrote does the same as `line`, so it may also run it by itself. */
  { readonly line: string; readonly asWritten: boolean } | { readonly refused: string };

/** How long one line may take, where nothing else is said. */
export const COMMAND_MS = 10 * 60_000;

/** For the agent whose line was ended. */
export function tellLimit(limitMs: number): string {
  const minutes = limitMs / 60_000;
  return `was ended after ${minutes >= 1 ? `${minutes} minutes` : `${limitMs / 1000} seconds`}, with all that it started`;
}

export async function openCommandDoor(setup: DoorSetup, workspace: Workspace, tree: WorkingTree): Promise<CommandDoor> {
  const { checks, commands = "families", hiddenFiles = () => [], denies = false, sandbox, env } = setup;
  const { cwd } = workspace;
  const git = ownProgram("git", env.PATH, cwd);
  const filtersNow = () => (git === undefined ? [] : readFilters({ git, cwd, env }));
  const rules: Omit<CommandRules, "scripts" | "hidden" | "filters"> = {
    ...{ mode: commands, sandboxed: sandbox?.applied ?? false, checks, denies },
    inside: workspace.inside,
    exists(path) {
      const own = workspace.inside(path);
      return own !== undefined && existsSync(join(cwd, own));
    },
    git,
  };
  let [scripts, filters] = await Promise.all([readScripts(tree), filtersNow()]);
  const atSight = (line: string) =>
    judgeCommand(line, {
      ...rules,
      scripts,
      filters,
      get hidden() {
        return hiddenFiles();
      },
    });
  return {
    atSight,
    async judge(line) {
      [scripts, filters] = await Promise.all([readScripts(tree), filtersNow()]); // the agent may have changed them
      const judged = atSight(line);
      if ("refused" in judged) return judged;
      const { reads, changes, move } = judged;
      const refused =
        (await firstRefusal(reads, workspace.judge)) ??
        (await firstRefusal(changes, workspace.judgeWrite)) ??
        (move && (await judgeMove(move, workspace, tree)));
      return refused === undefined ? { line: judged.line, asWritten: judged.asWritten } : { refused };
    },
  };
}

async function firstRefusal(paths: readonly string[], judge: Workspace["judge"]): Promise<string | undefined> {
  for (const path of paths) {
    const refused = await explain(judge(path));
    if (refused !== undefined) return `${path}: ${refused}`;
  }
  return undefined;
}

/** A path that cannot be looked at is refused. */
async function explain(judging: ReturnType<Workspace["judge"]>): Promise<string | undefined> {
  try {
    return (await judging).refused;
  } catch (error) {
    if (error instanceof IflowError) return error.message;
    throw error;
  }
}

/** Into a folder something moves under its own name; with a folder moves what is in it, which must be open too. */
export async function judgeMove(
  { from, to }: Move,
  workspace: Workspace,
  tree: WorkingTree,
): Promise<string | undefined> {
  const target = (await isFolder(tree, to)) ? join(to, basename(from)) : to;
  const refused = await firstRefusal([target], workspace.judgeWrite);
  if (refused !== undefined || !(await isFolder(tree, from))) return refused;
  if (target === from || target.startsWith(`${from}/`)) return `${from} cannot be moved into itself`;
  const names = await readdir(join(tree.root, from), { recursive: true });
  const closed = names.find(
    (name) => isInsideGit(name) || [from, target].some((place) => tree.refusal(join(place, name)) !== undefined),
  );
  return closed === undefined ? undefined : `${from} holds ${closed}, which is closed to agents: move the other files`;
}

async function isFolder(tree: WorkingTree, path: string): Promise<boolean> {
  return (await stat(join(tree.root, path)).catch(() => undefined))?.isDirectory() ?? false;
}

async function readScripts(tree: WorkingTree): Promise<Record<string, string>> {
  try {
    const { scripts = {} } = JSON.parse((await tree.read("package.json")) ?? "{}");
    return Object.fromEntries(
      Object.entries(scripts).flatMap(([name, text]) => (typeof text === "string" ? [[name, text]] : [])),
    );
  } catch {
    return {}; // it is not there, or not what it should be: then no script is known
  }
}
