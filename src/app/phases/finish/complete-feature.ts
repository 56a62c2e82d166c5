// The last commit on a feature's branch: `.meta.json` says completed, and the logs that the retrospective has read are
// removed. The user's hooks run on it; a refusal, or a kill in the middle, leaves everything as it was before.
import { depthSentence } from "../../../domain/feature/depth.ts";
import { completePhase, printMeta, withDecisions } from "../../../domain/feature/meta/feature-meta.ts";
import { skippedBefore } from "../../../domain/feature/transition.ts";
import { printReceipts, RECEIPTS_FILE } from "../../../domain/receipts/receipt-file.ts";
import { printReceiptsSection, withReceiptsSection } from "../../../domain/receipts/receipts-text.ts";
import { commitCompletion, type Refused } from "../../review/completion-commit.ts";
import { settleGitSettings } from "../../work/git-settings.ts";
import { historyPath } from "../../work/history.ts";
import { requireMeta } from "../../work/require-meta.ts";
import type { Parts, PhaseRun } from "../../work/state/phase-run.ts";
import { pauseFor } from "../../work/wait-for.ts";
import { metaPath } from "../../work/world.ts";
import type { Finishing } from "./finishing.ts";

type Completed = {
  readonly status: "committed";
  readonly sha: string;
  readonly meta: string | null;
  /** Of retro.md, if receipts were added to it. */
  readonly blob?: string | null;
};

export async function completeFeature(phase: PhaseRun, finishing: Finishing, attempts: number): Promise<void> {
  await settleGitSettings(phase);
  for (;;) {
    const result = await commitCompleted(phase, finishing, attempts);
    if (result.status === "committed") {
      const { meta, blob } = result;
      phase.world.committed(result.sha, { meta, ...(blob !== undefined && { blob }) });
      return;
    }
    await pauseFor(phase, {
      name: phase.steps.next(0, "complete-refused"),
      reason: "not-approved",
      text: "git refused the completion commit; the feature is not completed and nothing was merged.",
      detail: result.output,
      fix: "do what the hook asks for, then: iflow continue",
    });
  }
}

function commitCompleted(phase: PhaseRun, finishing: Finishing, attempts: number): Promise<Completed | Refused> {
  const { repository, emit } = phase.ports;
  return commitCompletion<Completed>(phase, {
    input: attempts,
    message: `phase(finish): ${phase.feature.slug} - approved`,
    body: depthSentence(phase.run.head.flags.depth),
    paths: [phase.artifact, metaPath(phase), ...(finishing.receipts ? [receiptsPath(phase)] : []), ...logs(phase)],
    compose: async () => {
      await putAside(phase);
      const meta = await nextMeta(phase, finishing, attempts);
      return new Map<string, string | null>([
        [metaPath(phase), meta],
        ...(await receiptTexts(phase, finishing)),
        ...logs(phase).map((path) => [path, null] as const),
      ]);
    },
    stands: async (_step, sha) => ({
      status: "committed",
      sha,
      meta: (await repository.blobAt(sha, metaPath(phase))) ?? null,
      ...(finishing.receipts && { blob: (await repository.blobAt(sha, phase.artifact)) ?? null }),
    }),
    tell: () => {
      const { key } = phase.feature;
      emit({
        type: "phase-completed",
        feature: key,
        phase: "finish",
        outcome: "approved",
        rounds: 0,
        notes: 0,
        path: phase.artifact,
      });
    },
  });
}

function receiptsPath({ feature }: Parts<"feature">): string {
  return `${feature.folder}/${RECEIPTS_FILE}`;
}

/** receipts.json as it was just made, and its table in retro.md. */
async function receiptTexts(
  phase: Parts<"artifact" | "feature" | "ports">,
  { receipts }: Finishing,
): Promise<(readonly [string, string])[]> {
  if (!receipts) return [];
  const retro = (await phase.ports.tree.read(phase.artifact)) ?? "";
  return [
    [receiptsPath(phase), printReceipts(phase.feature.key, receipts)],
    [phase.artifact, withReceiptsSection(retro, printReceiptsSection(receipts.results))],
  ];
}

function logs(phase: Parts<"feature">): string[] {
  return [historyPath(phase), `${phase.feature.folder}/implementation-log.md`];
}

/** Copies in the run folder, for reading them later. */
async function putAside(phase: Parts<"feature" | "ports" | "run">): Promise<void> {
  for (const path of [metaPath(phase), ...logs(phase)]) {
    const text = await phase.ports.tree.read(path);
    if (text !== undefined) await phase.run.folder.write(`records/${path.slice(path.lastIndexOf("/") + 1)}`, text);
  }
}

async function nextMeta(
  phase: Parts<"decisions" | "feature" | "ports">,
  { setup }: Finishing,
  attempts: number,
): Promise<string> {
  const path = metaPath(phase);
  const meta = withDecisions(requireMeta(path, await phase.ports.tree.read(path)), phase.decisions.decisions);
  const now = phase.ports.clock.now().toISOString();
  const record = { phase: "finish", started: setup.at, completed: now, iterations: attempts, reviewerNotes: [] };
  const skipped = skippedBefore("finish", meta.lastCompletedPhase ?? null);
  return printMeta({ ...completePhase(meta, { ...record, skipped }), status: "completed", completed: now });
}
