// The review loop of a document: one reviewer, the author in between, a commit of each revision, and the delta since
// the reviewer's own last look.
import type { CommitTemplate } from "../../domain/config/config.ts";
import type { ArtifactKind } from "../../domain/documents/document-names.ts";
import { type DocumentRound, printDocumentRound } from "../../domain/review/history/review-history.ts";
import { applyForeignChange, type LoopPolicy, type RoleIssue } from "../../domain/review/review-loop.ts";
import { isPass } from "../../domain/review/verdict.ts";
import type { RoleId } from "../../domain/roles/role.ts";
import { keptText } from "../work/given/artifact-text.ts";
import type { Parts, PhaseRun } from "../work/state/phase-run.ts";
import { settleForeignChange } from "../work/world.ts";
import { settleReview, toldOf } from "./after-review.ts";
import { absorbEdit, commitArtifact, requireFresh } from "./commit-artifact.ts";
import type { RoundPrompts } from "./loop/ask-reviewer.ts";
import { changedSince, type LastLooks } from "./loop/changed-since.ts";
import { driveLoop } from "./loop/drive-loop.ts";
import { judgeRound } from "./loop/review-round.ts";
import {
  type CapEnd,
  type CapMove,
  type CertifyMove,
  certifiedIn,
  type Judged,
  type LoopEnd,
  type ReviewMove,
} from "./loop/reviewed.ts";

export interface DocumentLoop {
  readonly loop: "review" | "handoff";
  readonly reviewer: RoleId;
  readonly kind: ArtifactKind;
  readonly policy: LoopPolicy;
  /** Undefined where nothing is committed. */
  readonly template: CommitTemplate | undefined;
  /** The person reopened the phase and the reviewers keep their sessions. */
  readonly reopened: boolean;
  /** Markers of the dispatches before round 1; they belong to its entry. */
  readonly earlierMarkers: readonly string[];
  readonly firstSummary: string;
  /** What the engine's own check left unrepaired in the text. */
  readonly found: readonly RoleIssue[];
  atCap(cap: CapMove): Promise<CapEnd>;
  prompts(round: RoundFacts): RoundPrompts;
  revise(round: number, issues: readonly RoleIssue[]): Promise<Written>;
}

export interface RoundFacts {
  readonly loop: "review" | "handoff";
  readonly round: number;
  readonly maxRounds: number;
  readonly fixSummary: string;
}

export interface Written {
  readonly summary: string;
  readonly markers: readonly string[];
  /** Other files that the person wants in the commit. */
  readonly others: readonly string[];
  /** What the engine's own check still finds after the repairs. */
  readonly found: readonly RoleIssue[];
}

export const NOTHING_WRITTEN: Written = { summary: "", markers: [], others: [], found: [] };

export function runDocumentLoop(phase: PhaseRun, job: DocumentLoop): Promise<LoopEnd> {
  const { loop, policy, reviewer } = job;
  const { maxRounds } = policy;
  const markers = [...job.earlierMarkers];
  let fixSummary = job.firstSummary;
  let { found } = job;
  const views = () => ({ [reviewer]: phase.world.expected.blob ?? "" });
  return driveLoop<DocumentRound>(phase, {
    ...{ loop, policy, reviewers: reviewer, views, print: printDocumentRound },
    found: () => found,
    atCap: (cap) => job.atCap(cap),
    disputed: async () => ({ path: phase.artifact, text: await keptText(phase) }),
    review: async (move, state, looks) => {
      const facts = { loop, round: move.round, maxRounds, fixSummary };
      const judged = await reviewOnce(phase, job, move, facts, looks);
      if (judged.type === "judged") return { ...judged, state };
      markers.push(...judged.markers);
      found = judged.found ?? found;
      return { type: "voided", state: applyForeignChange(state, views(), found) };
    },
    describe: (move, _state, judged, before) =>
      historyEntry(phase, job, move.round, judged, [...markers.splice(0), ...(before?.markers ?? [])]),
    revise: async ({ round, issues }) => {
      const written = await job.revise(round, issues);
      fixSummary = written.summary;
      found = written.found;
      const { template } = job;
      const commit = { round, segment: `${loop}-commit`, template, number: round, others: written.others };
      requireFresh(phase, [reviewer], await commitArtifact(phase, commit));
      return written;
    },
  });
}

interface Voided {
  readonly type: "voided";
  readonly markers: readonly string[];
  /** What the engine finds in the text that is to be judged instead. */
  readonly found?: readonly RoleIssue[];
}

/** Voided, with the markers so far, if somebody else changed the text meanwhile. */
async function reviewOnce(
  phase: PhaseRun,
  job: DocumentLoop,
  move: ReviewMove | CertifyMove,
  facts: RoundFacts,
  looks: LastLooks,
): Promise<Judged | Voided> {
  const certifies = move.type === "certify";
  const round = {
    number: move.round,
    activity: job.loop,
    roles: move.roles as readonly RoleId[], // the roster holds roles
    final: !certifies && move.final,
    reopened: job.reopened && move.round === 1,
    certified: certifiedIn(move),
  };
  const end = await judgeRound(phase, round, job.prompts(facts));
  if (end.type === "foreign") {
    await settleForeignChange(phase, end.step, end.seen);
    return { type: "voided", markers: [], found: await absorbEdit(phase, job.kind, move.round) };
  }
  const work = { path: phase.artifact, text: await keptText(phase) };
  const texts = new Map([[work.path, work.text]]);
  const changes = certifies ? undefined : await changedSince(phase, looks, [work.path], texts);
  const seen = { changes, work };
  const { certified } = round;
  const told = toldOf(phase, { loop: job.loop, round: move.round }, end.judgements, { ...seen, certified });
  const settled = await settleReview(phase, job.reviewer, move.round, told);
  if (settled.type === "voided") {
    const found = settled.kept ? await absorbEdit(phase, job.kind, move.round) : undefined;
    return { type: "voided", markers: end.markers, ...(found && { found }) };
  }
  if (end.judgements.some(({ type }) => type === "verdict")) phase.history.judge(phase.world.expected.blob);
  return { ...end, seen };
}

function historyEntry(
  phase: Parts<"name">,
  { loop, reviewer }: DocumentLoop,
  round: number,
  { judgements, markers, at }: Judged,
  earlier: readonly string[],
): DocumentRound {
  const [judgement] = judgements;
  const verdict = judgement?.type === "verdict" ? judgement.verdict : undefined;
  const problem = judgement?.type === "invalid" ? judgement.problem : "no answer";
  return {
    ...{ phase: phase.name, loop, reviewer, round, at },
    decision: !verdict ? { type: "no-verdict", problem } : { type: isPass(verdict) ? "approved" : "needs-revision" },
    issues: (verdict?.issues ?? []).map((issue) => ({ ...issue, reviewer })),
    changes: undefined,
    markers: [...earlier, ...markers],
  };
}
