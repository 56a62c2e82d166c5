// A brainstorm comes before there is a feature: it has its own kind of key (`b3`) and a file named after the moment it
// began. It ends with a readiness check that a person or `--yolo` decides on.
import * as z from "zod";
import { slugOf, underRoot } from "../feature/feature-key.ts";
import { DecisionSchema } from "../feature/meta/decision.ts";
import type { RoleIssue } from "./review-loop.ts";
import { isBlocking } from "./verdict.ts";

export function brainstormKey(number: number): string {
  return `b${number}`;
}

/** 3 for `b3`; undefined for anything that is not a brainstorm's key. */
export function brainstormNumber(key: string): number | undefined {
  const digits = /^b([1-9]\d{0,5})$/.exec(key)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** `20260301-090000-login-limit.prd.md`; the time is UTC, so that a replay elsewhere finds the same file. */
export function brainstormFile(createdAt: string, idea: string): string {
  const [date = "", time = ""] = createdAt.slice(0, 19).split("T");
  return `${date.replaceAll("-", "")}-${time.replaceAll(":", "")}-${slugOf(idea)}.prd.md`;
}

/** Path of a brainstorm's PRD, from the head of its run alone; undefined for any other run. */
export function brainstormPrd(head: {
  readonly idea?: string | undefined;
  readonly createdAt: string;
  readonly config: { readonly artifactsRoot: string };
}): string | undefined {
  if (head.idea === undefined) return undefined;
  return underRoot(head.config.artifactsRoot, `brainstorms/${brainstormFile(head.createdAt, head.idea)}`);
}

/** Names in the run's folder: the PRD as it was decided on, and how the brainstorm ended. */
export const PRD_FILE = "prd.md";
export const END_FILE = "end.json";

/** What `END_FILE` says; decisions as they will stand in `.meta.json`. */
export const BrainstormEndSchema = z.looseObject({
  decision: z.enum(["promote", "save"]),
  readiness: z.string(),
  decisions: z.exactOptional(z.array(DecisionSchema).readonly()),
});
export type BrainstormEnd = z.infer<typeof BrainstormEndSchema>;

/** How a review loop ended, as far as the readiness check cares. */
export interface JudgedLoop {
  readonly outcome: string;
  readonly issues: readonly RoleIssue[];
}

export interface Readiness {
  readonly result: "passed" | "blocked";
  /** `PASSED`, `PASSED (2 warnings)`, `BLOCKED (1 issue)` */
  readonly text: string;
}

/** A warning the PRD reviewer left open does not block: it was reported, and the readiness check looked last. */
export function readinessOf(review: JudgedLoop, readiness: JudgedLoop): Readiness {
  const open = holdingUp(readiness.outcome === "approved" ? [] : readiness.issues);
  const left = holdingUp(review.outcome === "approved" ? [] : review.issues);
  const blocking = [...left.filter(({ severity }) => severity === "blocker"), ...open];
  if (readiness.outcome !== "approved" || blocking.length > 0)
    return { result: "blocked", text: `BLOCKED (${counted(blocking.length, "issue")})` };
  return { result: "passed", text: left.length === 0 ? "PASSED" : `PASSED (${counted(left.length, "warning")})` };
}

/** Suggestions block nothing. */
export function holdingUp(issues: readonly RoleIssue[]): RoleIssue[] {
  return issues.filter(isBlocking);
}

function counted(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}
