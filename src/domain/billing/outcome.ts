// The outcome file of a dispatch: written before its step is recorded, so that a reply that was paid for is never paid
// for again. It is also the row a ledger, `iflow show` and the scripted agent read.

import * as z from "zod";
import { parseJson } from "../text/json.ts";
import { UsageSchema } from "./usage.ts";

export const OutcomeSchema = z.strictObject({
  step: z.string(),
  /** Hash of the prompt text; an outcome of another prompt is not used. */
  prompt: z.string(),
  phase: z.string(),
  role: z.string(),
  round: z.number(),
  kind: z.string(),
  reason: z.string(),
  status: z.enum(["completed", "failed"]),
  reply: z.string(),
  error: z.string().optional(),
  sessionLost: z.boolean(),
  session: z.string().nullable(),
  /** Who carried it out, and can go on with its session; missing in outcomes of earlier versions. */
  runtime: z.string().optional(),
  /** Files the engine saw the agent read, and reads it refused. */
  reads: z.array(z.string()),
  refused: z.array(z.string()),
  /** Files the engine saw it write. */
  wrote: z.array(z.string()).default([]),
  /** What the dispatch changed and how the world looked right after it: later edits are somebody else's. */
  changed: z.array(z.strictObject({ path: z.string(), change: z.enum(["added", "modified", "deleted"]) })),
  /** Files of git's own that it changed, as found below `.git`. */
  meddled: z.array(z.string()).default([]),
  world: z.strictObject({
    branch: z.string().nullable(),
    head: z.string().nullable(),
    blob: z.string().nullable(),
    meta: z.string().nullable(),
  }),
  /** The host said so itself: no hook saw the agent. */
  selfReported: z.boolean().optional(),
  usage: UsageSchema,
  cost: z.number().optional(),
  /** What it was expected to cost when it was sent, in US dollars. */
  estimate: z.number().optional(),
  /** Tokens a resume was expected to read from the cache; left out when none were. */
  expectedRead: z.number().optional(),
  /** Tokens it paid as new though somebody in the run had been sent them before: what a perfect cache would have spared. */
  paidAgain: z.number().optional(),
  /** What it would have cost without the trunk that others had put into the cache; left out when there was none. */
  unsharedCost: z.number().optional(),
  /** Whether a fresh agent confirmed that it read the files it was told to; left out when it was told to read none. */
  readsConfirmed: z.boolean().optional(),
  promptChars: z.number(),
  /** The prompt plus the files it makes a fresh agent read; what a fresh dispatch would have had to take in. */
  contextChars: z.number(),
  milliseconds: z.number(),
  at: z.string(),
});
export type Outcome = z.infer<typeof OutcomeSchema>;

/** A fresh agent that was told to read files either says so or was seen reading one of them. */
export function confirmsReads(
  { reply, reads }: { readonly reply: string; readonly reads: readonly string[] },
  paths: readonly string[],
): boolean {
  return paths.length === 0 || /Files read:/i.test(reply) || reads.some((path) => paths.includes(path));
}

/** Undefined when it is missing or damaged: as good as not written. */
export function parseOutcome(text: string | undefined): Outcome | undefined {
  return OutcomeSchema.safeParse(parseJson(text)).data;
}

/** What an agent that did nothing to the files has left behind. */
export const NOTHING_DONE = {
  reads: [],
  refused: [],
  wrote: [],
  changed: [],
  meddled: [],
} as const satisfies Partial<Outcome>;
