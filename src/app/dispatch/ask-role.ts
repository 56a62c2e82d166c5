// Roles that are asked once, always fresh: researchers, the retrospective, documentation, an implementer. Several may
// work side by side. If an answer cannot be read, the role is asked for it once more. A failed role is returned as a
// value, and the caller decides whether to continue without it.
import type { Outcome } from "../../domain/billing/outcome.ts";
import type { Prompt } from "../../domain/prompts/prompt.ts";
import { repairPrompt } from "../../domain/prompts/review-prompt.ts";
import { readReply } from "../../domain/review/verdict.ts";
import { type ReplyOf, replyMark, replySchemaOf } from "../../domain/roles/reply-schema.ts";
import { type RoleId, roleOf } from "../../domain/roles/role.ts";
import type { Activity } from "../../domain/run/events/activity.ts";
import { listNames } from "../../domain/text/list-names.ts";
import { noteContent } from "../economy/sent-before.ts";
import { noteTrunk } from "../economy/shared-trunk.ts";
import type { Dispatch, Writes } from "../work/given/dispatch-request.ts";
import type { PhaseRun } from "../work/state/phase-run.ts";
import { type Asked, askAll, type Sending, type SettledResult } from "./ask.ts";
import { goOn } from "./go-on.ts";
import { outcomeOf } from "./outcome-files.ts";
import { canTrustSessions } from "./session-trust.ts";

export interface RoleTask<Id extends RoleId = RoleId> {
  readonly role: Id;
  /** Distinguishes two tasks of one role in step names. */
  readonly segment?: string;
  readonly activity: Activity;
  /** What exactly, for those who watch. */
  readonly about?: string;
  /** `facts` tells the agent what an interrupted attempt left behind. */
  prompt(facts: readonly string[]): Prompt;
  readonly requiredChars: number;
  /** Files it is told to read, if the caller checks that it did. */
  readonly requiredPaths?: readonly string[];
  readonly writes: Writes;
  /** For a blind role: the only files it may read. */
  readonly readable?: readonly string[];
  /** An earlier attempt that was ended at a limit, if this one goes on where it was. */
  readonly goesOn?: Sending | undefined;
}

export type RoleAnswer<Id extends RoleId = RoleId> =
  | {
      readonly status: "answered";
      /** The parsed reply; for a role that answers in prose, the reply's text. */
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
      /** The same request would end the same way until the person has done this. */
      readonly needs?: string | undefined;
      /** It was ended at a limit, and a task with this goes on where it was. */
      readonly goesOn?: Sending | undefined;
    };

/** Returns the answers in the order of the tasks. */
export function askRoles<Id extends RoleId>(
  phase: PhaseRun,
  tasks: readonly RoleTask<Id>[],
): Promise<RoleAnswer<Id>[]> {
  return askAll(
    phase,
    tasks.map((task) => askedOnce(phase, task)),
  );
}

export async function askRole<Id extends RoleId>(phase: PhaseRun, task: RoleTask<Id>): Promise<RoleAnswer<Id>> {
  const [answer] = await askRoles(phase, [task]);
  if (!answer) throw new Error(`${task.role} was asked and gave no answer`);
  return answer;
}

/** What the attempts so far have left behind. */
interface TaskState {
  readonly facts: string[];
  readonly changed: Outcome["changed"][number][];
  base?: string | undefined;
  goesOn?: Sending | undefined;
  /** Set when the answer could not be read and is requested again. */
  repair?: { readonly prompt: Prompt; readonly session: string | undefined };
}

function askedOnce<Id extends RoleId>(phase: PhaseRun, task: RoleTask<Id>): Asked<RoleAnswer<Id>> {
  const state: TaskState = { facts: [], changed: [], goesOn: task.goesOn };
  const { role, segment = role, activity, writes, requiredChars, requiredPaths, readable, about } = task;
  return {
    ...(about !== undefined && { about }),
    ...{ role, segment, activity, writes, requiredChars, round: 0, isOptional: true },
    ...(requiredPaths && { requiredPaths }),
    ...(readable && { readable }),
    plan: async () => {
      const { facts, base, repair } = state;
      if (state.goesOn) return state.goesOn;
      if (repair) return { kind: "repair", reason: "repair", ...repair, base };
      return { kind: "fresh", reason: "always-fresh", prompt: task.prompt(facts), session: undefined, base };
    },
    settle: (result, dispatch) => settle(phase, task, state, result, dispatch),
  };
}

async function settle<Id extends RoleId>(
  phase: PhaseRun,
  { role }: RoleTask<Id>,
  state: TaskState,
  result: SettledResult,
  dispatch: Dispatch,
): Promise<RoleAnswer<Id> | undefined> {
  state.goesOn = undefined;
  if (result.status === "interrupted") {
    phase.world.wrote(result.blob);
    if (result.patch) state.facts.push(interruptedFact(result.files));
    state.base = result.base ?? undefined;
    return undefined;
  }
  const outcome = await outcomeOf(phase, result.file);
  const { reply, wrote, reads } = outcome;
  phase.world.wrote(result.world.blob);
  state.changed.push(...result.changed);
  const { changed } = state;
  if (result.status === "failed") {
    const goesOn = await goOn(phase, dispatch, result);
    const { error: problem = "it failed", needs } = outcome;
    return { status: "failed", problem, changed, wrote, ...(goesOn ? { goesOn } : needs && { needs }) };
  }
  noteTrunk(phase, dispatch, Date.parse(outcome.at));
  noteContent(phase, dispatch);
  const answered = (value: ReplyOf<Id>) => ({ status: "answered", value, reply, changed, wrote, reads }) as const;
  if (roleOf(role).reply === "text") return answered(reply as unknown as ReplyOf<Id>); // prose has no schema
  const reading = readReply(reply, replySchemaOf(role), replyMark(role));
  if (reading.ok) return answered(reading.value);
  if (state.repair) return { status: "failed", problem: reading.problem, changed, wrote };
  const session = outcome.session !== null && (await canTrustSessions(phase, role)) ? outcome.session : undefined;
  state.repair = { prompt: repairPrompt(role, reading.problem, session === undefined ? reply : undefined), session };
  return undefined;
}

function interruptedFact(files: readonly string[]): string {
  return `An earlier attempt was interrupted after it had changed ${listNames(files)}; look before you go on.`;
}
