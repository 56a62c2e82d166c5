// Who may change a file. The engine's own files: nobody. The document a phase is about: its author, while ordered to.
import { basename, dirname, isAbsolute, join, relative } from "node:path";
import { AGENTS_INSTALL_NOTHING, isInstalled } from "../../domain/checks/installed-files.ts";
import { AGENTS_LEAVE_IT, isSettingsFile } from "../../domain/config/settings-file.ts";
import { hostAgentOf } from "../../domain/host/host-sentence.ts";
import { checkPath } from "../../domain/text/secrets/safe-path.ts";
import type { HookDesk, WaitingRun } from "../../ports/agents/hook-desk.ts";
import type { HookInput } from "./hook-input.ts";
import type { Refusal, Scene } from "./scene.ts";

export async function guardEdit(
  desk: HookDesk,
  { runs, drives }: Scene,
  { tool_input = {}, agent_type = "", cwd, transcript_path }: HookInput,
): Promise<Refusal> {
  const given = String(tool_input.file_path ?? tool_input.notebook_path ?? "");
  const absolute = await desk.locate(isAbsolute(given) ? given : join(cwd ?? desk.root, given));
  if (absolute.startsWith(`${dirname(desk.runsFolder)}/`)) return "only iflow may write its own records";
  if (transcript_path && absolute.startsWith(`${dirname(await desk.locate(transcript_path))}/`) && runs.length > 0)
    return "only the host may write transcripts of sessions and agents";
  const path = relative(desk.root, absolute);
  if (isEngineFile(desk, path)) return `only iflow may write ${path}`;
  const mayWrite = isOrderedToWrite(runs, agent_type);
  const run = runs.find(({ artifact, hosted }) => hosted && artifact === path);
  if (run && !mayWrite)
    return `${path} is the document of ${run.phase}: only its author may change it, when iflow orders it`;
  if (!agent_type.startsWith("iflow:")) {
    const isHost = drives || runs.some(({ hosted }) => hosted);
    return isHost && isSetting(desk, path, absolute) ? SAYS_HOW_TO_REVIEW : undefined;
  }
  const check = checkPath(path);
  if (!check.ok) return `${given} ${check.why}`;
  if (isSettingsFile(path)) return AGENTS_LEAVE_IT;
  if (isInstalled(path)) return AGENTS_INSTALL_NOTHING;
  return mayWrite ? undefined : `${agent_type} may only read`;
}

function isEngineFile({ artifactsRoot }: HookDesk, path: string): boolean {
  const [root, features, , file, ...deeper] = [artifactsRoot, ...path.slice(artifactsRoot.length + 1).split("/")];
  if (!path.startsWith(`${root}/`) || features !== "features" || deeper.length > 0) return false;
  return file === ".meta.json" || file === ".review-history.md";
}

/** What every reviewer follows belongs to the user, so they are asked before it changes. */
export const SAYS_HOW_TO_REVIEW = {
  ask: "this changes who reviews, or what reviewers are told; allow it only if you asked for it",
};

/**
 * The config and the knowledge bank of this repository, and the user's own config, memories and confirmations for all of
 * them.
 */
function isSetting({ artifactsRoot }: HookDesk, path: string, absolute: string): boolean {
  if (basename(absolute) === "iflow.config.json" || path.startsWith(`${artifactsRoot}/knowledge-bank/`)) return true;
  return /\/iflow\/(?:config\.json|memory\.jsonl|trusted\/[^/]+)$/.test(absolute);
}

export function isOrderedToWrite(runs: readonly WaitingRun[], agentType: string): boolean {
  return runs.some(({ orders }) =>
    orders.some(({ access, role }) => access === "write" && hostAgentOf(role) === agentType),
  );
}
