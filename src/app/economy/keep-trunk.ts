// While a fixer works without the trunk, a few pings keep the trunk in the provider's cache for the reviewers that come
// next: at most one in four and a half minutes, each with a row in the bill. A fixer on the trunk keeps it by working.
import { priceOf } from "../../domain/billing/usage.ts";
import { mostPings, trunkPingDue } from "../../domain/dispatch/keep-warm.ts";
import { warmEnd } from "../../domain/dispatch/shared-beginning.ts";
import type { Prompt } from "../../domain/prompts/prompt.ts";
import { roleOf } from "../../domain/roles/role.ts";
import { modelOf } from "../work/given/context-mode.ts";
import { type Dispatch, requestOf } from "../work/given/dispatch-request.ts";
import { agentOf } from "../work/given/role-agents.ts";
import type { PhaseRun } from "../work/state/phase-run.ts";
import { withinBudget } from "./budget.ts";
import { withRow } from "./ping-row.ts";
import { trunkOf } from "./shared-trunk.ts";

export async function keepTrunk(phase: PhaseRun, dispatch: Dispatch, signal: AbortSignal): Promise<void> {
  const { role, trunk } = dispatch;
  const { clock } = phase.ports;
  const agent = agentOf(phase.ports, role);
  const touch = agent.keepCached?.bind(agent);
  const price = priceOf(agent.models[modelOf(phase, roleOf(role))]);
  if (!trunk || !touch || !price || usesTrunk(phase, dispatch)) return;
  const ends = trunkOf(phase, { role, prompt: trunk, session: undefined });
  const place = warmEnd(ends, phase.spending.beginnings, clock.now().getTime());
  const end = ends[place];
  if (!end) return; // cold already: a ping would pay for all of it
  const prompt = upTo(trunk, place);
  const most = mostPings(price, { context: end.tokens, shared: 0, lifetime: "5m" });
  let pinged: number | undefined;
  for (let number = 1; number <= most; ) {
    const now = clock.now().getTime();
    const due = trunkPingDue(phase.spending.beginnings.get(end.key) ?? 0, pinged);
    if (now < due) {
      await clock.sleep(due - now, signal);
      if (signal.aborted) return;
      continue; // somebody may have used it meanwhile
    }
    const step = `${dispatch.step}/ping/trunk/${number}`;
    const request = requestOf(phase, { ...dispatch, step, prompt, session: undefined, kind: "fresh" });
    const ping = { dispatch, step, role, number, context: end.tokens };
    const estimate = (end.tokens * price.write5m) / 1_000_000; // the budget must have room even if it has expired
    const outcome = await withinBudget(phase, { step, isPing: true, estimate }, () =>
      withRow(phase, ping, () => touch(request, signal)),
    );
    if (outcome.status !== "completed" || (outcome.usage?.cacheRead ?? 0) === 0) return;
    for (const { key } of ends.slice(0, place + 1)) phase.spending.noteBeginning(key, now);
    pinged = now;
    number += 1;
  }
}

/** Its requests then keep the trunk warm. */
function usesTrunk(phase: PhaseRun, dispatch: Dispatch): boolean {
  return trunkOf(phase, dispatch).length > 0;
}

/** What comes after the last part that is cached is not needed by anybody yet. */
function upTo({ blocks }: Prompt, place: number): Prompt {
  const kept = blocks
    .slice(0, place + 1)
    .map((block, index) => (index === place ? { ...block, mark: true as const } : block));
  return { blocks: kept, text: kept.map(({ text }) => text).join("\n\n"), stableChars: 0 };
}
