// What `.meta.json` claims, held against the commits: a phase is completed by a commit of iflow that says so, its document
// has the bytes of that commit, no code came after the approval of the code, and decisions were made through iflow. A
// claim without that was written by somebody else, or is about bytes that nobody judged.
import { listNames } from "../../text/list-names.ts";
import { runDepth } from "../depth.ts";
import { PHASES, type Phase } from "../phase.ts";
import type { Decision } from "./decision.ts";
import type { FeatureMeta } from "./feature-meta.ts";

/** One completed phase, as its last completion commit has it. */
export interface CompletedBy {
  readonly sha: string;
  /** `.meta.json` in that commit; undefined when it cannot be read there. */
  readonly meta: FeatureMeta | undefined;
  /** The document in that commit and now; null when the phase writes none. */
  readonly document: { readonly path: string; readonly isSame: boolean } | null;
}

export interface Evidence {
  readonly meta: FeatureMeta;
  readonly completions: Readonly<Partial<Record<Phase, CompletedBy>>>;
  /** Commits that changed code and that no completed implement covers, oldest first. */
  readonly later: readonly { readonly sha: string; readonly subject: string }[];
  /** `.meta.json` as iflow last committed it. */
  readonly committed: FeatureMeta | undefined;
  /** Code that differs from the judged code, whatever the commits say; `lost` when that is no longer there to compare. */
  readonly rewritten: readonly string[] | "lost";
  /** The depth in each `.meta.json` that iflow has committed, from the feature's creation on; undefined is full. */
  readonly depths: readonly (string | undefined)[];
}

/** Sentences, one for each claim that nothing supports. */
export function unsupportedClaims(evidence: Evidence): string[] {
  const { meta, later, committed } = evidence;
  return [
    ...PHASES.flatMap((phase) => claimsOf(phase, evidence)),
    ...depthClaims(evidence),
    ...(later.length > 0 ? [`${sinceWhen(evidence)}: ${listCommits(later)}`] : rewrittenClaims(evidence)),
    ...missingFrom(committed, meta).map(
      ({ text }) => `.meta.json has a decision that was not made through iflow: ${text}`,
    ),
    ...missingFrom(meta, committed).map(({ text }) => `a decision was removed from .meta.json: ${text}`),
  ];
}

/** Decisions of one record that the other one does not have. */
export function missingFrom(known: FeatureMeta | undefined, meta: FeatureMeta | undefined): Decision[] {
  const there = new Set((known?.decisions ?? []).map((decision) => JSON.stringify(decision)));
  return (meta?.decisions ?? []).filter((decision) => !there.has(JSON.stringify(decision)));
}

function rewrittenClaims({ rewritten }: Evidence): string[] {
  if (rewritten === "lost")
    return ["the code that was judged is no longer in this repository, so nobody can say that this is it"];
  return rewritten.length === 0
    ? []
    : [`commits were rewritten or merged by hand, and code is not as it was judged: ${listNames(rewritten)}`];
}

/** Depth only rises: a record that says light now must have said so, or auto, from the beginning. */
function depthClaims({ meta, depths }: Evidence): string[] {
  const isLowered = runDepth(meta.depth) === "light" && depths.some((depth) => depth !== "light" && depth !== "auto");
  return isLowered ? [".meta.json says light depth, but the feature was at full depth before"] : [];
}

function sinceWhen({ completions }: Evidence): string {
  return completions.implement
    ? "since implement, code was changed that no reviewer saw"
    : "implement is not completed, so nobody has approved the code";
}

function claimsOf(phase: Phase, { meta, completions }: Evidence): string[] {
  const claim = meta.phases?.[phase] ?? {};
  if (claim.outcome === "stopped") {
    const open = claim.openIssues?.length ?? 0;
    return [`${phase} was given up with ${open} open ${open === 1 ? "issue" : "issues"}`];
  }
  const isClaimed = Boolean(claim.completed) || meta.lastCompletedPhase === phase;
  if (!isClaimed || phase === "brainstorm" || phase === "finish") return [];
  const word = wordOf(claim);
  const made = completions[phase];
  if (!made) return [`.meta.json says that ${phase} is ${word}, but no commit of iflow completed it`];
  const then = made.meta?.phases?.[phase] ?? {};
  if (!made.meta || then.completed !== claim.completed || wordOf(then) !== word)
    return [`.meta.json says that ${phase} is ${word}, but the commit that completed it says something else`];
  if (JSON.stringify(then.reviewerNotes) !== JSON.stringify(claim.reviewerNotes))
    return [`what was open in ${phase} (reviewerNotes in .meta.json) was changed since its completion`];
  return made.document && !made.document.isSame
    ? [`${made.document.path} was changed after it was ${word}, and no reviewer saw that`]
    : [];
}

/** Earlier versions wrote no outcome. */
function wordOf(record: { readonly outcome?: unknown }): string {
  return typeof record.outcome === "string" ? record.outcome : "completed";
}

const MOST = 3;

function listCommits(commits: Evidence["later"]): string {
  const shown = commits.slice(0, MOST).map(({ sha, subject }) => `${sha.slice(0, 7)} ${subject}`);
  return [...shown, ...(commits.length > MOST ? [`and ${commits.length - MOST} more`] : [])].join(", ");
}
