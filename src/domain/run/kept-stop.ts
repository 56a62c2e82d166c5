// Why a command left a run without a question or a pause, such as a budget that is reached: nothing of it is a step, so nothing
// of it is replayed. Kept in the run's folder for those who look, one file for each opening that ended so.
import * as z from "zod";
import { IflowError } from "../text/errors.ts";
import { parseJson } from "../text/json/json.ts";
import type { Pause } from "./questions/question.ts";

/** What continuing can mend; everything else is told to whoever typed the command. */
const REASONS = [
  ...["agent-unavailable", "budget-reached", "not-approved", "blocked", "git-failed", "needs-answer"],
] as const satisfies readonly Pause["reason"][];

const KeptStopSchema = z.object({
  reason: z.enum(REASONS),
  text: z.string(),
  detail: z.exactOptional(z.string()),
  fix: z.string(),
});
export type KeptStop = z.infer<typeof KeptStopSchema>;

const NAME = /^stops\/\d+\.json$/;

/** Whether a run's own records tell why it ended so. */
export function isKept(code: string): boolean {
  return REASONS.some((one) => one === code);
}

/** `opening`: how many there were before. */
export function stopFile(opening: number): string {
  return `stops/${opening}.json`;
}

export function isStopFile(name: string): boolean {
  return NAME.test(name);
}

/** Undefined for what is no reason to wait. */
export function printStop(error: unknown): string | undefined {
  if (!(error instanceof IflowError)) return undefined;
  const { code, message, detail, fix = "iflow continue" } = error;
  const reason = REASONS.find((one) => one === code);
  if (reason === undefined) return undefined;
  const kept: KeptStop = { reason, text: message, fix, ...(detail !== undefined && { detail }) };
  return JSON.stringify(kept);
}

export function parseStop(text: string): KeptStop | undefined {
  return KeptStopSchema.safeParse(parseJson(text)).data;
}
