// While an author or fixer works, the sessions of those who judge next are kept in the provider's cache by a few pings: a
// tenth of what they would cost cold. Only inside a loop, only where it is cheaper, each with a row in the bill.

import { oneLine } from "../domain/issue-text.ts";
import { type KeptSession, mostPings, PING_AFTER } from "../domain/keep-warm.ts";
import type { Outcome } from "../domain/outcome.ts";
import { withoutSecrets } from "../domain/review-history.ts";
import { type RoleId, roleOf } from "../domain/role.ts";
import type { SessionCache } from "../domain/session-cache.ts";
import { costOf, NO_USAGE, priceOf, tokensOf } from "../domain/usage.ts";
import type { AgentOutcome } from "../ports/agent-runtime.ts";
import { contextMode, modelOf } from "./context-mode.ts";
import type { Order } from "./dispatch.ts";
import type { PhaseWork } from "./phase-work.ts";
import { agentOf, isForeignSession } from "./role-agents.ts";
import { requestOf } from "./run-agent.ts";

/** Runs the dispatch; meanwhile nothing of what is kept expires. A ping that fails is a row and no more. */
export async function whileWarm<T>(work: PhaseWork, order: Order, dispatch: () => Promise<T>): Promise<T> {
  const over = new AbortController();
  const pings = (order.next ?? []).map((role) =>
    keepSession(work, order, role, over.signal).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      work.ports.emit({ type: "warned", text: `${role} could not be kept warm: ${withoutSecrets(oneLine(why))}` });
    }),
  );
  try {
    return await dispatch();
  } finally {
    over.abort();
    await Promise.all(pings);
  }
}

async function keepSession(work: PhaseWork, order: Order, role: RoleId, signal: AbortSignal): Promise<void> {
  const { clock } = work.ports;
  const agent = agentOf(work.ports, role);
  const session = work.sessions.get(role)?.agent_id;
  const cache = session ? work.caches.get(session) : undefined;
  if (!agent.touch || !session || !cache || work.obstacles.has(role) || isForeignSession(work, session, agent)) return;
  if (work.run.head.config.review.session === "fresh") return; // nobody will come back to it
  const most = pingsFor(work, order, role, cache);
  for (let number = 1; number <= most; number++) {
    const { touched, lifetime } = work.caches.get(session) ?? cache;
    const idle = clock.now().getTime() - Date.parse(touched);
    if (idle > PING_AFTER[lifetime]) return; // gone already: a ping would pay for all of it
    await clock.sleep(PING_AFTER[lifetime] - idle, signal);
    if (signal.aborted) return;
    const begun = clock.now();
    const step = `${order.step}/ping/${role}/${number}`;
    const outcome = await agent.touch(requestOf(work, { ...order, step, role, session, kind: "resume" }), signal);
    await keepRow(work, { ...order, step }, role, number, outcome, clock.now().getTime() - begun.getTime());
    if (outcome.status !== "completed" || (outcome.usage?.cacheRead ?? 0) === 0) return;
    work.caches.set(session, { ...cache, touched: begun.toISOString() });
  }
}

function pingsFor(work: PhaseWork, order: Order, role: RoleId, { context, lifetime }: SessionCache): number {
  const price = priceOf(agentOf(work.ports, role).models[modelOf(work, roleOf(role))]);
  if (!price || !work.run.head.config.review.keepWarm) return 0;
  const kept: KeptSession = { context, shared: sharedTokens(work, order), lifetime };
  return mostPings(price, kept);
}

/** What the one at work stands on and keeps warm by working. */
function sharedTokens(work: PhaseWork, { prompt }: Order): number {
  if (contextMode(work) !== "trunk") return 0;
  const last = prompt.blocks.findLastIndex(({ mark }) => mark);
  return tokensOf(prompt.blocks.slice(0, last + 1).reduce((sum, { text }) => sum + text.length, 0));
}

async function keepRow(
  work: PhaseWork,
  order: Order,
  role: RoleId,
  number: number,
  { status, usage = NO_USAGE, ...end }: AgentOutcome,
  milliseconds: number,
): Promise<void> {
  if (status === "aborted") return;
  const cost = costOf(usage, agentOf(work.ports, role).models[modelOf(work, roleOf(role))]);
  const row: Outcome = {
    ...{ step: order.step, prompt: "", phase: work.phase, role, round: order.round },
    ...{ kind: "ping", reason: "keep-warm", status, reply: "", sessionLost: false, session: null },
    ...("error" in end && { error: withoutSecrets(oneLine(end.error)) }),
    ...{ reads: [], refused: [], wrote: [], changed: [], meddled: [], world: { ...order.expected } },
    ...{ usage, promptChars: 0, contextChars: 0, milliseconds, at: work.ports.clock.now().toISOString() },
    ...(cost !== undefined && { cost }),
  };
  const file = `dispatches/${String(order.number).padStart(3, "0")}-${role}-ping-${number}.outcome.json`;
  await work.run.folder.write(file, `${JSON.stringify(row, null, 2)}\n`);
}
