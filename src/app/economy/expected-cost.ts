// What a dispatch is expected to cost, as a run sees it. What its sessions hold is computed from recorded outcomes. The
// clock and the prices are read inside a step, so that a replay chooses as the run did, whatever the date.
import type { Outcome } from "../../domain/billing/outcome.ts";
import { priceOf, tokensOf } from "../../domain/billing/usage.ts";
import {
  type CacheAge,
  type CostEstimate,
  type DispatchSizes,
  estimateCost,
  resumePrice,
} from "../../domain/dispatch/dispatch-cost.ts";
import type { SessionEntry } from "../../domain/dispatch/dispatch-plan.ts";
import { cacheAfter, missesAfter, missesCache, type SessionCache } from "../../domain/dispatch/session-cache.ts";
import { type RoleId, roleOf } from "../../domain/roles/role.ts";
import { contextMode, modelOf } from "../work/given/context-mode.ts";
import type { Dispatch } from "../work/given/dispatch-request.ts";
import { abilitiesFor, agentOf, runtimeKey } from "../work/given/role-agents.ts";
import type { Parts, PhaseRun } from "../work/state/phase-run.ts";
import { requireRoom } from "./budget.ts";
import { noteContent } from "./sent-before.ts";
import { noteTrunk, type Sent, trunkOf, warmTrunk } from "./shared-trunk.ts";

/** Records what a completed dispatch shows about its session and its trunk; both were in use until it ended. */
export function noteSession(
  phase: Parts<"abilities" | "run" | "sessions" | "spending">,
  sent: Sent,
  outcome: Outcome,
): void {
  const key = runtimeKey(phase, sent.role);
  noteTrunk(phase, sent, Date.parse(outcome.at));
  noteContent(phase, { ...sent, contextChars: outcome.contextChars });
  phase.sessions.countMisses(key, missesAfter(phase.sessions.missesOf(key), outcome));
  if (outcome.session === null) return;
  const before = sent.session === undefined ? undefined : phase.sessions.cacheOf(sent.session);
  phase.sessions.know(outcome.session, {
    cache: cacheAfter(before, outcome),
    prefixes: trunkOf(phase, sent),
    runtime: outcome.runtime,
  });
}

/** Whether resumes on this runtime pay for the earlier context again, as seen by the gate or by this run. */
export function resumesCold(phase: Parts<"abilities" | "sessions">, role: RoleId): boolean {
  const key = runtimeKey(phase, role);
  return (phase.sessions.trustIn(key)?.cold ?? false) || missesCache(phase.sessions.missesOf(key));
}

/** Size of a role's session according to its recorded dispatches; does not depend on the clock. */
export function sessionTokens({ sessions }: Parts<"sessions">, entry: SessionEntry | undefined): number | undefined {
  return sessions.cacheOf(entry?.agent_id ?? "")?.context;
}

/** A role that could be resumed, and the length of the prompt for that. */
export interface Resumable {
  readonly role: RoleId;
  readonly entry: SessionEntry | undefined;
  readonly resumedChars: number;
  /** A fresh agent finds everything on the trunk, including the changes. */
  readonly canFork: boolean;
  /** What a fresh agent would be given now, if that is not what the first one was given. */
  readonly freshChars?: number;
}

/** Only for guard `cost`: reads the clock and the prices once for all roles of a round, and records the result. */
export async function expectCosts(
  phase: PhaseRun,
  place: { readonly round: number; readonly segment: string },
  asked: readonly Resumable[],
): Promise<ReadonlyMap<RoleId, CostEstimate>> {
  const { guard, session } = phase.run.head.config.review;
  const resumable = asked.filter(
    ({ role, entry }) => typeof entry?.agent_id === "string" && abilitiesFor(phase, role).resume,
  );
  if (guard !== "cost" || session !== "resume" || resumable.length === 0) return new Map();
  const costs = await phase.run.step({
    name: phase.steps.next(place.round, place.segment),
    input: resumable.map(({ role }) => role),
    work: async () => {
      const found = resumable.flatMap((one) => {
        const cost = resumeCost(phase, one);
        return cost ? [{ role: one.role, cost: { ...cost } }] : [];
      });
      // A plan that a budget stops here is made again when the run continues, because the cache has aged by then.
      const [first] = found;
      const cheapest = first && Math.min(first.cost.fresh, resumePrice(first.cost, resumesCold(phase, first.role)));
      if (cheapest !== undefined) await requireRoom(phase, { estimate: cheapest });
      return found;
    },
  });
  return new Map(costs.map(({ role, cost }) => [role, cost]));
}

function resumeCost(
  phase: PhaseRun,
  { role, entry, resumedChars, canFork, freshChars }: Resumable,
): CostEstimate | undefined {
  const session = entry?.agent_id ?? "";
  const cache = phase.sessions.cacheOf(session);
  if (!cache) return undefined;
  const fresh = freshChars === undefined ? freshTokens(entry, cache) : tokensOf(freshChars);
  const sizes = { context: cache.context, delta: tokensOf(resumedChars), fresh };
  const shared = warmTrunk(phase, phase.sessions.prefixesOf(session));
  return costFor(
    phase,
    role,
    { ...sizes, shared, output: cache.output, ...(canFork && { isShown: "changes" as const }) },
    ageOf(phase, cache),
  );
}

/** Agents read more than they are told to; some runtimes count it. */
function freshTokens(entry: SessionEntry | undefined, cache: SessionCache): number {
  return Math.max(tokensOf(entry?.iteration1_content_length ?? 0), cache.fresh);
}

export interface Expectation {
  /** US dollars; missing for a model without a price. */
  readonly estimate?: number;
  /** Tokens that a resume should read from the cache; missing when it should read none. */
  readonly expectedRead?: number;
}

/** For the budget and the record, just before the agent is asked. Never part of a plan. */
export function expectDispatch(phase: PhaseRun, dispatch: Dispatch): Expectation {
  const cache = dispatch.session === undefined ? undefined : phase.sessions.cacheOf(dispatch.session);
  const sizes = {
    context: cache?.context ?? 0,
    delta: tokensOf(dispatch.prompt.text.length),
    fresh: tokensOf(dispatch.contextChars),
    shared: warmTrunk(phase, trunkOf(phase, dispatch)),
    output: lastAnswer(phase, dispatch) ?? (dispatch.writes.length > 0 ? WRITTEN_TOKENS : JUDGED_TOKENS),
    ...(dispatch.prompt.blocks.some(({ slot }) => slot === "delta") && { isShown: "changes" as const }),
  };
  const cost = costFor(phase, dispatch.role, sizes, cache ? ageOf(phase, cache) : NEW_SESSION);
  if (!cost) return {};
  if (!cache) return { estimate: cost.fresh };
  const cold = resumesCold(phase, dispatch.role);
  return { estimate: resumePrice(cost, cold), ...(cost.isWarm && !cold && { expectedRead: sizes.context }) };
}

/** Length of this role's last answer, in the session being resumed or in the previous one. */
function lastAnswer({ sessions }: Parts<"sessions">, { role, session }: Dispatch): number | undefined {
  return sessions.cacheOf(session ?? sessions.entryOf(role)?.agent_id ?? "")?.output;
}

/** Assumed answer lengths for a role that has not answered yet: a verdict, or a document. */
const JUDGED_TOKENS = 1_000;
const WRITTEN_TOKENS = 4_000;

const NEW_SESSION: CacheAge = { lifetime: "5m", idle: 0 };

function ageOf({ ports }: Parts<"ports">, { touched, lifetime }: SessionCache): CacheAge {
  return { lifetime, idle: (ports.clock.now().getTime() - Date.parse(touched)) / 1000 };
}

function costFor(
  phase: Parts<"abilities" | "ports" | "run">,
  role: RoleId,
  sizes: DispatchSizes,
  age: CacheAge,
): CostEstimate | undefined {
  const isWriter = roleOf(role).access === "write";
  const onTrunk = contextMode(phase, roleOf(role)) === "trunk" && { isShown: "everything" as const };
  const { models, prices } = agentOf(phase.ports, role);
  const price = priceOf(models[modelOf(phase, roleOf(role))], prices);
  return price && estimateCost(price, { ...onTrunk, ...sizes, isWriter }, age);
}
