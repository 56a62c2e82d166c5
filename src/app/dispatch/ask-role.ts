// Roles that are asked once, always fresh: researchers, the retrospective, documentation, an implementer. Several may work
// side by side. An answer that cannot be read is asked for once more; a role that fails is a value, and whoever asked
// decides whether the work goes on without it.
import type { Outcome } from "../../domain/billing/outcome.ts";
import type { Prompt } from "../../domain/prompts/prompt.ts";
import { repairPrompt } from "../../domain/prompts/review-prompt.ts";
import { readReply } from "../../domain/review/verdict.ts";
import { type ReplyOf, replyMark, replySchemaOf } from "../../domain/roles/reply-schema.ts";
import { type RoleId, roleOf } from "../../domain/roles/role.ts";
import type { Activity } from "../../domain/run/run-event.ts";
import { listNames } from "../../domain/text/list-names.ts";
import { noteContent } from "../economy/sent-before.ts";
import { noteTrunk } from "../economy/shared-trunk.ts";
import type { Dispatch, Writes } from "../work/dispatch-request.ts";
import type { PhaseRun } from "../work/phase-run.ts";
import { settleForeignChange } from "../work/world.ts";
import { sendAll } from "./dispatch.ts";
import type { DispatchResult } from "./dispatch-result.ts";
import { outcomeOf } from "./outcome-files.ts";
import { canReturn } from "./session-trust.ts";

export interface RoleTask<Id extends RoleId = RoleId> {
  readonly role: Id;
  /** Tells two tasks of one role apart in step names. */
  readonly segment?: string;
  readonly activity: Activity;
  /** `facts` tell an agent what an interrupted attempt left behind. */
  prompt(facts: readonly string[]): Prompt;
  readonly requiredChars: number;
  /** Files it is told to read, where somebody looks whether it did. */
  readonly requiredPaths?: readonly string[];
  readonly writes: Writes;
  /** For a blind role: the only files it may read. */
  readonly readable?: readonly string[];
}

export type RoleAnswer<Id extends RoleId = RoleId> =
  | {
      readonly status: "answered";
      /** The parsed reply; for a role that answers in prose, its text. */
      readonly value: ReplyOf<Id>;
      readonly reply: string;
      readonly changed: Outcome["changed"];
      /** Files the engine saw it write. */
      readonly wrote: readonly string[];
      /** Files the engine saw it read. */
      readonly reads: readonly string[];
    }
  | {
      readonly status: "failed";
      readonly problem: string;
      readonly changed: Outcome["changed"];
      readonly wrote: readonly string[];
    };

/** Answers in the order of the tasks. */
export async function askRoles<Id extends RoleId>(
  phase: PhaseRun,
  tasks: readonly RoleTask<Id>[],
): Promise<RoleAnswer<Id>[]> {
  const answers = new Map<RoleTask<Id>, RoleAnswer<Id>>();
  let open: Attempt<Id>[] = tasks.map((task) => ({ task, facts: [], base: undefined }));
  while (open.length > 0) {
    const dispatches = open.map((attempt) => toOrder(phase, attempt));
    const results = await sendAll(phase, dispatches);
    const again: Attempt<Id>[] = [];
    for (const [index, attempt] of open.entries()) {
      const result = results[index] as DispatchResult; // one result an order
      if (result.status === "foreign") {
        await settleForeignChange(phase, dispatches[index]?.step ?? "", result.seen);
        again.push(attempt);
        continue;
      }
      const next = await settle(phase, attempt, dispatches[index] as Dispatch, result);
      if ("status" in next) answers.set(attempt.task, next);
      else again.push(next);
    }
    open = again;
  }
  return tasks.flatMap((task) => answers.get(task) ?? []);
}

export async function askRole<Id extends RoleId>(phase: PhaseRun, task: RoleTask<Id>): Promise<RoleAnswer<Id>> {
  const [answer] = await askRoles(phase, [task]);
  if (!answer) throw new Error(`${task.role} was asked and gave no answer`);
  return answer;
}

interface Attempt<Id extends RoleId> {
  readonly task: RoleTask<Id>;
  readonly facts: readonly string[];
  readonly base: string | undefined;
  /** Set when the answer could not be read and is asked for again. */
  readonly repair?: {
    readonly prompt: Prompt;
    readonly session: string | undefined;
    readonly changed: Outcome["changed"];
  };
}

function toOrder<Id extends RoleId>(phase: PhaseRun, { task, facts, base, repair }: Attempt<Id>): Dispatch {
  const prompt = repair?.prompt ?? task.prompt(facts);
  return {
    step: phase.steps.next(0, task.segment ?? task.role),
    number: phase.steps.takeDispatches(),
    role: task.role,
    round: 0,
    activity: task.activity,
    kind: repair ? "repair" : "fresh",
    reason: repair ? "repair" : "always-fresh",
    prompt,
    contextChars: prompt.text.length + task.requiredChars,
    session: repair?.session,
    writes: task.writes,
    ...(task.requiredPaths && { requiredPaths: task.requiredPaths }),
    ...(task.readable && { readable: task.readable }),
    base,
    expected: phase.world.expected,
  };
}

async function settle<Id extends RoleId>(
  phase: PhaseRun,
  attempt: Attempt<Id>,
  dispatch: Dispatch,
  result: Exclude<DispatchResult, { status: "foreign" }>,
): Promise<RoleAnswer<Id> | Attempt<Id>> {
  const { task } = attempt;
  if (result.status === "interrupted") {
    phase.world.wrote(result.blob);
    const left = result.patch
      ? [`An earlier attempt was interrupted after it had changed ${listNames(result.files)}; look before you go on.`]
      : [];
    return { ...attempt, facts: [...attempt.facts, ...left], base: result.base ?? undefined };
  }
  const outcome = await outcomeOf(phase, result.file);
  phase.world.wrote(result.world.blob);
  const changed = [...(attempt.repair?.changed ?? []), ...result.changed];
  if (result.status === "failed")
    return { status: "failed", problem: outcome.error ?? "it failed", changed, wrote: outcome.wrote };
  noteTrunk(phase, dispatch, Date.parse(outcome.at));
  noteContent(phase, dispatch);
  const { reply } = outcome;
  if (roleOf(task.role).reply === "text") {
    const value = reply as unknown as ReplyOf<Id>; // prose has no shape
    return { status: "answered", value, reply, changed, wrote: outcome.wrote, reads: outcome.reads };
  }
  const reading = readReply(reply, replySchemaOf(task.role), replyMark(task.role));
  if (reading.ok)
    return { status: "answered", value: reading.value, reply, changed, wrote: outcome.wrote, reads: outcome.reads };
  if (attempt.repair) return { status: "failed", problem: reading.problem, changed, wrote: outcome.wrote };
  const session = outcome.session !== null && (await canReturn(phase, task.role)) ? outcome.session : undefined;
  const prompt = repairPrompt(task.role, reading.problem, session === undefined ? reply : undefined);
  return { ...attempt, repair: { prompt, session, changed } };
}
