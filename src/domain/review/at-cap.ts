// What follows when a review loop has used up its rounds and something is still open. Never an approval: the person
// decides, or a rule does, and what was open is carried along.
import type { RoleIssue } from "./review-loop.ts";

export type CapRule = "ask" | "accept" | "stop";

export interface AtCap {
  readonly subject: "document" | "code";
  readonly yolo: boolean;
  /** `review.atCap`; it is about documents only. */
  readonly setting: "ask" | "accept";
  readonly issues: readonly RoleIssue[];
}

export function ruleAtCap({ subject, yolo, setting, issues }: AtCap): CapRule {
  if (subject === "code") return yolo ? "stop" : "ask";
  if (setting === "accept") return "accept";
  if (!yolo) return "ask";
  return issues.some(({ severity }) => severity === "blocker") ? "stop" : "accept";
}

/** `1 blocker open after 5 rounds` */
export function openText(issues: readonly RoleIssue[], rounds: number): string {
  return `${countOpen(issues)} open after ${rounds} ${rounds === 1 ? "round" : "rounds"}`;
}

/** `1 blocker and 2 warnings` */
export function countOpen(issues: readonly RoleIssue[]): string {
  const parts = (["blocker", "warning", "suggestion"] as const).flatMap((severity) => {
    const number = issues.filter((issue) => issue.severity === severity).length;
    return number === 0 ? [] : [`${number} ${severity}${number === 1 ? "" : "s"}`];
  });
  return parts.length === 0 ? "nothing" : parts.join(" and ");
}
