// Which beginnings of prompts are in the provider's cache, as far as the run knows. A dispatch keeps its trunk warm
// from its first request to its last: this is noted when it is sent, for dispatches that start alongside it, and again
// from its recorded outcome, so that a replay knows the same. Only estimates use this, and plans only inside a step.
import { type BeginningEnd, beginningEnds, warmTokens } from "../../domain/dispatch/shared-beginning.ts";
import { roleOf } from "../../domain/roles/role.ts";
import { contextMode, effortFor, modelOf } from "../work/given/context-mode.ts";
import type { Dispatch } from "../work/given/dispatch-request.ts";
import { abilitiesFor, runtimeKey } from "../work/given/role-agents.ts";
import type { Parts } from "../work/state/phase-run.ts";

export type Sent = Pick<Dispatch, "role" | "prompt" | "session">;

/** `at` is in milliseconds. */
export function noteTrunk(phase: Parts<"abilities" | "run" | "sessions" | "spending">, sent: Sent, at: number): void {
  for (const { key, isKept } of trunkOf(phase, sent)) {
    if (isKept) phase.spending.noteBeginning(key, at);
  }
}

/** What the prompt begins with, or what the session it resumes began with. */
export function trunkOf(
  phase: Parts<"abilities" | "run" | "sessions">,
  { role, prompt, session }: Sent,
): readonly BeginningEnd[] {
  if (session !== undefined) return phase.sessions.prefixesOf(session);
  const isShared = contextMode(phase, roleOf(role)) === "trunk" && abilitiesFor(phase, role).trunk;
  if (!isShared) return [];
  const model = modelOf(phase, roleOf(role));
  return beginningEnds(prompt, [runtimeKey(phase, role), model, effortFor(phase, roleOf(role))].join(" "));
}

/** Tokens of it that others have sent recently, so that they are read from the cache. Call only inside a step. */
export function warmTrunk({ spending, ports }: Parts<"spending" | "ports">, ends: readonly BeginningEnd[]): number {
  return warmTokens(ends, spending.beginnings, ports.clock.now().getTime());
}
