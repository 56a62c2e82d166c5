// What Claude Code passes to a hook.
import type { HookDesk } from "../../ports/agents/hook-desk.ts";

/** What Claude Code passes to every hook, and what only some hooks get. */
export interface HookInput {
  readonly session_id?: string;
  /** Where the session itself is written; its agents are in a folder of the same name. */
  readonly transcript_path?: string;
  readonly cwd?: string;
  readonly source?: string;
  readonly prompt?: string;
  readonly tool_name?: string;
  readonly tool_input?: Readonly<Record<string, unknown>>;
  readonly tool_response?: { readonly status?: string };
  readonly agent_id?: string;
  readonly agent_type?: string;
  readonly agent_transcript_path?: string;
  readonly last_assistant_message?: string;
  readonly stop_hook_active?: boolean;
  readonly background_tasks?: readonly unknown[];
}

/** Moves the run of a feature as far as it goes, and returns its next state in words. It loads the engine. */
export type Move = (feature: string) => Promise<string>;

export type Hook = (desk: HookDesk, input: HookInput, move: Move) => Promise<object | undefined>;
