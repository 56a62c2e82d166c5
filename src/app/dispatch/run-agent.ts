// One turn of an agent: the request, its events, and what they mean for the bill.
import { confirmsReads, type Outcome } from "../../domain/billing/outcome.ts";
import type { SentNote } from "../../domain/billing/unanswered-dispatch.ts";
import { costOf, NO_USAGE, type OwnPrices, unsharedCostOf } from "../../domain/billing/usage.ts";
import { roleOf } from "../../domain/roles/role.ts";
import { oneLine } from "../../domain/text/one-line.ts";
import { withoutSecrets } from "../../domain/text/secrets/secrets.ts";
import type { AgentOutcome } from "../../ports/agents/agent-runtime.ts";
import type { StepContext } from "../../ports/runs/runs.ts";
import { trunkOf } from "../economy/shared-trunk.ts";
import { spawnedNote } from "../work/checks/spawned-note.ts";
import { effortFor, modelOf } from "../work/given/context-mode.ts";
import { fileOf } from "../work/given/dispatch-files.ts";
import { type Dispatch, hashOf, requestOf } from "../work/given/dispatch-request.ts";
import { agentOf } from "../work/given/role-agents.ts";
import type { Parts, PhaseRun } from "../work/state/phase-run.ts";
import { timeLimit } from "./time-limit.ts";

/** An outcome before its effect on the files has been checked. */
export type Answer = Omit<Outcome, "changed" | "meddled" | "world">;

const WRITING: ReadonlySet<string> = new Set(["write", "edit", "delete"]);

/** Undefined when the turn was aborted: nothing came back that could be recorded. */
export async function runAgent(phase: PhaseRun, dispatch: Dispatch, context: StepContext): Promise<Answer | undefined> {
  const { clock, emit } = phase.ports;
  const agent = agentOf(phase.ports, dispatch.role);
  const { goesOn } = dispatch; // what it did before it was ended at a limit is part of it
  const reads = [...(goesOn?.reads ?? [])];
  const refused: string[] = [];
  const wrote = new Set(goesOn?.wrote);
  const commands: NonNullable<Outcome["commands"]> = [];
  let outcome: AgentOutcome | undefined;
  let begun = clock.now().getTime();
  const { minutes } = phase.run.head.config.runtime;
  const limit = timeLimit(minutes * 60_000);
  const signal = AbortSignal.any([context.signal, limit.signal]);
  limit.begin();
  for await (const event of agent.dispatch(requestOf(phase, dispatch), signal)) {
    if (event.type === "queued") limit.hold();
    else if (event.type === "placed") {
      begun = clock.now().getTime();
      limit.begin();
    } else if (event.type === "spawned") await context.note(await spawnedNote(phase.ports, event));
    else if (event.type === "ended") outcome = event.outcome;
    else if (event.type === "answering") dispatch.start?.hasBegun();
    else if (event.type === "tool-called") {
      const { name, path = "", sandboxed } = event;
      if (sandboxed !== undefined) commands.push({ name, sandboxed });
      const did = `${name} ${path}`.trim();
      if (event.refused !== undefined) refused.push(`${path || name}: ${event.refused}`);
      else if (name === "read" && path) reads.push(path);
      else if (WRITING.has(name) && path) wrote.add(path);
      emit({
        ...{
          type: "agent-worked",
          step: dispatch.step,
          role: dispatch.role,
          did: sandboxed ? `${did} (sandboxed)` : did,
        },
        ...(event.refused !== undefined && { refused: event.refused }),
      });
    } else if (event.type === "concluding") {
      const milliseconds = clock.now().getTime() - begun;
      const seen = { reads, refused, wrote: [...wrote], milliseconds };
      await context.note({ type: "concluding", session: event.session, ...seen });
    } else if (event.type === "used") {
      if (event.usage) await context.note({ type: "used", usage: { ...event.usage } });
      emit({ type: "agent-used", step: dispatch.step, role: dispatch.role, tokens: event.tokens });
    } else if (event.type === "text") {
      emit({ type: "agent-said", step: dispatch.step, role: dispatch.role, text: event.text });
    }
  }
  limit.hold();
  if (!outcome) throw new Error(`runtime ${agent.id} ended ${dispatch.step} without an outcome`);
  if (outcome.status === "aborted" && (context.signal.aborted || !limit.signal.aborted)) {
    if (outcome.usage) await context.note({ type: "used", usage: { ...outcome.usage } });
    return undefined;
  }
  const end = boundOutcome(outcome, minutes);
  return toOutcome(phase, dispatch, end, {
    reads,
    refused,
    wrote: [...wrote],
    ...(commands.length > 0 && { commands }),
    milliseconds: clock.now().getTime() - begun,
  });
}

/** An agent that never ends, or never stops writing, counts as failed. */
function boundOutcome(outcome: AgentOutcome, minutes: number): Exclude<AgentOutcome, { status: "aborted" }> {
  const failed = (error: string) => ({ status: "failed", error, sessionLost: false, usage: outcome.usage }) as const;
  if (outcome.status === "aborted") return failed(`gave no answer within ${minutes} minutes and was ended`);
  if (outcome.status === "completed" && outcome.reply.length > LONGEST_REPLY) {
    return failed(`answered with ${outcome.reply.length} characters, which is too long to read`);
  }
  return outcome;
}

/** Far longer than any report; anything longer would only fill the disk. */
const LONGEST_REPLY = 20_000_000;

/** What the dispatch's row in the bill needs if it is never answered. */
export function sentNote(phase: Parts<"abilities" | "name" | "ports" | "run">, dispatch: Dispatch): SentNote {
  const { role, round, kind, contextChars, prompt } = dispatch;
  const agent = agentOf(phase.ports, role);
  const model = agent.models[modelOf(phase, roleOf(role))];
  return {
    ...{ file: fileOf(dispatch), prompt: hashOf(dispatch), phase: phase.name, role, round, kind, runtime: agent.id },
    ...(model !== undefined && { model, ...ownPrice(agent.prices, model) }),
    ...{ promptChars: prompt.text.length, contextChars, at: phase.ports.clock.now().toISOString() },
  };
}

/** A bill that is written without the settings must know it. */
function ownPrice(prices: OwnPrices | undefined, model: string): Pick<SentNote, "price"> {
  const price = prices?.[model];
  return price === undefined ? {} : { price };
}

/** `model`: what the agent said it ran on, if that is more exact than its tier. */
export function toOutcome(
  phase: PhaseRun,
  dispatch: Dispatch,
  outcome: Exclude<AgentOutcome, { status: "aborted" }>,
  seen: Pick<Outcome, "reads" | "refused" | "wrote" | "commands" | "milliseconds">,
  model?: string,
): Answer {
  const { step, role, round, kind, reason, contextChars, requiredPaths = [] } = dispatch;
  // A resumed agent has read them before, and a failed one has confirmed nothing.
  const isTold =
    requiredPaths.length > 0 && dispatch.session === undefined && kind !== "repair" && outcome.status === "completed";
  const usage = outcome.usage ?? { ...NO_USAGE, estimated: true };
  const agent = agentOf(phase.ports, role);
  const ran = model ?? agent.models[modelOf(phase, roleOf(role))];
  const cost = outcome.usage && costOf(usage, ran, agent.prices); // what is unknown is not free
  const effort = ran !== undefined && agent.tellsEffort?.(ran) ? effortFor(phase, roleOf(role)) : undefined;
  const trunk = dispatch.session === undefined ? (trunkOf(phase, dispatch).at(-1)?.tokens ?? 0) : 0;
  const unsharedCost = trunk > 0 && cost !== undefined ? unsharedCostOf(usage, ran, trunk, agent.prices) : undefined;
  const end =
    outcome.status === "completed"
      ? { status: outcome.status, reply: outcome.reply, session: outcome.session ?? null, sessionLost: false }
      : {
          status: outcome.status,
          reply: "",
          session: null,
          sessionLost: outcome.sessionLost,
          error: withoutSecrets(oneLine(outcome.error)),
          ...(outcome.needs !== undefined && { needs: withoutSecrets(oneLine(outcome.needs)) }),
          ...(outcome.ofRequest && { ofRequest: true as const }),
          ...(outcome.lifted !== undefined && { resetsAt: timeOf(phase, outcome.lifted) }),
          ...(outcome.isGuessed && { resetGuessed: true as const }),
          ...(outcome.unfinished !== undefined && { unfinished: outcome.unfinished }),
        };
  return {
    ...{ step, prompt: hashOf(dispatch), phase: phase.name, role, round, kind, reason },
    ...end,
    runtime: agent.id,
    ...(effort !== undefined && { effort }),
    ...seen,
    usage,
    ...(cost !== undefined && { cost }),
    ...(unsharedCost !== undefined && { unsharedCost }),
    ...(isTold && { readsConfirmed: confirmsReads({ ...end, ...seen }, requiredPaths) }),
    promptChars: dispatch.prompt.text.length,
    contextChars,
    at: phase.ports.clock.now().toISOString(),
  };
}

function timeOf({ ports }: PhaseRun, lifted: string | number): string {
  return typeof lifted === "string" ? lifted : new Date(ports.clock.now().getTime() + lifted).toISOString();
}
