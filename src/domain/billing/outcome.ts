// The outcome file of a dispatch: written as soon as the answer is there, and again once its effect on the files has been
// checked, both before its step is recorded, so that a reply is never paid for twice. It is also the row that the ledger,
// `iflow show` and the scripted agent read.
import * as z from "zod";
import { EFFORT_WORDS } from "../roles/effort.ts";
import { parseJson } from "../text/json/json.ts";
import { UsageSchema } from "./usage.ts";

export const OutcomeSchema = z.strictObject({
  step: z.string(),
  /** Hash of the prompt text; an outcome for another prompt is not used. */
  prompt: z.string(),
  phase: z.string(),
  role: z.string(),
  round: z.number(),
  kind: z.string(),
  reason: z.string(),
  status: z.enum(["completed", "failed"]),
  reply: z.string(),
  error: z.string().optional(),
  /** What the person must do before anything that is sent can be answered. */
  needs: z.string().optional(),
  /** That is about what was asked, not about access. */
  ofRequest: z.literal(true).optional(),
  /** When the limit that turned it away is lifted. */
  resetsAt: z.string().optional(),
  /** Nobody said when: by then it is worth another try. */
  resetGuessed: z.literal(true).optional(),
  /** Its conversation, when it was ended at a limit of ours and can go on there. */
  unfinished: z.string().optional(),
  sessionLost: z.boolean(),
  session: z.string().nullable(),
  /** How hard it was told to think; missing where that could not be said, and in outcomes of earlier versions. */
  effort: z.enum(EFFORT_WORDS).optional(),
  /** The runtime that carried it out and can resume its session; missing in outcomes of earlier versions. */
  runtime: z.string().optional(),
  /** Files the engine saw the agent read, and reads the engine refused. */
  reads: z.array(z.string()),
  refused: z.array(z.string()),
  /** Files the engine saw the agent write. */
  wrote: z.array(z.string()).default([]),
  /** Commands it ran, and whether in the sandbox; missing when there were none and in outcomes of earlier versions. */
  commands: z.array(z.strictObject({ name: z.string(), sandboxed: z.boolean() })).optional(),
  /** What the dispatch changed, and the world right after it: later edits come from someone else. */
  changed: z.array(z.strictObject({ path: z.string(), change: z.enum(["added", "modified", "deleted"]) })),
  /** Git's own files that it changed, found below `.git`. */
  meddled: z.array(z.string()).default([]),
  world: z.strictObject({
    branch: z.string().nullable(),
    head: z.string().nullable(),
    blob: z.string().nullable(),
    meta: z.string().nullable(),
  }),
  /** Snapshot taken before one that can go on: what it has changed is the whole dispatch's. */
  base: z.string().optional(),
  /**
   * Present until its effect on the files has been checked: what stood before it was sent. The answer is kept first, so
   * a process that dies before that check leaves an answer that the next one finishes.
   */
  unchecked: z
    .strictObject({
      base: z.string(),
      branch: z.string().nullable(),
      head: z.string().nullable(),
      settings: z.record(z.string(), z.string()),
      /** Hash of the repository's configuration; null when there was none, left out when it could not be kept. */
      config: z.string().nullish(),
      /** The mark of the work tree; null where it had none, missing in outcomes of earlier versions. */
      tree: z.string().nullish(),
    })
    .optional(),
  /** The host reported it: no hook saw the agent. */
  selfReported: z.boolean().optional(),
  usage: UsageSchema,
  cost: z.number().optional(),
  /** The expected cost when it was sent, in US dollars. */
  estimate: z.number().optional(),
  /** Tokens a resume was expected to read from the cache; left out if none were expected. */
  expectedRead: z.number().optional(),
  /** Tokens paid as new although the run had already sent them to an agent: what a perfect cache would have saved. */
  paidAgain: z.number().optional(),
  /** What it would have cost without the trunk that other agents had put into the cache; left out if there was none. */
  unsharedCost: z.number().optional(),
  /** Whether a fresh agent confirmed reading the files it was told to read; left out if it was told to read none. */
  readsConfirmed: z.boolean().optional(),
  promptChars: z.number(),
  /** The prompt plus the files it makes a fresh agent read: what a fresh dispatch would have had to take in. */
  contextChars: z.number(),
  milliseconds: z.number(),
  at: z.string(),
});
export type Outcome = z.infer<typeof OutcomeSchema>;

/** What stood before a dispatch was sent: a snapshot of the files, HEAD, and the settings that make git run something. */
export type Before = NonNullable<Outcome["unchecked"]>;

/** A fresh agent that was told to read files must say so, or have been seen reading one of them. */
export function confirmsReads(
  { reply, reads }: { readonly reply: string; readonly reads: readonly string[] },
  paths: readonly string[],
): boolean {
  return paths.length === 0 || /Files read:/i.test(reply) || reads.some((path) => paths.includes(path));
}

/** Undefined when the outcome is missing or damaged; a damaged one counts as not written. */
export function parseOutcome(text: string | undefined): Outcome | undefined {
  return OutcomeSchema.safeParse(parseJson(text)).data;
}

/** The record of an agent that touched no files. */
export const NOTHING_DONE = {
  reads: [],
  refused: [],
  wrote: [],
  changed: [],
  meddled: [],
} as const satisfies Partial<Outcome>;
