// What a review loop teaches: an issue that comes back although it was answered is worth remembering. Matches only by
// category, place and wording, so the same verdicts always give the same learnings and no agent is asked.
import { issueSuggestion } from "../review/register/issue-text.ts";
import { isSameIssue, type Worded, wordsOfIssue } from "../review/register/same-issue.ts";
import type { RoleIssue } from "../review/review-loop.ts";
import { oneLine } from "../text/one-line.ts";
import { withoutSecrets } from "../text/secrets/secrets.ts";
import type { Category } from "./knowledge-bank.ts";
import { shortName } from "./knowledge-bank-edit.ts";
import { ENGINE_SOURCE, type NewMemory } from "./memory.ts";

export interface JudgedRound {
  readonly round: number;
  readonly issues: readonly RoleIssue[];
}

export interface FinishedLoop {
  readonly feature: { readonly key: string };
  readonly phase: string;
  readonly rounds: readonly JudgedRound[];
  /** What was still open when no further round was allowed; undefined when the loop ended in another way. */
  readonly openAtCap: readonly RoleIssue[] | undefined;
}

/** One issue, as it was raised in several rounds; oldest first. */
export interface Recurrence {
  readonly issues: readonly RoleIssue[];
  readonly rounds: readonly number[];
}

/** More would be noise. */
const MOST = 3;

export function learningsOf(loop: FinishedLoop): NewMemory[] {
  if (new Set(loop.rounds.map(({ round }) => round)).size < 2) return [];
  const recurring = findRecurring(loop.rounds).slice(0, MOST);
  const cap = loop.openAtCap === undefined ? [] : [capLearning(loop, loop.openAtCap)];
  return [...recurring.map((one) => recurrenceLearning(loop, one)), ...cap];
}

/** The judged rounds of a loop; roles asked again within a round replace their issues, the others keep theirs. */
export function withRound(
  rounds: readonly JudgedRound[],
  { round, roles }: { readonly round: number; readonly roles: readonly string[] },
  issues: readonly RoleIssue[],
): readonly JudgedRound[] {
  const before = rounds.find((one) => one.round === round)?.issues ?? [];
  const kept = before.filter(({ reviewer }) => !roles.includes(reviewer));
  return [...rounds.filter((one) => one.round !== round), { round, issues: [...kept, ...issues] }];
}

/** Most often repeated first, then the more severe, then the older. */
export function findRecurring(rounds: readonly JudgedRound[]): Recurrence[] {
  const groups: Said[][] = [];
  for (const said of rounds.flatMap(({ round, issues }) => issues.map((issue) => describe(issue, round)))) {
    const home = groups.find((group) => belongs(group, said));
    if (home) home.push(said);
    else groups.push([said]);
  }
  return groups
    .filter(cameBack)
    .map((group) => ({
      issues: group.map(({ issue }) => issue),
      rounds: [...new Set(group.map(({ round }) => round))].sort((a, b) => a - b),
    }))
    .sort((a, b) => b.rounds.length - a.rounds.length || gravity(b) - gravity(a));
}

interface Said extends Worded {
  readonly issue: RoleIssue;
  readonly round: number;
}

function describe(issue: RoleIssue, round: number): Said {
  return { issue, round, ...wordsOfIssue(issue) };
}

/** Raised again, and not only as a suggestion: one that remains as a suggestion was answered and blocked nothing. */
function cameBack(group: readonly Said[]): boolean {
  const first = Math.min(...group.map(({ round }) => round));
  return group.some(({ round, issue }) => round > first && GRAVITY[issue.severity] > 0);
}

/** Must resemble most of the group: resembling just one member would let a group drift from subject to subject. */
function belongs(group: readonly Said[], said: Said): boolean {
  const others = group.filter(({ round }) => round !== said.round);
  const alike = others.filter((other) => isSameIssue(other, said)).length;
  return alike > 0 && alike >= others.length / 2;
}

const GRAVITY = { blocker: 2, warning: 1, suggestion: 0 };

function gravity({ issues }: Recurrence): number {
  return Math.max(...issues.map(({ severity }) => GRAVITY[severity]));
}

function recurrenceLearning(loop: FinishedLoop, recurrence: Recurrence): NewMemory {
  const { feature, phase } = loop;
  const { issues, rounds } = recurrence;
  const [first] = issues as readonly [RoleIssue]; // a group has at least one issue
  const suggestion = issues.map(issueSuggestion).findLast((text) => text !== undefined);
  const label = isOpen(loop, recurrence) ? "Suggested" : "Resolved by";
  const said = oneLine(first.description);
  const text = suggestion === undefined ? said : `${sentence(said)} ${label}: ${oneLine(suggestion)}`;
  return {
    name: shortName(withoutSecrets(first.description)),
    description: kept(text),
    reasoning: `Recurred across ${rounds.length} review iterations in feature ${idOf(feature)} ${phase} phase`,
    category: categoryOf(first),
    role: first.reviewer,
    ...common(feature, phase),
  };
}

/** Raised in the last round, or among those left open: it is unknown whether the suggestion would have helped. */
function isOpen({ rounds: judged, openAtCap = [] }: FinishedLoop, { issues, rounds }: Recurrence): boolean {
  const last = Math.max(...judged.map(({ round }) => round));
  const left = new Set(openAtCap.map(({ description }) => description));
  return rounds.includes(last) || issues.some(({ description }) => left.has(description));
}

function sentence(text: string): string {
  return /[.!?…:;]$/.test(text) ? text : `${text}.`;
}

const CAP_TITLES: Readonly<Record<string, string>> = {
  brainstorm: "Brainstorm",
  specify: "Specify",
  design: "Design",
  "create-plan": "Plan",
  "create-tasks": "Task",
  implement: "Implement",
};

function capLearning({ feature, phase, rounds }: FinishedLoop, open: readonly RoleIssue[]): NewMemory {
  const about = open.map(({ category, level }) => category ?? level).find((word) => word !== undefined);
  const issues = open.map(({ description }) => oneLine(description)).join("; ");
  return {
    name: shortName(`${CAP_TITLES[phase] ?? phase} review cap: ${about ?? "no approval"}`),
    description: kept(
      `Open when the review of ${idOf(feature)} reached its last round: ${issues || "nothing was named"}`,
    ),
    reasoning: `${rounds.length} review iterations without approval in feature ${idOf(feature)} ${phase} phase`,
    category: "anti-patterns",
    ...common(feature, phase),
  };
}

/** A reviewer's text, cut to the maximum length of a memory. */
function kept(text: string): string {
  const safe = withoutSecrets(text);
  return safe.length <= LONGEST ? safe : `${safe.slice(0, LONGEST - 1)}…`;
}

const LONGEST = 2_000;

function common(
  feature: FinishedLoop["feature"],
  phase: string,
): Pick<NewMemory, "references" | "confidence" | "keywords" | "source" | "phase"> {
  return { references: [`feature/${feature.key}`], confidence: "low", keywords: [], source: ENGINE_SOURCE, phase };
}

/** Something dangerous or left out is to be avoided; how something is said, cut or judged is a rule of thumb. */
function categoryOf({ category, level, reviewer, description }: RoleIssue): Category {
  const kind = `${category ?? ""} ${level ?? ""} ${reviewer}`.toLowerCase();
  if (/secur|inject|auth|crypto|exposure|xss|access/.test(kind)) return "anti-patterns";
  const isMissing = /missing|incomplete|completeness|traceab|coverage/.test(kind) || /\bmissing\b/i.test(description);
  return isMissing ? "anti-patterns" : "heuristics";
}

function idOf({ key }: FinishedLoop["feature"]): string {
  return /^\d+/.exec(key)?.[0] ?? key;
}
