// A dispatch that was answered in a process that died before it could record that. The answer is on disk: nothing is
// paid again, and what the dead process did not get to, the check of what the dispatch changed, is done now.
import * as z from "zod";
import type { Outcome } from "../../domain/billing/outcome.ts";
import { UsageSchema } from "../../domain/billing/usage.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { Json } from "../../domain/text/json/json.ts";
import { expectDispatch } from "../economy/expected-cost.ts";
import { paidAgain, sentBefore } from "../economy/sent-before.ts";
import { type Dispatch, hashOf, requestOf } from "../work/given/dispatch-request.ts";
import { agentOf } from "../work/given/role-agents.ts";
import type { Parts, PhaseRun } from "../work/state/phase-run.ts";
import { endDispatch, keepAnswer } from "./after-dispatch.ts";
import { type DispatchResult, resultOf } from "./dispatch-result.ts";
import { endLeft, isElsewhere } from "./interrupted-dispatch.ts";
import { paidOutcome } from "./outcome-files.ts";
import { toOutcome } from "./run-agent.ts";

/** The result of a dispatch that has its answer; undefined when it has none. `notes` are those of the killed attempt. */
export async function takePaid(
  phase: PhaseRun,
  dispatch: Dispatch,
  notes: readonly Json[] = [],
): Promise<DispatchResult | undefined> {
  const paid = await paidOutcome(phase, dispatch);
  if (!paid) return undefined;
  return paid.unchecked ? adopt(phase, dispatch, paid, notes) : resultOf(dispatch, paid);
}

/** The same for an answer that is only in the agent's session so far, where the session is ours. */
export async function takeConcluded(
  phase: PhaseRun,
  dispatch: Dispatch,
  notes: readonly Json[],
): Promise<DispatchResult | undefined> {
  const said = notes.flatMap((note) => NoteSchema.safeParse(note).data ?? []);
  const started = said.find((note) => note.type === "started");
  const concluding = said.find((note) => note.type === "concluding");
  const agent = agentOf(phase.ports, dispatch.role);
  const isSame = started?.sent.runtime === agent.id && started.sent.prompt === hashOf(dispatch);
  if (!started || !concluding || !isSame) return undefined;
  const { session, reads, refused, wrote, milliseconds } = concluding;
  const reply = await agent.concludedAnswer?.(requestOf(phase, dispatch), session);
  if (reply === undefined) return undefined;
  const usage = said.findLast((note) => note.type === "used")?.usage;
  const seen = { reads, refused, wrote, milliseconds };
  const answer = toOutcome(phase, dispatch, { status: "completed", reply, session, usage }, seen);
  const paid = paidAgain(phase, dispatch, sentBefore(phase, dispatch), answer.usage);
  const { base, settings, branch = dispatch.expected.branch, head = dispatch.expected.head, config, tree } = started;
  const kept = { ...(config !== undefined && { config }), ...(tree !== undefined && { tree }) };
  const before = { base, settings, branch, head, ...kept };
  const expected = expectDispatch(phase, dispatch);
  return adopt(phase, dispatch, await keepAnswer(phase, dispatch, { ...answer, ...expected, ...paid }, before), notes);
}

const NoteSchema = z.discriminatedUnion("type", [
  z.looseObject({
    type: z.literal("started"),
    base: z.string(),
    settings: z.record(z.string(), z.string()),
    /** Missing in notes of earlier versions. */
    branch: z.string().nullish(),
    head: z.string().nullish(),
    config: z.string().nullish(),
    tree: z.string().nullish(),
    sent: z.looseObject({ runtime: z.string(), prompt: z.string() }),
  }),
  z.looseObject({
    type: z.literal("concluding"),
    session: z.string(),
    reads: z.array(z.string()),
    refused: z.array(z.string()),
    wrote: z.array(z.string()),
    milliseconds: z.number(),
  }),
  z.looseObject({ type: z.literal("used"), usage: UsageSchema }),
]);

async function adopt(
  phase: PhaseRun,
  dispatch: Dispatch,
  answer: Outcome,
  notes: readonly Json[],
): Promise<DispatchResult> {
  await requireOwnBranch(phase, dispatch);
  await endLeft(phase, dispatch, notes);
  const isWriter = dispatch.writes.length > 0;
  if (isWriter && answer.unchecked && (await isElsewhere(phase, answer.unchecked))) return askAgain(phase, dispatch);
  phase.ports.emit({
    type: "warned",
    text: `mended: the answer of ${dispatch.role} was kept; it is not paid for again`,
  });
  return endDispatch(phase, dispatch, answer);
}

/** What it wrote lay in another work tree, which is gone; its row stays in the bill. */
async function askAgain(phase: PhaseRun, { role, expected }: Dispatch): Promise<DispatchResult> {
  phase.ports.emit({
    type: "warned",
    text: `the answer of ${role} is of no use: the work tree it wrote in is gone, with what was not committed there. It is asked again`,
  });
  return { status: "interrupted", base: null, patch: null, files: [], blob: expected.blob };
}

/** On another branch every file looks changed, so what the agent changed could not be told. */
async function requireOwnBranch(
  { ports, ownsBranch }: Parts<"ownsBranch" | "ports">,
  { role, expected }: Dispatch,
): Promise<void> {
  if (!ownsBranch) return;
  const { branch } = await ports.repository.where();
  if (branch === expected.branch) return;
  const where = branch === undefined ? "detached" : `on ${branch}`;
  throw new IflowError("repository-state", `HEAD is ${where}; the answer of ${role} belongs to ${expected.branch}`, {
    fix: `git switch ${expected.branch}, then: iflow continue`,
  });
}
