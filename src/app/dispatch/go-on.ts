// A dispatch that was ended at a limit of ours (answers, tokens, dollars) goes on in its own conversation: what it did so
// far was paid for and stands. To everybody else it stays one dispatch, with the prompt that it was first sent with.
import type { Dispatch } from "../work/given/dispatch-request.ts";
import { agentOf } from "../work/given/role-agents.ts";
import type { PhaseRun } from "../work/state/phase-run.ts";
import type { DispatchResult } from "./dispatch-result.ts";
import { outcomeOf } from "./outcome-files.ts";

/** What of the dispatch stays, and where it goes on. */
export type SentAgain = Pick<Dispatch, "kind" | "reason" | "prompt" | "session" | "base" | "goesOn">;

/** What is sent next; undefined when it cannot go on: it has ended otherwise, or another runtime has its role now. */
export async function goOn(phase: PhaseRun, sent: Dispatch, result: DispatchResult): Promise<SentAgain | undefined> {
  const { kind, prompt, session } = sent;
  const same = { kind, reason: "unfinished", prompt, session } as const;
  const { id } = agentOf(phase.ports, sent.role);
  // killed meanwhile and nothing of it left: its conversation is still as it was
  if (result.status === "interrupted" && sent.goesOn?.runtime === id && result.files.length === 0)
    return { ...same, base: sent.base, goesOn: sent.goesOn };
  if (result.status !== "failed" || !result.unfinished) return undefined;
  const { unfinished: ref, runtime, reads, wrote, base } = await outcomeOf(phase, result.file);
  if (ref === undefined || runtime === undefined || runtime !== id) return undefined;
  if (sent.writes.length > 0) phase.world.wrote(result.world.blob);
  return { ...same, base, goesOn: { ref, runtime, reads, wrote } };
}
