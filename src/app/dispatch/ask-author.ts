// The author writes or revises the artifact: it is planned, dispatched, and asked again when the dispatch was cut off,
// failed or found a world that somebody else had changed. Ends with a completed dispatch; all else is settled here.
import { confirmsReads } from "../../domain/billing/outcome.ts";
import type { Plan } from "../../domain/dispatch/dispatch-plan.ts";
import { leanPlan } from "../../domain/dispatch/lean-fixer.ts";
import type { Prompt } from "../../domain/prompts/prompt.ts";
import { lazyLoadWarning, resumeFallback } from "../../domain/review/history/review-history.ts";
import { type RoleId, roleOf } from "../../domain/roles/role.ts";
import type { Activity } from "../../domain/run/events/activity.ts";
import { listNames } from "../../domain/text/list-names.ts";
import { expectCosts } from "../economy/expected-cost.ts";
import type { Dispatch, Writes } from "../work/given/dispatch-request.ts";
import { abilitiesFor } from "../work/given/role-agents.ts";
import type { Parts, PhaseRun } from "../work/state/phase-run.ts";
import { pauseFor } from "../work/wait-for.ts";
import { type Asked, askAll, type Sending, type SettledResult } from "./ask.ts";
import { goOn } from "./go-on.ts";
import { outcomeOf } from "./outcome-files.ts";
import { fallbackAfter, planSession, rememberSession } from "./session-plan.ts";
import { testSessions } from "./session-trust.ts";

export interface AuthorJob {
  readonly role: RoleId;
  readonly round: number;
  /** Last part of the step name; includes the loop's name if one author serves two loops. */
  readonly segment: string;
  readonly activity: Activity;
  fresh(extra: PromptExtra): Prompt;
  /** Undefined for a draft: there is nothing to resume. */
  readonly resumed: ((extra: PromptExtra) => Prompt) | undefined;
  /** Files that the fresh prompt tells the agent to read. */
  readonly requiredPaths: readonly string[];
  readonly requiredChars: number;
  /** Files it may change; the artifact by default. */
  readonly writes?: Writes;
  /** The roles that will judge what it writes, if already known. */
  readonly next?: readonly RoleId[];
  /** A later round starts from the shared trunk again instead of resuming the session. */
  readonly isForked?: boolean;
  /** A fresh agent is not given the trunk, by choice of price. */
  readonly isLean?: boolean;
  /** What begins with the trunk that the next roles need, which is kept warm while this one works without it. */
  readonly trunk?: Prompt | undefined;
  /** A failure does not stop the phase: after two in a row the answer reports it. */
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
  /** It was the agent that had answered before. */
  readonly isResumed: boolean;
  /** Why an optional job was abandoned. */
  readonly failed?: string;
}

export async function askAuthor(phase: PhaseRun, job: AuthorJob): Promise<AuthorAnswer> {
  const state: AuthorState = { markers: [], facts: [], changed: new Set(), wrote: new Set(), failures: 0 };
  const { role, round, segment, activity, requiredPaths, requiredChars } = job;
  const asked: Asked<AuthorAnswer> = {
    ...{ role, round, segment, activity, requiredPaths, requiredChars },
    writes: job.writes ?? [phase.artifact],
    next: job.next ?? [],
    ...(job.trunk && { trunk: job.trunk }),
    isOptional: job.isOptional ?? false,
    plan: () => planAuthor(phase, job, state),
    foreignName: ({ number }) => `${role}/${number}`,
    settle: (result, dispatch) => settleAuthor(phase, job, state, result, dispatch),
  };
  const [answer] = await askAll(phase, [asked]);
  return answer as AuthorAnswer; // askAll asks until there is an answer
}

/** What the attempts so far have left behind. */
interface AuthorState {
  readonly markers: string[];
  readonly facts: string[];
  readonly changed: Set<string>;
  readonly wrote: Set<string>;
  /** Consecutive failures. */
  failures: number;
  base?: string | undefined;
  fallback?: Plan | undefined;
  goesOn?: Sending | undefined;
}

async function planAuthor(phase: PhaseRun, job: AuthorJob, state: AuthorState): Promise<Sending> {
  const { facts, base, fallback, goesOn } = state;
  if (goesOn) return goesOn;
  const plan = fallback ?? (await planNext(phase, job, { facts, fallback: false }));
  state.fallback = undefined;
  const resumed = plan.kind === "resume" ? job.resumed : undefined;
  const prompt = (resumed ?? job.fresh)({ facts, fallback: plan.kind === "fallback" });
  const session = resumed ? (phase.sessions.entryOf(job.role)?.agent_id ?? undefined) : undefined;
  return { ...plan, prompt, session, base };
}

async function planNext(phase: PhaseRun, job: AuthorJob, extra: PromptExtra): Promise<Plan> {
  if (!job.resumed) return { kind: "fresh", reason: "first-round" };
  const { role, round, segment, isForked: canFork = false, isLean = false } = job;
  await testSessions(phase, role);
  const asked = {
    ...{ role, entry: phase.sessions.entryOf(role), resumedChars: job.resumed(extra).text.length, canFork },
    ...(isLean && { freshChars: job.fresh(extra).text.length }),
  };
  const plan = planSession(phase, asked, await expectCosts(phase, { round, segment: `${segment}-cost` }, [asked]));
  return isLean ? leanPlan(plan) : plan;
}

async function settleAuthor(
  phase: PhaseRun,
  job: AuthorJob,
  state: AuthorState,
  result: SettledResult,
  dispatch: Dispatch,
): Promise<AuthorAnswer | undefined> {
  const { role, round, requiredPaths } = job;
  const isResume = dispatch.kind === "resume";
  state.goesOn = undefined;
  if (result.status === "interrupted") {
    state.base = result.base ?? undefined;
    phase.world.wrote(result.blob);
    if (result.patch) state.facts.push(interruptedFact(result.files));
    if (isResume && !abilitiesFor(phase, role).rewind) phase.sessions.requireFresh([role], "interrupted");
    return undefined;
  }
  const outcome = await outcomeOf(phase, result.file);
  for (const path of outcome.wrote) state.wrote.add(path);
  for (const { path } of result.changed) state.changed.add(path); // a failed attempt's changes are the author's too
  phase.world.wrote(result.world.blob);
  const { markers } = state;
  const done = { changed: [...state.changed], wrote: [...state.wrote], markers, isResumed: isResume };
  if (result.status === "completed") {
    rememberSession(phase, dispatch, job, outcome);
    if (!isResume && !confirmsReads(outcome, requiredPaths)) markers.push(lazyLoadWarning(roleOf(role).name));
    const { reply } = outcome;
    return { ...done, reply, summary: summaryOf(reply, `${phase.run.folder.path}/${result.file}.reply.md`) };
  }
  if (result.unfinished && state.failures === 0) {
    state.failures++;
    state.goesOn = await goOn(phase, dispatch, result);
    if (state.goesOn) return undefined;
  }
  if (isResume) {
    const { plan, why } = fallbackAfter(outcome);
    markers.push(resumeFallback(roleOf(role).name, round, why));
    state.fallback = plan;
  } else if (++state.failures === MOST_FAILURES) {
    const failed = outcome.error ?? "failed";
    if (job.isOptional) {
      phase.sessions.forget(role);
      return { ...done, summary: "", reply: "", failed };
    }
    state.failures = 0;
    await pauseForAgent(phase, role, dispatch, failed);
  }
  phase.sessions.requireFresh([role], "invalid-reply");
  return undefined;
}

/** How many times in a row an author may fail before the person has to look. */
const MOST_FAILURES = 2;

function interruptedFact(files: readonly string[]): string {
  return `An earlier attempt at this was interrupted. It had already changed ${listNames(files)}; look at the file before you go on.`;
}

async function pauseForAgent(phase: Parts<"run">, role: RoleId, { number }: Dispatch, error: string): Promise<void> {
  await pauseFor(phase, {
    name: `${role}/${number}/unavailable`,
    reason: "agent-unavailable",
    text: `${role} failed twice in a row: ${error}`,
    fix: "iflow continue   (tries again; nothing is lost)",
  });
}

/** Nothing is shortened: a longer answer is replaced by the path of its file. */
const LONGEST_SUMMARY = 20_000;

/** The author's own words, without the line that confirms what was read. */
function summaryOf(reply: string, file: string): string {
  if (reply.length > LONGEST_SUMMARY) return `(the author's answer is ${reply.length} characters long: ${file})`;
  const lines = reply.split("\n").filter((line) => !/^\W*Files read:/i.test(line));
  return lines.join("\n").trim() || "(the author gave no summary)";
}
