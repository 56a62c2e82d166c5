// A feature's review history, wherever it is now: in the tree, on the feature's branch, or, once finish has removed it,
// in the last commit that had it.
import { type DepthState, depthState } from "../../domain/feature/depth.ts";
import type { Feature } from "../../domain/feature/feature.ts";
import { type PhaseState, phaseStates } from "../../domain/feature/meta/phase-outcome.ts";
import { issuesOfHistory, type KnownIssue } from "../../domain/review/history/issues-of-history.ts";
import { type HistoryEntry, parseHistory } from "../../domain/review/history/parse-review-history.ts";
import { hostMarker } from "../../domain/review/host-words.ts";
import type { RunSummary } from "../../domain/run/run.ts";
import type { Ports } from "../../ports/ports.ts";
import { resolveFeature } from "./features.ts";
import { openPhase } from "./status.ts";

export interface ReviewHistory {
  readonly feature: string;
  readonly path: string;
  /** `working tree`, a branch, a commit id, or `the team's database`; null when no review has been recorded. */
  readonly source: string | null;
  readonly text: string;
  readonly entries: readonly HistoryEntry[];
  /** Every issue with an id, as the last entry that names it knows it. */
  readonly issues: readonly KnownIssue[];
  /** How the phases ended, in their order. */
  readonly phases: readonly PhaseState[];
  /** Null for a feature that was always at full depth. */
  readonly depth: DepthState | null;
  /**
   * What a host tried and was refused, or answered by its own word, and no entry mentions: after the last round no entry
   * follows.
   */
  readonly refused: readonly string[];
}

export async function readHistory(
  ports: Ports,
  artifactsRoot: string,
  asked: string | undefined,
): Promise<ReviewHistory> {
  const { feature, meta, elsewhere } = await resolveFeature(ports, artifactsRoot, asked, "look");
  const path = `${feature.folder}/.review-history.md`;
  const kept = elsewhere && (await keptText(ports, feature));
  const { source, text } = kept ?? (await findText(ports, feature, path)) ?? { source: null, text: "" };
  const runs = await ports.runs.ofFeature(feature.key);
  const refused = await readRefused(ports, runs, text);
  const open = runs.find(({ outcome }) => outcome === undefined);
  const phases = phaseStates(meta, open && openPhase(open));
  const entries = parseHistory(text);
  const issues = issuesOfHistory(entries);
  const depth = depthState(meta.depth);
  return { feature: feature.key, path, source, text, entries, issues, phases, depth, refused };
}

async function readRefused({ hostDesk }: Ports, runs: readonly RunSummary[], text: string): Promise<string[]> {
  const lines: string[] = [];
  for (const { head } of runs) lines.push(...(await hostDesk.attempts(head.id)).map(hostMarker));
  return lines.filter((line) => !text.includes(line));
}

/** Of a feature that has come further in another clone. */
async function keptText({ team }: Ports, { key }: Feature) {
  const text = await team?.history(key);
  return text === undefined ? undefined : { source: "the team's database", text };
}

async function findText(
  { tree, repository }: Ports,
  { branch }: Feature,
  path: string,
): Promise<{ readonly source: string; readonly text: string } | undefined> {
  const inTree = await tree.read(path);
  if (inTree !== undefined) return { source: "working tree", text: inTree };
  const tip = await repository.tip(branch);
  const onBranch = tip === undefined ? undefined : await repository.show(tip, path);
  if (onBranch !== undefined) return { source: branch, text: onBranch };
  const commit = await repository.lastCommitWith(path);
  const kept = commit === undefined ? undefined : await repository.show(commit, path);
  return commit === undefined || kept === undefined ? undefined : { source: commit, text: kept };
}
