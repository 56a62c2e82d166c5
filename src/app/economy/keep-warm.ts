// While an author or fixer works, a few pings keep the sessions of the next reviewers in the provider's cache, at a
// tenth of what those sessions would cost cold. Pings are sent only inside a loop, only where they are cheaper, and
// only while the budget has room for them; each has a row in the bill.
import { priceOf } from "../../domain/billing/usage.ts";
import { type KeptSession, mostPings, PING_AFTER } from "../../domain/dispatch/keep-warm.ts";
import type { SessionCache } from "../../domain/dispatch/session-cache.ts";
import { type RoleId, roleOf } from "../../domain/roles/role.ts";
import { oneLine } from "../../domain/text/one-line.ts";
import { withoutSecrets } from "../../domain/text/secrets/secrets.ts";
import { modelOf } from "../work/given/context-mode.ts";
import { type Dispatch, requestOf } from "../work/given/dispatch-request.ts";
import { agentOf, isForeignSession } from "../work/given/role-agents.ts";
import type { Parts, PhaseRun } from "../work/state/phase-run.ts";
import { withinBudget } from "./budget.ts";
import { keepTrunk } from "./keep-trunk.ts";
import { withRow } from "./ping-row.ts";
import { trunkOf } from "./shared-trunk.ts";

/** Runs the dispatch and keeps what comes next from expiring meanwhile. A failed ping only leaves a row. */
export async function whileWarm<T>(phase: PhaseRun, dispatch: Dispatch, send: () => Promise<T>): Promise<T> {
  const over = new AbortController();
  const warn = (what: string) => (error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    phase.ports.emit({ type: "warned", text: `${what} could not be kept warm: ${withoutSecrets(oneLine(why))}` });
  };
  const pings = [
    ...(dispatch.next ?? []).map((role) => keepSession(phase, dispatch, role, over.signal).catch(warn(role))),
    keepTrunk(phase, dispatch, over.signal).catch(warn("the trunk")),
  ];
  try {
    return await send();
  } finally {
    over.abort();
    await Promise.all(pings);
  }
}

async function keepSession(phase: PhaseRun, dispatch: Dispatch, role: RoleId, signal: AbortSignal): Promise<void> {
  const { clock } = phase.ports;
  const agent = agentOf(phase.ports, role);
  const touch = agent.keepCached?.bind(agent);
  const session = phase.sessions.entryOf(role)?.agent_id;
  const cache = session ? phase.sessions.cacheOf(session) : undefined;
  if (!touch || !session || !cache || phase.sessions.freshReason(role) || isForeignSession(phase, session, agent))
    return;
  if (phase.run.head.config.review.session === "fresh") return; // the session will not be resumed
  const most = pingsFor(phase, dispatch, { role, session }, cache);
  for (let number = 1; number <= most; number++) {
    const { touched, lifetime } = phase.sessions.cacheOf(session) ?? cache;
    const idle = clock.now().getTime() - Date.parse(touched);
    if (idle > PING_AFTER[lifetime]) return; // already expired: a ping would pay for all of it
    await clock.sleep(PING_AFTER[lifetime] - idle, signal);
    if (signal.aborted) return;
    const begun = clock.now();
    const step = `${dispatch.step}/ping/${role}/${number}`;
    const request = requestOf(phase, { ...dispatch, step, role, session, kind: "resume" });
    const ping = { dispatch, step, role, number, context: cache.context };
    const estimate = costIfGone(phase, role, cache);
    const outcome = await withinBudget(phase, { step, isPing: true, estimate }, () =>
      withRow(phase, ping, () => touch(request, signal)),
    );
    if (outcome.status !== "completed" || (outcome.usage?.cacheRead ?? 0) === 0) return;
    phase.sessions.keptWarm(session, { ...cache, touched: begun.toISOString() });
    for (const { key } of phase.sessions.prefixesOf(session)) phase.spending.noteBeginning(key, begun.getTime());
  }
}

/** A ping saves money but is not necessary: the budget must have room for it even if the session has expired. */
function costIfGone(
  phase: Parts<"abilities" | "ports" | "run">,
  role: RoleId,
  { context, lifetime }: SessionCache,
): number {
  const { models, prices } = agentOf(phase.ports, role);
  const price = priceOf(models[modelOf(phase, roleOf(role))], prices);
  return price ? (context * (lifetime === "1h" ? price.write1h : price.write5m)) / 1_000_000 : 0;
}

function pingsFor(
  phase: Parts<"abilities" | "ports" | "run" | "sessions">,
  dispatch: Dispatch,
  { role, session }: { readonly role: RoleId; readonly session: string },
  { context, lifetime }: SessionCache,
): number {
  const { models, prices } = agentOf(phase.ports, role);
  const price = priceOf(models[modelOf(phase, roleOf(role))], prices);
  if (!price || !phase.run.head.config.review.keepWarm) return 0;
  const kept: KeptSession = { context, shared: sharedTokens(phase, dispatch, session), lifetime };
  return mostPings(price, kept);
}

/** Tokens of the session that the working agent keeps warm by working, or that pings of the trunk keep meanwhile. */
function sharedTokens(phase: Parts<"abilities" | "run" | "sessions">, dispatch: Dispatch, session: string): number {
  const { role, trunk } = dispatch;
  const used = trunkOf(phase, dispatch);
  const ends = used.length > 0 || !trunk ? used : trunkOf(phase, { role, prompt: trunk, session: undefined });
  const kept = new Set(ends.map(({ key }) => key));
  return phase.sessions.prefixesOf(session).findLast(({ key }) => kept.has(key))?.tokens ?? 0;
}
