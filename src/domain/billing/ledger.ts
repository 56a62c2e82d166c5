// What remains of a dispatch after its run has been removed: one line, enough for bills and statistics. The prompts,
// the replies and the journal are gone by then.

import * as z from "zod";
import { parseJson } from "../text/json.ts";
import type { Outcome } from "./outcome.ts";
import { UsageSchema } from "./usage.ts";

/** Keys added by later versions are ignored. */
export const LedgerLineSchema = z.object({
  feature: z.string(),
  run: z.string(),
  runtime: z.string(),
  step: z.string(),
  phase: z.string(),
  role: z.string(),
  round: z.number(),
  kind: z.string(),
  reason: z.string(),
  status: z.string(),
  usage: UsageSchema,
  /** US dollars; null when the model has no price. */
  cost: z.number().nullable(),
  /** The estimate from before it was sent. */
  estimate: z.number().optional(),
  paidAgain: z.number().optional(),
  unsharedCost: z.number().optional(),
  readsConfirmed: z.boolean().optional(),
  /** For a brainstorm: the PRD it wrote, by which a feature knows where it came from. */
  prd: z.string().optional(),
  promptChars: z.number(),
  contextChars: z.number(),
  milliseconds: z.number(),
  at: z.string(),
});
export type LedgerLine = z.infer<typeof LedgerLineSchema>;

export function ledgerLine(
  run: { readonly id: string; readonly feature: string; readonly runtime: string; readonly prd?: string },
  outcome: Outcome,
): LedgerLine {
  const { estimate, paidAgain, unsharedCost, readsConfirmed } = outcome;
  const { step, phase, role, round, kind, reason, status, usage, promptChars, contextChars, milliseconds, at } =
    outcome;
  return {
    feature: run.feature,
    run: run.id,
    runtime: outcome.runtime ?? run.runtime, // a role's runtime may differ from its run's
    ...{ step, phase, role, round, kind, reason, status, usage },
    cost: outcome.cost ?? null,
    ...(estimate !== undefined && { estimate }),
    ...(paidAgain !== undefined && { paidAgain }),
    ...(unsharedCost !== undefined && { unsharedCost }),
    ...(readsConfirmed !== undefined && { readsConfirmed }),
    ...(run.prd !== undefined && { prd: run.prd }),
    ...{ promptChars, contextChars, milliseconds, at },
  };
}

/** A ping keeps a session in the cache: it costs money, but asks nothing. */
export function isPing({ kind }: Pick<LedgerLine, "kind">): boolean {
  return kind === "ping";
}

/** The number of a removed run may be reused; the time tells the two apart. */
export function ledgerKey({ run, step, at }: Pick<LedgerLine, "run" | "step" | "at">): string {
  return `${run} ${step} ${at}`;
}

export function printLedger(lines: readonly LedgerLine[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** Each dispatch once. An unreadable line, such as one torn by a crash, is skipped. */
export function parseLedger(text: string): LedgerLine[] {
  const lines = text.split("\n").flatMap((line) => LedgerLineSchema.safeParse(parseJson(line)).data ?? []);
  return [...new Map(lines.map((line) => [ledgerKey(line), line])).values()];
}
