// What the host's hook saw of an agent, and whether that means an order was carried out. Nothing here trusts the host's
// model: an order counts only if its own agent was told its sentence and nothing else, from the start of its session.
import * as z from "zod";
import { UsageSchema } from "../billing/usage.ts";
import type { HostOrder } from "../run/questions/question.ts";
import { hostAgentOf } from "./host-sentence.ts";

export const EvidenceSchema = z.strictObject({
  agent: z.string(),
  /** `iflow:spec-reviewer` */
  agentType: z.string(),
  /** Everything the agent was ever told, oldest first. */
  messages: z.array(z.string()),
  /** Its last message. */
  reply: z.string(),
  /** In this turn, relative to the repository for files inside it; without the prompt file itself. */
  reads: z.array(z.string()),
  wrote: z.array(z.string()),
  /** Files that the host's own permissions kept it from writing; missing when there were none. */
  denied: z.array(z.string()).optional(),
  /** Hash of the prompt file when the agent stopped. */
  promptHash: z.string().nullable(),
  model: z.string().nullable(),
  usage: UsageSchema.nullable(),
  milliseconds: z.number(),
  at: z.string(),
});
export type Evidence = z.infer<typeof EvidenceSchema>;

/** The result of an order as the engine accepted it; written once, read by the step that turns it into an outcome. */
export const ReportSchema = z.strictObject({
  by: z.enum(["hook", "self"]),
  agent: z.string().nullable(),
  reply: z.string(),
  /** Why there is no reply. */
  failed: z.string().optional(),
  reads: z.array(z.string()),
  wrote: z.array(z.string()),
  denied: z.array(z.string()).optional(),
  model: z.string().nullable(),
  usage: UsageSchema.nullable(),
  milliseconds: z.number(),
});
export type Report = z.infer<typeof ReportSchema>;

/** The report for an agent that was never heard from. */
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
  /** `spoilt`: the agent that has the order can no longer carry it out. */
  | { readonly ok: false; readonly why: string; readonly spoilt: boolean };

/** `earlier`: the sentences of the orders this agent has already carried out, oldest first. */
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
  const told = seen.messages.filter((message, index) => message !== seen.messages[index - 1]); // a repeat does no harm
  const expected = [...earlier, order.sentence];
  if (told.length !== expected.length || told.some((message, index) => message !== expected[index])) {
    return refuse("the agent was told something else than its orders");
  }
  const hidden = order.access === "blind" ? seen.reads.find((path) => !order.readable.includes(path)) : undefined;
  return hidden === undefined ? { ok: true } : refuse(`a blind role looked at ${hidden}`);
}
