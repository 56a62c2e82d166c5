// What a role may do with the agent's own tools. The agent asks and this module answers: readers may read, writers may
// change files of the repository and run the stored checks, and a blind role may read what it was given. Anything that
// is not understood is refused.
import type { PermissionOption, RequestPermissionResponse } from "@agentclientprotocol/sdk";
import { AGENTS_LEAVE_IT, isSettingsFile } from "../../../domain/config/settings-file.ts";
import type { Access } from "../../../domain/roles/role.ts";
import { checkPath } from "../../../domain/text/safe-path.ts";
import { roleThat, type Workspace } from "../workspace.ts";
import type { ToolCall } from "./tool-call.ts";

export interface Rules {
  readonly access: Access;
  readonly workspace: Workspace;
  /** Shell lines that may be run at the root of the repository. */
  readonly checks: readonly string[];
  readonly web: boolean;
  /** Commands may run in the sandbox only: through our terminals, not by the agent itself. */
  readonly onlyInside: boolean;
}

/** Why the call is refused; undefined when it is allowed. */
export async function judgeCall(rules: Rules, call: ToolCall): Promise<string | undefined> {
  return judgeKind(rules, call) ?? (await judgePaths(rules, call));
}

/** Why a line may not be run; undefined when it may. */
export function judgeLine({ access, checks }: Pick<Rules, "access" | "checks">, line: string): string | undefined {
  if (access !== "write") return `${roleThat(access)} may run no command: ${line}`;
  return checks.includes(line) ? undefined : `only the checks of the configuration may be run: ${line}`;
}

/** The same for a line that the agent would run by itself, outside of the sandbox. */
function judgeOwnLine(rules: Rules, line: string): string | undefined {
  return judgeLine(rules, line) ?? (rules.onlyInside ? `${OUTSIDE}: ${line}` : undefined);
}

const OUTSIDE = 'sandbox.mode is "require", so a command may only run in a terminal of iflow';

/** Why a line may not be run in this folder; undefined when it may. */
export async function judgeFolder({ workspace }: Rules, cwd: string | undefined): Promise<string | undefined> {
  if (cwd === undefined) return undefined;
  const { path, refused } = await workspace.judge(cwd);
  return refused ?? (path === "" ? undefined : "checks are run at the root of the repository");
}

/** Always answers for this one call: a permanent answer would let the next call through unseen. */
export function answer(options: readonly PermissionOption[], allowed: boolean): RequestPermissionResponse {
  const kinds = allowed ? ["allow_once"] : ["reject_once", "reject_always"];
  const option = kinds.map((kind) => options.find((one) => one.kind === kind)).find((one) => one !== undefined);
  if (!option) return { outcome: { outcome: "cancelled" } };
  return { outcome: { outcome: "selected", optionId: option.optionId } };
}

/** The part of the judgement that does not look at the disk. */
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
  const check = checkPath(name);
  return name === "" || check.ok ? workspace.hides(path) : `it ${check.why}`;
}

function judgeKind(rules: Rules, { kind, title, line, paths }: ToolCall): string | undefined {
  const { access, web } = rules;
  switch (kind) {
    case "read":
      if (isShellLine(line)) return judgeOwnLine(rules, line);
      return paths.length === 0 ? "it does not say which file it reads" : undefined;
    case "search":
    case "think":
      if (isShellLine(line)) return judgeOwnLine(rules, line);
      return access === "blind" ? "a blind role may only read the files it was given" : undefined;
    case "edit":
    case "delete":
    case "move":
      if (access !== "write") return `${roleThat(access)} may change nothing`;
      return paths.length === 0 ? "it does not say which file it changes" : undefined;
    case "execute":
      return judgeOwnLine(rules, line ?? title.replaceAll("`", "").trim());
    case "fetch":
      return web && access !== "blind" ? undefined : "this role does not use the web";
    default:
      return "it is not known what it does";
  }
}

/** Some agents read and search by running commands. A single word may also be the name of a tool's own action. */
function isShellLine(line: string | undefined): line is string {
  return line !== undefined && /\s/.test(line);
}

async function judgePaths(rules: Rules, { paths, kind, cwd }: ToolCall): Promise<string | undefined> {
  // what a stored check touches is the person's business; agents only guess the paths from the line
  if (kind === "execute") return judgeFolder(rules, cwd);
  for (const path of paths) {
    const { workspace } = rules;
    const { refused } = await (CHANGING.has(kind) ? workspace.judgeWrite(path) : workspace.judge(path));
    if (refused !== undefined) return refused;
  }
  return undefined;
}
