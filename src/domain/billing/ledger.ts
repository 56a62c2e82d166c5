// What remains of a dispatch or a ping when its run has been cleaned up: one line, enough for bills and statistics. The
// prompts, replies and the journal are gone by then.
import * as z from "zod";
import { seal } from "../text/json/seal.ts";
import { readLogLines } from "../text/json/sealed-lines.ts";
import { type Outcome, OutcomeSchema } from "./outcome.ts";

/** What of an outcome is kept as it was. */
const KEPT = OutcomeSchema.pick({
  ...{ step: true, phase: true, role: true, round: true, kind: true, reason: true, usage: true },
  ...{ estimate: true, paidAgain: true, unsharedCost: true, readsConfirmed: true, selfReported: true },
  ...{ promptChars: true, contextChars: true, milliseconds: true, at: true },
});
/** Made once: a schema is compiled for its first use, which takes longer than a thousand uses. */
const KEPT_ONLY = KEPT.strip();

/** Keys that later versions add are passed over. */
export const LedgerLineSchema = z.object({
  ...KEPT.shape,
  feature: z.string(),
  run: z.string(),
  runtime: z.string(),
  status: z.string(),
  /** US dollars; null when the model has no price. */
  cost: z.number().nullable(),
  /** Of a brainstorm: the PRD it wrote, which is how a feature knows where it came from. */
  prd: z.string().optional(),
});
export type LedgerLine = z.infer<typeof LedgerLineSchema>;

export function ledgerLine(
  run: { readonly id: string; readonly feature: string; readonly runtime: string; readonly prd?: string },
  outcome: Outcome,
): LedgerLine {
  return {
    ...KEPT_ONLY.parse(outcome),
    ...{ feature: run.feature, run: run.id, status: outcome.status, cost: outcome.cost ?? null },
    runtime: outcome.runtime ?? run.runtime, // a role may have another one than its run
    ...(run.prd !== undefined && { prd: run.prd }),
  };
}

/** A ping keeps a session alive: it costs, but nobody was asked anything. */
export function isPing({ kind }: Pick<LedgerLine, "kind">): boolean {
  return kind === "ping";
}

/** What a host's own model used to drive a run: nobody was asked anything, but it was paid for. */
export function isHostTurns({ kind }: Pick<LedgerLine, "kind">): boolean {
  return kind === "host";
}

/** A run's number may be given again once it is removed; the time tells the two apart. */
export function ledgerKey({ run, step, at }: Pick<LedgerLine, "run" | "step" | "at">): string {
  return `${run} ${step} ${at}`;
}

export function printLedger(lines: readonly LedgerLine[]): string {
  return lines.map((line) => `${seal(JSON.stringify(line))}\n`).join("");
}

/** Every dispatch once. A line that is damaged or was torn by a crash is left out, and told about. */
export function parseLedger(text: string, onUnreadable: (lines: number) => void = () => undefined): LedgerLine[] {
  const { values, unreadable } = readLogLines(text);
  if (unreadable > 0) onUnreadable(unreadable);
  const lines = values.flatMap((value) => LedgerLineSchema.safeParse(value).data ?? []);
  return [...new Map(lines.map((line) => [ledgerKey(line), line])).values()];
}
