// The fixer: fresh for the first fix, then resumed with the new issues and what changed since it last looked. Its
// changes are one commit per round.
import { freshFixPrompt, resumedFixPrompt } from "../../../domain/prompts/implement-prompt.ts";
import type { RoleIssue } from "../../../domain/review/review-loop.ts";
import type { RoleId } from "../../../domain/roles/role.ts";
import { readTaskReport } from "../../../domain/tasks/task-report.ts";
import { askAuthor, type PromptExtra } from "../../dispatch/ask-author.ts";
import { requireFresh } from "../../review/commit-artifact.ts";
import { setUpRole } from "../../review/set-up-phase.ts";
import type { PhaseRun } from "../../work/state/phase-run.ts";
import { warnOf } from "../../work/tell-once.ts";
import { unsavedWork } from "../../work/unsaved-work.ts";
import { filesChars } from "./code/code-files.ts";
import { codeTrunk } from "./code/code-trunk.ts";
import { commitChange } from "./code/commit-change.ts";
import type { Fix, Implementation } from "./code/implementation.ts";
import { leanFix } from "./lean-fix.ts";

export interface FixJob {
  /** The round whose issues are answered; 0 for a request of the person. */
  readonly round: number;
  readonly issues: readonly RoleIssue[];
  readonly facts: readonly string[];
  /** Fixes made before this one. */
  readonly fixes: readonly Fix[];
  /** The roles that judge this fix first. Without a commit there is no delta, so they start fresh. */
  readonly next: readonly RoleId[];
  readonly isOptional?: boolean;
  /** Of the commit, if it answers no round of review. */
  readonly message?: string;
}

/** A failure is a warning: the reviewers continue with the code as it is. */
export async function fixOptionally(phase: PhaseRun, code: Implementation, job: Omit<FixJob, "next">): Promise<Fix> {
  const fix = await fixIssues(phase, code, { ...job, next: [], isOptional: true });
  code.addMarkers(fix.markers);
  if (fix.failed !== undefined) await warnOf(phase, "fixer", fix.failed);
  return fix;
}

export async function fixIssues(phase: PhaseRun, code: Implementation, job: FixJob): Promise<Fix> {
  const { round, issues, fixes } = job;
  const { files } = code;
  const subject = { text: "", files };
  const { material, requiredPaths, requiredChars, newDecisions } = await setUpRole(phase, code.setup, "fixer", subject);
  const last = phase.sessions.entryOf("fixer")?.last_iteration ?? 0;
  const trunk = await codeTrunk(phase, code, fixes.at(-1)?.summary);
  const isWhole = trunk?.isWhole ?? false;
  const { session } = phase.run.head.config.review;
  // On the trunk it was shown the code, and all later changes are its own edits, so it need not read anything again.
  const seen = trunk ? [] : fixes.filter((fix) => fix.round >= last);
  const changed = [...new Set(seen.flatMap((fix) => fix.files))].sort();
  const dirty = await unsavedWork(phase, round);
  const onTrunk = ({ facts, fallback }: PromptExtra) =>
    freshFixPrompt(material, { issues, files, facts: [...job.facts, ...facts], fallback, code: trunk });
  const lean = isWhole ? await leanFix(phase, code, { ...job, material, onTrunk }) : undefined;
  const answer = await askAuthor(phase, {
    role: "fixer",
    round,
    segment: "fixer",
    activity: "fix",
    writes: "anything",
    isOptional: job.isOptional ?? false,
    requiredPaths,
    requiredChars: requiredChars + (isWhole ? 0 : await filesChars(phase, files)),
    isForked: isWhole,
    isLean: lean?.isChosen ?? false,
    trunk: lean && job.next.length > 0 ? onTrunk({ facts: [], fallback: false }) : undefined,
    next: isWhole && session === "fork" ? [] : job.next, // forks start from the trunk and have no session to keep
    fresh: lean?.isChosen ? lean.fresh : onTrunk,
    resumed: ({ facts }) =>
      resumedFixPrompt(
        { issues, files, facts: [...job.facts, ...facts], decisions: newDecisions() },
        lean?.changed ?? changed,
        lean?.unseen,
      ),
  });
  const committed = await commitChange(phase, code, {
    role: "fixer",
    round,
    segment: "fix-commit",
    message: job.message ?? phase.run.head.config.commits["implement.review"].replaceAll("{n}", String(round)),
    changed: answer.changed,
    named: [...readTaskReport(answer.reply).files, ...answer.wrote],
    dirty,
  });
  lean?.remember({ ...answer, files: committed.files });
  requireFresh(phase, job.next, committed);
  const { summary, markers, failed } = answer;
  return { round, summary, files: committed.files, markers, ...(failed !== undefined && { failed }) };
}
