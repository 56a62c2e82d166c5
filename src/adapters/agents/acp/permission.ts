// What a role may do with the agent's own tools. The agent asks and this module answers: readers may read, writers may
// change files of the repository and run what the door for commands lets through, and a blind role may read what it was
// given. Anything that is not understood is refused.
import type { PermissionOption, RequestPermissionResponse } from "@agentclientprotocol/sdk";
import { AGENTS_INSTALL_NOTHING, isInstalled } from "../../../domain/checks/installed-files.ts";
import { AGENTS_LEAVE_IT, isSettingsFile } from "../../../domain/config/settings-file.ts";
import type { Access } from "../../../domain/roles/role.ts";
import { checkPath } from "../../../domain/text/secrets/safe-path.ts";
import type { CommandDoor, OpenedLine } from "../command-door.ts";
import { roleThat, type Workspace } from "../workspace.ts";
import { judgeSettings } from "./command-place.ts";
import type { ToolCall } from "./tool-call.ts";

export interface Rules {
  readonly access: Access;
  readonly workspace: Workspace;
  /** Which shell lines may be run at the root of the repository. */
  readonly door: CommandDoor;
  readonly web: boolean;
  /** Commands may run in the sandbox only: through our terminals, not by the agent itself. */
  readonly onlyInside: boolean;
}

/** Why the call is refused; undefined when it is allowed. */
export async function judgeCall(rules: Rules, call: ToolCall): Promise<string | undefined> {
  return judgeKind(rules, call) ?? (await judgePaths(rules, call));
}

/** A line that one of our terminals would run; `line` is how. */
export async function judgeLine({ access, door }: Rules, line: string): Promise<OpenedLine> {
  if (access !== "write") return { refused: `${roleThat(access)} may run no command: ${line}` };
  const judged = await door.judge(line);
  return "refused" in judged ? { refused: `${line}: ${judged.refused}` } : judged;
}

/**
 * Why the agent may not run a line by itself, outside of the sandbox; undefined when it may. By its words alone. It runs as
 * it is written, so it must say itself whatever holds it: a look at git names all settings that are off.
 */
function judgeOwnLine(rules: Rules, call: ToolCall): string | undefined {
  const { access, door, onlyInside } = rules;
  const line = lineOf(call);
  if (access !== "write") return `${roleThat(access)} may run no command: ${line}`;
  const judged = door.atSight(line);
  if ("refused" in judged) return `${line}: ${judged.refused}`;
  if (onlyInside) return `${OUTSIDE}: ${line}`;
  if (judged.asWritten) return judgeSettings(rules.workspace, call);
  const { plain } = judged;
  return `${TERMINAL_ONLY}${plain === undefined ? "" : `, or written as: ${plain}`}: ${line}`;
}

const TERMINAL_ONLY = "it may only run in a terminal of iflow";
const OUTSIDE = 'sandbox.mode is "require", so a command may only run in a terminal of iflow';

/** Why a line may not be run in this folder; undefined when it may. */
export async function judgeFolder({ workspace }: Rules, cwd: string | undefined): Promise<string | undefined> {
  if (cwd === undefined) return undefined;
  const { path, refused } = await workspace.judge(cwd);
  return refused ?? (path === "" ? undefined : "commands are run at the root of the repository");
}

/** Always answers for this one call: a permanent answer would let the next call through unseen. */
export function answer(options: readonly PermissionOption[], allowed: boolean): RequestPermissionResponse {
  const kinds = allowed ? ["allow_once"] : ["reject_once", "reject_always"];
  const option = kinds.map((kind) => options.find((one) => one.kind === kind)).find((one) => one !== undefined);
  if (!option) return { outcome: { outcome: "cancelled" } };
  return { outcome: { outcome: "selected", optionId: option.optionId } };
}

/** The part of the judgement that looks at no file. */
export function judgeAtSight(rules: Rules, call: ToolCall): string | undefined {
  const refused = judgeKind(rules, call);
  if (refused !== undefined || call.kind === "execute") return refused;
  return call.paths.map((path) => judgeName(rules.workspace, call.kind, path)).find((why) => why !== undefined);
}

/** Kinds of calls that change what they name. */
const CHANGING: ReadonlySet<string> = new Set(["edit", "delete", "move"]);

function judgeName(workspace: Workspace, kind: string, path: string): string | undefined {
  const name = workspace.name(path);
  if (CHANGING.has(kind) && isSettingsFile(name)) return AGENTS_LEAVE_IT;
  if (CHANGING.has(kind) && isInstalled(name)) return AGENTS_INSTALL_NOTHING;
  const check = checkPath(name);
  return name === "" || check.ok ? workspace.hides(path) : `it ${check.why}`;
}

function judgeKind(rules: Rules, call: ToolCall): string | undefined {
  const { access, web } = rules;
  const { kind, line, paths } = call;
  switch (kind) {
    case "read":
      if (isShellLine(line)) return judgeOwnLine(rules, call);
      return paths.length === 0 ? "it does not say which file it reads" : undefined;
    case "search":
    case "think":
      if (isShellLine(line)) return judgeOwnLine(rules, call);
      return access === "blind" ? "a blind role may only read the files it was given" : undefined;
    case "edit":
    case "delete":
    case "move":
      if (access !== "write") return `${roleThat(access)} may change nothing`;
      return paths.length === 0 ? "it does not say which file it changes" : undefined;
    case "execute":
      return judgeOwnLine(rules, call);
    case "fetch":
      return web && access !== "blind" ? undefined : "this role does not use the web";
    default:
      return "it is not known what it does";
  }
}

function lineOf({ line, title }: Pick<ToolCall, "line" | "title">): string {
  return line ?? title.replaceAll("`", "").trim();
}

/** Some agents read and search by running commands. A single word may also be the name of a tool's own action. */
function isShellLine(line: string | undefined): line is string {
  return line !== undefined && /\s/.test(line);
}

async function judgePaths(rules: Rules, call: ToolCall): Promise<string | undefined> {
  const { paths, kind } = call;
  // of a command the paths in its words count; agents only guess others
  if (kind === "execute" || isShellLine(call.line)) {
    const line = lineOf(call);
    const judged = await judgeLine(rules, line);
    if ("refused" in judged) return judged.refused;
    return judged.asWritten ? undefined : `${TERMINAL_ONLY}: ${line}`;
  }
  for (const path of paths) {
    const { workspace } = rules;
    const { refused } = await (CHANGING.has(kind) ? workspace.judgeWrite(path) : workspace.judge(path));
    if (refused !== undefined) return refused;
  }
  return undefined;
}
