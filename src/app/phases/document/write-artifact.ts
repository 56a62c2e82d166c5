// The author writes, the engine checks. What the engine can find by itself goes back to the author before a reviewer is
// paid, at most twice; a document that is still missing then stops the run. What a new task list does not declare is asked for
// once and never again.
import type { ArtifactKind } from "../../../domain/documents/document-names.ts";
import type { Prompt } from "../../../domain/prompts/prompt.ts";
import type { RoleIssue } from "../../../domain/review/review-loop.ts";
import { type AuthorAnswer, type AuthorJob, askAuthor, type PromptExtra } from "../../dispatch/ask-author.ts";
import { type Checked, checkArtifact, issuesOfEngine, settleOtherFiles } from "../../review/commit-artifact.ts";
import type { Written } from "../../review/document-loop.ts";
import type { Parts, PhaseRun } from "../../work/state/phase-run.ts";
import { pauseFor } from "../../work/wait-for.ts";

const FREE_REPAIRS = 2;

export interface WriteJob extends AuthorJob {
  readonly kind: ArtifactKind;
  /** What the same author is told when the engine found problems. */
  repair(problems: readonly string[], extra: PromptExtra): Prompt;
}

export async function writeArtifact(phase: PhaseRun, job: WriteJob): Promise<Written> {
  const answers: AuthorAnswer[] = [await askAuthor(phase, job)];
  const others = new Set<string>();
  let found: readonly RoleIssue[] = [];
  for (let repairs = 0; ; repairs++) {
    const last = answers.at(-1);
    for (const path of await settleOtherFiles(phase, job.role, last?.changed ?? [])) others.add(path);
    const checked = await checkArtifact(phase, job.round, `${job.segment}-check`, job.kind);
    found = issuesOfEngine(phase, checked);
    const isNew = job.activity === "draft" && last?.changed.includes(phase.artifact) === true;
    const undeclared = repairs === 0 && isNew ? (checked.undeclared ?? []) : [];
    if (found.length === 0 && undeclared.length === 0) break;
    if (repairs >= FREE_REPAIRS) {
      if (checked.level !== 1) break; // what exists can be judged by a reviewer; what was found stays open
      await pauseForMissing(phase, job, checked);
      repairs = 0;
    }
    answers.push(await askAuthor(phase, repairJob(job, [...checked.findings, ...undeclared])));
  }
  return {
    summary: answers.map((answer) => answer.summary).join("\n\n"),
    markers: answers.flatMap((answer) => answer.markers),
    others: [...others],
    found,
  };
}

/** A fresh author gets its whole job again, with the lint problems as additional facts. */
function repairJob(job: WriteJob, problems: readonly string[]): AuthorJob {
  return {
    ...job,
    activity: "repair",
    fresh: ({ facts, fallback }) => job.fresh({ facts: [...problems, ...facts], fallback }),
    resumed: (extra) => job.repair(problems, extra),
  };
}

async function pauseForMissing(
  phase: Parts<"artifact" | "run" | "steps">,
  job: WriteJob,
  checked: Checked,
): Promise<void> {
  await pauseFor(phase, {
    name: `${job.role}/${phase.steps.lastDispatch}/missing`,
    reason: "blocked",
    text: `BLOCKED: Valid ${phase.artifact.split("/").at(-1)} required before review.`,
    detail: `${phase.artifact}: ${checked.findings.join("; ")} (level ${checked.level}), even after ${FREE_REPAIRS} repairs by ${job.role}`,
    fix: "iflow continue   (asks the author again), or write the file yourself first",
  });
}
