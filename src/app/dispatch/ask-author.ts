// The author writes or revises the artifact: planned, dispatched, and asked again when the dispatch was cut off, failed
// or met a world somebody else had changed. Ends with a completed dispatch; everything else is settled in here.

import { confirmsReads, type Outcome } from "../../domain/billing/outcome.ts";
import { type Plan, planDispatch, rememberDispatch } from "../../domain/dispatch/dispatch-plan.ts";
import type { Prompt } from "../../domain/prompts/prompt.ts";
import { lazyLoadWarning, resumeFallback } from "../../domain/review/review-history.ts";
import { type RoleId, roleOf } from "../../domain/roles/role.ts";
import type { Activity } from "../../domain/run/run-event.ts";
import { listNames } from "../../domain/text/list-names.ts";
import { expectCosts, noteSession, resumesCold, sessionTokens } from "../economy/expected-cost.ts";
import type { Writes } from "../work/dispatch-request.ts";
import { pauseFor } from "../work/pause-for.ts";
import type { PhaseRun } from "../work/phase-run.ts";
import { abilitiesFor } from "../work/role-agents.ts";
import { settleForeignChange } from "../work/world.ts";
import { sendOne } from "./dispatch.ts";
import type { DispatchResult } from "./dispatch-result.ts";
import { outcomeOf } from "./outcome-files.ts";
import { meetGate, sessionMode } from "./session-trust.ts";

export interface AuthorJob {
  readonly role: RoleId;
  readonly round: number;
  /** Last part of the step name; a loop's name is added where one author serves two loops. */
  readonly segment: string;
  readonly activity: Activity;
  fresh(extra: PromptExtra): Prompt;
  /** Undefined for a draft: there is nothing to continue. */
  readonly resumed: ((extra: PromptExtra) => Prompt) | undefined;
  /** Files the fresh prompt makes the agent read. */
  readonly requiredPaths: readonly string[];
  readonly requiredChars: number;
  /** Files it may change; the artifact when nothing is said. */
  readonly writes?: Writes;
  /** Who judges what it writes, if they are known already. */
  readonly next?: readonly RoleId[];
  /** A later round begins on the shared trunk again instead of going on with the session. */
  readonly isForked?: boolean;
  /** Its failure does not stop the phase: after two in a row the answer says so. */
  readonly isOptional?: boolean;
}

export interface PromptExtra {
  readonly facts: readonly string[];
  readonly fallback: boolean;
}

export interface AuthorAnswer {
  readonly summary: string;
  readonly reply: string;
  readonly changed: readonly string[];
  /** Files the engine saw it write. */
  readonly wrote: readonly string[];
  readonly markers: readonly string[];
  /** Why an optional job was given up. */
  readonly failed?: string;
}

/** Nothing is shortened: a longer answer is named by its path. */
const LONGEST_SUMMARY = 20_000;

export async function askAuthor(phase: PhaseRun, job: AuthorJob): Promise<AuthorAnswer> {
  const markers: string[] = [];
  const facts: string[] = [];
  const left = new Set<string>();
  const wrote = new Set<string>();
  let base: string | undefined;
  let forced: Plan | undefined;
  let failures = 0;
  for (;;) {
    const resumedLength = job.resumed?.({ facts, fallback: false }).text.length ?? 0;
    const plan = forced ?? (await planAuthor(phase, job, resumedLength));
    const resume = plan.kind === "resume" ? job.resumed : undefined;
    const prompt = (resume ?? job.fresh)({ facts, fallback: plan.kind === "fallback" });
    const result = await sendToAuthor(phase, job, plan, prompt, base);
    forced = undefined;

    if (result.status === "foreign") {
      await settleForeignChange(phase, `${job.role}/${phase.steps.lastDispatch}`, result.seen);
    } else if (result.status === "interrupted") {
      base = result.base ?? undefined;
      phase.world.wrote(result.blob);
      if (result.patch)
        facts.push(
          `An earlier attempt at this was interrupted. It had already changed ${listNames(result.files)}; look at the file before you go on.`,
        );
      if (resume && !abilitiesFor(phase, job.role).rewind) phase.sessions.requireFresh([job.role], "interrupted");
    } else {
      const outcome = await outcomeOf(phase, result.file);
      for (const path of outcome.wrote) wrote.add(path);
      phase.world.wrote(result.world.blob);
      if (result.status === "completed") {
        remember(phase, job, plan, prompt, outcome);
        if (plan.kind !== "resume" && !confirmsReads(outcome, job.requiredPaths))
          markers.push(lazyLoadWarning(roleOf(job.role).name));
        return {
          summary: summaryOf(outcome.reply, `${phase.run.folder.path}/${result.file}.reply.md`),
          reply: outcome.reply,
          changed: [...new Set([...left, ...result.changed.map(({ path }) => path)])],
          wrote: [...wrote],
          markers,
        };
      }
      for (const { path } of result.changed) left.add(path); // what a failed attempt wrote is still the author's
      const error = outcome.error ?? "failed";
      if (resume) {
        markers.push(resumeFallback(roleOf(job.role).name, job.round, fallbackError(outcome, error)));
        forced = { kind: "fallback", reason: outcome.sessionLost ? "session-lost" : "resume-failed" };
      } else if (++failures === 2) {
        if (job.isOptional) {
          phase.sessions.forget(job.role);
          return { summary: "", reply: "", changed: [...left], wrote: [...wrote], markers, failed: error };
        }
        failures = 0;
        await pauseForAgent(phase, job, error);
      }
      phase.sessions.requireFresh([job.role], "invalid-reply");
    }
  }
}

async function planAuthor(phase: PhaseRun, job: AuthorJob, resumedPromptLength: number): Promise<Plan> {
  const { review } = phase.run.head.config;
  if (!job.resumed) return { kind: "fresh", reason: "first-round" };
  const { gate } = await meetGate(phase, job.role);
  const entry = phase.sessions.entryOf(job.role);
  const asked = [{ role: job.role, entry, resumedChars: resumedPromptLength, canFork: job.isForked ?? false }];
  const costs = await expectCosts(phase, { round: job.round, segment: `${job.segment}-cost` }, asked);
  return planDispatch({
    entry,
    gate,
    cold: resumesCold(phase, job.role),
    alwaysFresh: false,
    sessionMode: sessionMode(review.session, job.isForked ?? false),
    canResume: abilitiesFor(phase, job.role).resume,
    obstacle: phase.sessions.freshReason(job.role),
    final: false,
    reopened: false,
    resumedPromptLength,
    guard: review.guard,
    cost: costs.get(job.role),
    threadTokens: sessionTokens(phase, entry),
    contextLimit: abilitiesFor(phase, job.role).promptChars,
  });
}

async function sendToAuthor(
  phase: PhaseRun,
  job: AuthorJob,
  plan: Plan,
  prompt: Prompt,
  base: string | undefined,
): Promise<DispatchResult> {
  return sendOne(phase, {
    step: phase.steps.next(job.round, job.segment),
    number: phase.steps.takeDispatches(),
    role: job.role,
    round: job.round,
    activity: job.activity,
    kind: plan.kind,
    reason: plan.reason,
    prompt,
    contextChars:
      plan.kind === "resume"
        ? (phase.sessions.entryOf(job.role)?.iteration1_content_length ?? 0)
        : prompt.text.length + job.requiredChars,
    session: plan.kind === "resume" ? (phase.sessions.entryOf(job.role)?.agent_id ?? undefined) : undefined,
    writes: job.writes ?? [phase.artifact],
    next: job.next ?? [],
    requiredPaths: job.requiredPaths,
    base,
    expected: phase.world.expected,
  });
}

function remember(phase: PhaseRun, job: AuthorJob, plan: Plan, prompt: Prompt, outcome: Outcome): void {
  const dispatched = {
    kind: plan.kind,
    agentRef: outcome.session ?? undefined,
    promptLength: prompt.text.length,
    contentLength: prompt.text.length + job.requiredChars,
    round: job.round,
    commit: phase.world.expected.head ?? "",
  };
  const entry = phase.sessions.entryOf(job.role);
  const session = plan.kind === "resume" ? (entry?.agent_id ?? undefined) : undefined;
  noteSession(phase, { role: job.role, prompt, session }, outcome);
  phase.sessions.remember(job.role, rememberDispatch(entry, dispatched));
}

async function pauseForAgent(phase: PhaseRun, job: AuthorJob, error: string): Promise<void> {
  await pauseFor(phase, {
    name: `${job.role}/${phase.steps.lastDispatch}/unavailable`,
    reason: "agent-unavailable",
    text: `${job.role} failed twice in a row: ${error}`,
    fix: "iflow continue   (tries again; nothing is lost)",
  });
}

/** `agent_id lost (…)` is what the history says of a session the runtime no longer knows. */
export function fallbackError(outcome: Outcome, error: string): string {
  return outcome.sessionLost ? `agent_id lost (${error})` : error;
}

/** The author's own words, without the line that confirms what was read. */
function summaryOf(reply: string, file: string): string {
  if (reply.length > LONGEST_SUMMARY) return `(the author's answer is ${reply.length} characters long: ${file})`;
  const lines = reply.split("\n").filter((line) => !/^\W*Files read:/i.test(line));
  return lines.join("\n").trim() || "(the author gave no summary)";
}
