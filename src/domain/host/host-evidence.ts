// What the host's hook saw of an agent, and whether that is an order carried out. Nothing here trusts the host's model: an
// order counts when its own agent was told its sentence and nothing else, from the first word of its conversation on.
import * as z from "zod";
import { UsageSchema } from "../billing/usage.ts";
import type { HostOrder } from "../run/question.ts";
import { hostAgentOf } from "./host-sentence.ts";

export const EvidenceSchema = z.strictObject({
  agent: z.string(),
  /** `iflow:spec-reviewer` */
  agentType: z.string(),
  /** Everything the agent was told in its life, oldest first. */
  messages: z.array(z.string()),
  /** Its last message. */
  reply: z.string(),
  /** In this turn, relative to the repository where they lie in it; the prompt file itself is not among them. */
  reads: z.array(z.string()),
  wrote: z.array(z.string()),
  /** Hash of the prompt file when the agent stopped. */
  promptHash: z.string().nullable(),
  model: z.string().nullable(),
  usage: UsageSchema.nullable(),
  milliseconds: z.number(),
  at: z.string(),
});
export type Evidence = z.infer<typeof EvidenceSchema>;

/** What an order came to, as the engine took it; written once, read by the step that makes an outcome of it. */
export const ReportSchema = z.strictObject({
  by: z.enum(["hook", "self"]),
  agent: z.string().nullable(),
  reply: z.string(),
  /** Why there is no reply. */
  failed: z.string().optional(),
  reads: z.array(z.string()),
  wrote: z.array(z.string()),
  model: z.string().nullable(),
  usage: UsageSchema.nullable(),
  milliseconds: z.number(),
});
export type Report = z.infer<typeof ReportSchema>;

/** Of an agent nobody has heard. */
export const NO_REPORT: Report = {
  by: "hook",
  agent: null,
  reply: "",
  reads: [],
  wrote: [],
  model: null,
  usage: null,
  milliseconds: 0,
};

export type Judged =
  | { readonly ok: true }
  /** `spoilt`: the agent the order goes to can never carry it out any more. */
  | { readonly ok: false; readonly why: string; readonly spoilt: boolean };

/** `earlier`: the sentences of the orders this agent has carried out before, oldest first. */
export function judgeEvidence(order: HostOrder, seen: Evidence, earlier: readonly string[]): Judged {
  const isTheAgent = order.agent !== null && seen.agent === order.agent;
  const refuse = (why: string): Judged => ({ ok: false, why, spoilt: isTheAgent });
  if (seen.agentType !== hostAgentOf(order.role)) {
    return refuse(`an agent of type ${seen.agentType || "unknown"} is no ${hostAgentOf(order.role)}`);
  }
  if (order.agent !== null && !isTheAgent)
    return refuse(`the order goes to agent ${order.agent}, not to ${seen.agent}`);
  if (order.agent === null && earlier.length > 0)
    return refuse(`the order asks for a new agent, and ${seen.agent} has carried out others`);
  if (seen.promptHash !== order.promptHash) return refuse("the prompt file was altered");
  const told = seen.messages.filter((message, index) => message !== seen.messages[index - 1]); // sent again is no harm
  const expected = [...earlier, order.sentence];
  if (told.length !== expected.length || told.some((message, index) => message !== expected[index])) {
    return refuse("the agent was told something else than its orders");
  }
  const hidden = order.access === "blind" ? seen.reads.find((path) => !order.readable.includes(path)) : undefined;
  return hidden === undefined ? { ok: true } : refuse(`a blind role looked at ${hidden}`);
}
