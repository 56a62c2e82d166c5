// Asks roles side by side until each has an answer, and asks again when a dispatch was cut off, failed or came back
// unreadable. The caller decides what is sent, what counts as an answer and what follows a failure: an author
// (ask-author.ts), a role that is asked once (ask-role.ts), a reviewer (review/review-round.ts).
import type { Outcome } from "../../domain/billing/outcome.ts";
import type { Prompt } from "../../domain/prompts/prompt.ts";
import type { RoleId } from "../../domain/roles/role.ts";
import type { Activity } from "../../domain/run/events/activity.ts";
import { agentName } from "../../domain/run/events/work-words.ts";
import type { Pause } from "../../domain/run/questions/question.ts";
import { listNames } from "../../domain/text/list-names.ts";
import { staggeredStarts } from "../economy/staggered-start.ts";
import { contextMode } from "../work/given/context-mode.ts";
import type { Dispatch, Start, Writes } from "../work/given/dispatch-request.ts";
import type { Parts, PhaseRun } from "../work/state/phase-run.ts";
import { pauseFor } from "../work/wait-for.ts";
import { settleForeignChange } from "../work/world.ts";
import { type Sent, sendAll } from "./dispatch.ts";
import type { DispatchResult } from "./dispatch-result.ts";
import { goOn } from "./go-on.ts";
import { outcomeOf } from "./outcome-files.ts";

export interface Asked<Answer> {
  readonly role: RoleId;
  readonly round: number;
  /** Last part of the step name. */
  readonly segment: string;
  readonly activity: Activity;
  /** What exactly, for those who watch. */
  readonly about?: string;
  readonly writes: Writes;
  /** Files that the fresh prompt tells the agent to read, and their length. */
  readonly requiredPaths?: readonly string[];
  readonly requiredChars: number;
  /** For a blind role: the only files it may read. */
  readonly readable?: readonly string[];
  /** Roles asked next in this loop, and what begins with the trunk that they share. */
  readonly next?: readonly RoleId[];
  readonly trunk?: Prompt;
  /** The run can go on without it: a request that will never be answered is a failure then, not a pause. */
  readonly isOptional?: boolean;
  /** What to send now; called again before every attempt. */
  plan(): Promise<Sending>;
  /** Name of the question about somebody else's change, if it is not named after the step. */
  readonly foreignName?: (dispatch: Dispatch) => string;
  /** The answer, or undefined when the role has to be asked again. */
  settle(result: SettledResult, dispatch: Dispatch): Promise<Answer | undefined>;
}

export interface Sending {
  readonly kind: Dispatch["kind"];
  readonly reason: Dispatch["reason"];
  readonly prompt: Prompt;
  /** The session to resume. */
  readonly session: string | undefined;
  /** Snapshot taken before an interrupted attempt. */
  readonly base?: string | undefined;
  /** It is the same dispatch again, ended at a limit (go-on.ts). */
  readonly goesOn?: Dispatch["goesOn"];
}

export type SettledResult = Exclude<DispatchResult, { status: "foreign" }>;
export type ForeignChange = { readonly step: string; readonly seen: Outcome["world"] };

/** Returns the answers in the order asked. Settles a change by somebody else with the person, then asks again. */
export async function askAll<Answer>(phase: PhaseRun, asked: readonly Asked<Answer>[]): Promise<Answer[]> {
  return answersOf(
    await askUntilForeign(phase, asked, ({ step, seen }) => settleForeignChange(phase, step, seen).then(() => true)),
  );
}

/** The same for roles that share a beginning; the first change by somebody else ends the round. */
export async function askRound<Answer>(
  phase: PhaseRun,
  asked: readonly Asked<Answer>[],
): Promise<{ readonly answers: Answer[] } | { readonly foreign: ForeignChange }> {
  let foreign: ForeignChange | undefined;
  const isShared = contextMode(phase) === "trunk";
  const answers = await askUntilForeign(
    phase,
    asked,
    async (change) => {
      foreign = change;
      return false;
    },
    (count) => staggeredStarts(count, isShared),
  );
  return foreign ? { foreign } : { answers: answersOf(answers) };
}

/** `onForeign` returns whether to continue asking. */
async function askUntilForeign<Answer>(
  phase: PhaseRun,
  asked: readonly Asked<Answer>[],
  onForeign: (change: ForeignChange) => Promise<boolean>,
  startsFor: (count: number) => readonly Start[] = () => [],
): Promise<(Answer | undefined)[]> {
  const answers = new Map<Asked<Answer>, Answer>();
  const unfinished = new Map<Asked<Answer>, Sending>();
  let open = asked;
  while (open.length > 0) {
    const starts = startsFor(open.length);
    const dispatches: Dispatch[] = [];
    for (const [index, one] of open.entries())
      dispatches.push(toDispatch(phase, one, unfinished.get(one) ?? (await one.plan()), starts[index]));
    const results = await sendAll(phase, dispatches);
    await pauseForAccess(
      phase,
      results.filter(({ result, dispatch }) => isBarred(result, dispatch)),
    );
    const again: Asked<Answer>[] = [];
    for (const [index, { dispatch, result }] of results.entries()) {
      const one = open[index] as Asked<Answer>; // there is one result for each dispatch sent
      if (result.status === "foreign") {
        if (!(await onForeign({ step: one.foreignName?.(dispatch) ?? dispatch.step, seen: result.seen }))) return [];
        again.push(one);
        continue;
      }
      const mayGoOn = result.status === "interrupted" || isBarred(result, dispatch);
      const next = mayGoOn ? await goOn(phase, dispatch, result) : undefined;
      if (next) {
        unfinished.set(one, next);
        again.push(one);
        continue;
      }
      unfinished.delete(one);
      const untouched = isBarred(result, dispatch) && result.changed.length === 0;
      const answer = await one.settle(untouched ? asInterrupted(dispatch) : result, dispatch);
      if (answer === undefined) again.push(one);
      else answers.set(one, answer);
    }
    open = again;
  }
  return asked.map((one) => answers.get(one));
}

/** Told once, however many were asked. No agent is asked again before the person has seen to it. */
async function pauseForAccess(phase: PhaseRun, barred: readonly Sent[]): Promise<void> {
  const [first] = barred;
  if (first?.result.status !== "failed") return;
  const { error = "it failed" } = await outcomeOf(phase, first.result.file);
  const { until, isGuessed } = latestReset(barred);
  await pauseFor(phase, {
    name: `${first.dispatch.step}/no-access`,
    reason: "agent-unavailable",
    text: `${listNames(barred.map(({ dispatch }) => agentName(dispatch.role)))} cannot work: ${error}`,
    fix: `${first.result.needs}, then: iflow continue${until === undefined ? "" : "   (iflow continue --wait sits it out)"}`,
    ...(until !== undefined && { until }),
    ...(isGuessed && { isGuessed }),
  });
}

/** When all of them can work again; undefined while one of them needs the person. */
function latestReset(barred: readonly Sent[]): Pick<Pause, "until" | "isGuessed"> {
  const times = barred.flatMap(({ result }) =>
    result.status === "failed" && result.resetsAt !== undefined
      ? { until: result.resetsAt, ...(result.resetGuessed && { isGuessed: true as const }) }
      : [],
  );
  if (times.length < barred.length) return {};
  return times.toSorted((one, other) => one.until.localeCompare(other.until)).at(-1) ?? {};
}

/** It was turned away. If it has changed nothing, it is asked again as if it had been cut off, and no round is used. */
function isBarred(result: DispatchResult, { isOptional }: Dispatch): result is SettledResult & { status: "failed" } {
  return result.status === "failed" && result.needs !== undefined && !(isOptional && result.ofRequest);
}

function asInterrupted({ base, expected }: Dispatch): SettledResult {
  return { status: "interrupted", base: base ?? null, patch: null, files: [], blob: expected.blob };
}

function answersOf<Answer>(answers: readonly (Answer | undefined)[]): Answer[] {
  return answers.flatMap((answer) => (answer === undefined ? [] : [answer]));
}

function toDispatch<Answer>(
  phase: Parts<"sessions" | "steps" | "world">,
  asked: Asked<Answer>,
  sending: Sending,
  start?: Start,
): Dispatch {
  const { role, round, segment, activity, writes, requiredPaths, requiredChars, readable, next, trunk, about } = asked;
  const { kind, reason, prompt, session, base, goesOn } = sending;
  const read = prompt.text.length + requiredChars;
  return {
    ...{ step: phase.steps.next(round, segment), number: phase.steps.takeDispatches() },
    ...{ role, round, activity, kind, reason, prompt, session, writes, base, expected: phase.world.expected },
    ...(goesOn && { goesOn }),
    contextChars: session === undefined ? read : (phase.sessions.entryOf(role)?.iteration1_content_length ?? read),
    ...(requiredPaths && { requiredPaths }),
    ...(readable && { readable }),
    ...(next && { next }),
    ...(trunk && { trunk }),
    ...(start && { start }),
    ...(asked.isOptional && { isOptional: true }),
    ...(about !== undefined && { about }),
  };
}
