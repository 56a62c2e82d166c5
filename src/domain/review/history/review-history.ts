// `.review-history.md`: one entry per round, oldest first, written by the engine from the journal. The formats differ
// by phase and are kept to the letter, because people and scripts grep them.

import type { Escalation } from "../../feature/depth.ts";
import { indent, oneLine } from "../../text/one-line.ts";
import { withoutSecrets } from "../../text/secrets/secrets.ts";
import { issueLocation, printIssue } from "../register/issue-text.ts";
import type { CapAnswer, RoleIssue, SkippedRole } from "../review-loop.ts";

/** How one reviewer's round ended, in the entry's words. */
export type Decision =
  | { readonly type: "approved" }
  | { readonly type: "needs-revision" }
  | { readonly type: "no-verdict"; readonly problem: string };

interface Round {
  readonly round: number;
  readonly at: string;
  readonly issues: readonly RoleIssue[];
  readonly changes: string | undefined;
  readonly markers: readonly string[];
  /** Lines of the issue register. */
  readonly register?: readonly string[];
}

export interface DocumentRound extends Round {
  readonly phase: string;
  readonly loop: "review" | "handoff";
  readonly reviewer: string;
  readonly decision: Decision;
}

export interface ImplementRound extends Round {
  readonly final: boolean;
  readonly reviewers: readonly ImplementReviewer[];
}

export interface ImplementReviewer {
  /** `Implementation Review`, `Quality Review`, `Security Review` */
  readonly title: string;
  readonly result: Decision | ({ readonly type: "skipped"; readonly unchanged: boolean } & Omit<SkippedRole, "role">);
  readonly levels?: readonly { readonly name: string; readonly passed: boolean }[];
}

/** By `{phase}.{loop}`; parse-review-history.ts reads them back. */
export const HEADINGS: Record<string, (round: number) => string> = {
  "brainstorm.review": (round) => `PRD Review - Iteration ${round}`,
  "brainstorm.handoff": (round) => `Readiness Check - Iteration ${round}`,
  "specify.review": (round) => `Stage 1: Spec-Reviewer Review - Iteration ${round}`,
  "specify.handoff": (round) => `Stage 2: Phase Review - Iteration ${round}`,
  "design.review": (round) => `Design Review - Iteration ${round}`,
  "design.handoff": (round) => `Handoff Review - Iteration ${round}`,
  "create-plan.review": (round) => `Stage 1: Plan Review - Iteration ${round}`,
  "create-plan.handoff": (round) => `Stage 2: Chain Review - Iteration ${round}`,
  "create-tasks.review": (round) => `Task Review Iteration ${round}`,
  "create-tasks.handoff": (round) => `Stage 2: Chain Review - Iteration ${round}`,
};

/** Issue lines that differ from the usual format. */
const ISSUE_LINES: Record<string, (issue: RoleIssue) => string> = {
  "create-tasks.review": printTaskIssue,
  "design.review": printDesignIssue,
};

export function printDocumentRound(entry: DocumentRound): string {
  const key = `${entry.phase}.${entry.loop}`;
  const heading = HEADINGS[key]?.(entry.round) ?? `${key} - Iteration ${entry.round}`;
  const printLine = ISSUE_LINES[key] ?? ((issue: RoleIssue) => printIssue(issue));
  return printEntry(`${heading} - ${entry.at}`, [
    `**Reviewer:** ${entry.reviewer}\n**Decision:** ${printDecision(entry.decision, "Needs Revision")}`,
    printIssues(entry.issues.map(printLine)),
    printChanges(entry.changes),
    entry.markers.join("\n"),
    printRegister(entry.register),
  ]);
}

export function printImplementRound(entry: ImplementRound): string {
  const tag = entry.final ? " [FINAL VALIDATION]" : "";
  return printEntry(`Iteration ${entry.round} - ${entry.at}${tag}`, [
    entry.reviewers.map(printReviewer).join("\n"),
    printIssues(entry.issues.map(printImplementIssue)),
    printChanges(entry.changes),
    entry.markers.join("\n"),
    printRegister(entry.register),
  ]);
}

/** A change the person asked for after the approval: a blocker by reviewer `user`. */
export function printUserRequest(request: {
  readonly text: string;
  readonly changes: string;
  readonly at: string;
}): string {
  return printEntry(`User Request - ${request.at}`, [
    "**Reviewer:** user\n**Decision:** Needs Revision",
    printIssues([printIssue({ severity: "blocker", description: request.text })]),
    printChanges(request.changes),
  ]);
}

/** How the person, or a rule, settled a loop that had used up its rounds. A stop is one that somebody has yet to lift. */
export interface CapDecision {
  readonly decision: CapAnswer | "stopped";
  /** The rule is named: a flag or a setting. */
  readonly by: "person" | "--yolo" | "review.atCap";
  readonly issues: readonly RoleIssue[];
  readonly at: string;
}

const CAP_WORDS: Readonly<Record<CapDecision["decision"], string>> = {
  accepted: "Accepted with open issues",
  again: "Another loop",
  stopped: "Stopped",
  abandoned: "Abandoned",
};

export const CAP_HEADING = "Decision at the cap";

export function printCapDecision({ decision, by, issues, at }: CapDecision): string {
  const who = by === "person" ? "the person" : `rule (${by})`;
  return printEntry(`${CAP_HEADING} - ${at}`, [
    `**Decision:** ${CAP_WORDS[decision]}\n**Decided by:** ${who}`,
    printIssues(issues.map(printImplementIssue)),
  ]);
}

const DEPTH_HEADING = "Depth";

/** The reviews before this entry were those of light depth; the ones after it are those of full depth. */
export function printEscalation({ at, phase, why }: Escalation): string {
  const lines = why.map((reason) => `- the change ${oneLine(reason)}`).join("\n");
  return printEntry(`${DEPTH_HEADING} - ${at}`, [
    `**Decision:** Escalated from light to full depth\n**Decided by:** rule (risk), in ${phase}`,
    `**Changes Made:**\n${lines}`,
  ]);
}

function printEntry(heading: string, parts: readonly string[]): string {
  const body = parts.filter((part) => part !== "").join("\n\n");
  return `## ${heading}\n\n${body}\n\n---\n`;
}

function printDecision(decision: Decision, failed: string): string {
  if (decision.type === "approved") return "Approved";
  if (decision.type === "needs-revision") return failed;
  return `No valid verdict (${oneLine(decision.problem)})`;
}

function printReviewer({ title, result, levels }: ImplementReviewer): string {
  const text =
    result.type === "skipped"
      ? `Skipped (passed iter ${result.passedRound}${result.unchanged ? ", unchanged" : ""})`
      : printDecision(result, "Issues found");
  const lines = (levels ?? []).map(
    (level, index) => `  - Level ${index + 1} (${level.name}): ${level.passed ? "pass" : "fail"}`,
  );
  return [`**${title}:** ${text}`, ...lines].join("\n");
}

function printIssues(lines: readonly string[]): string {
  return `**Issues:**\n${lines.length > 0 ? lines.join("\n") : "None"}`;
}

function printRegister(lines: readonly string[] = []): string {
  return lines.length === 0 ? "" : `**Register:**\n${lines.join("\n")}`;
}

function printChanges(changes: string | undefined): string {
  return `**Changes Made:**\n${withoutStructure(changes?.trim() ?? "") || "None"}`;
}

/** What lines of the engine's own begin with; people grep them. */
export const MARKERS = [
  ...["RESUME-FALLBACK", "LAZY-LOAD-WARNING", "VERIFICATION-WARNING", "HOST-REFUSED", "HOST-CONFIG", "SELF-REPORTED"],
  ...["CHECK-REPAIR", "RULED", "RULED-CLOSED", "CERTIFIED", "NOT-CERTIFIED"],
] as const;

const STRUCTURE = new RegExp(
  `^(\\s*)(?=#{1,6}\\s|---|\\*\\*(?:Issues|Changes|Register)\\b|(?:${MARKERS.join("|")}):)`,
  "gm",
);

/** An author's text stays text: a line that would read as a heading, an end or a marker of the history is escaped. */
function withoutStructure(text: string): string {
  return text.replaceAll(STRUCTURE, "$1\\");
}

function printImplementIssue(issue: RoleIssue): string {
  const level = issue.level ?? issue.category;
  return printIssue(issue, `${level ? `[${oneLine(level)}] ` : ""}${issue.reviewer}: `);
}

function printDesignIssue(issue: RoleIssue): string {
  const { challenge } = issue;
  const text = typeof challenge === "string" ? { ...issue, suggestion: challenge } : issue;
  return printIssue(text).replace("\n  Suggestion: ", "\n  Challenge: ");
}

function printTaskIssue(issue: RoleIssue): string {
  const fix = issue.suggestion ? ` -> ${indent(issue.suggestion)}` : "";
  return `- [${issue.severity}] ${oneLine(issueLocation(issue) ?? "overall")}: ${indent(issue.description)}${fix}`;
}

/** `RESUME-FALLBACK` and `LAZY-LOAD-WARNING` lines are contract: one line each, grepped by people. */
export function resumeFallback(role: string, round: number, error: string): string {
  return `RESUME-FALLBACK: ${role} iteration ${round} — ${withoutSecrets(oneLine(error))}`;
}

export function lazyLoadWarning(role: string): string {
  return `LAZY-LOAD-WARNING: ${role} did not confirm artifact reads`;
}

export function verificationWarning(role: string): string {
  return `VERIFICATION-WARNING: ${role} did not say what it verified`;
}

/** Eyes that never saw the reviewer's conversation have looked at what it approved. */
export function certification(role: string, round: number, blockers: number): string {
  if (blockers === 0) return `CERTIFIED: ${role} iteration ${round}`;
  return `NOT-CERTIFIED: ${role} iteration ${round} — ${blockers} open`;
}

/** The fixer worked between two rounds, because the project's tests were red. */
export function checkRepaired(round: number, repairs: number, isGreen: boolean): string {
  const times = repairs === 1 ? "1 repair" : `${repairs} repairs`;
  return `CHECK-REPAIR: ${times} before iteration ${round} — tests ${isGreen ? "passed" : "still FAILED"}`;
}

/** Something the host tried and was not allowed to do: it has no effect, but is recorded. */
export function hostRefused(attempt: string): string {
  return `HOST-REFUSED: ${withoutSecrets(oneLine(attempt))}`;
}

/** A file that the host's model can write decided who judges the host's work: the reader is told where it says so. */
export function hostConfig(what: string): string {
  return `HOST-CONFIG: ${oneLine(what)}`;
}

/** The verdict is what the host claims: nothing but its word supports it. */
export function selfReported(role: string, round: number): string {
  return `SELF-REPORTED: ${role} iteration ${round}`;
}

/** No person was asked, and only the host says that its user wanted it this way. */
export const SELF_REPORTED_YOLO = "SELF-REPORTED: --yolo, by the word of the host";
