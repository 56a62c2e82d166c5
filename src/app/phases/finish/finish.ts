// finish: documentation, retrospective, the project's checks, and then the feature returns to its base branch, by a
// merge or a pull request. Any obstacle is found before anything is merged, and waits for the person. At light depth the
// first two are left out, and that is said.
import { printCheckChanges } from "../../../domain/checks/check-changes.ts";
import { depthSentence } from "../../../domain/feature/depth.ts";
import type { FeatureMeta } from "../../../domain/feature/meta/feature-meta.ts";
import { receiptsSentence } from "../../../domain/receipts/receipts-text.ts";
import type { Option } from "../../../domain/run/questions/question.ts";
import { setUpPhase } from "../../review/set-up-phase.ts";
import type { Parts, PhaseRun } from "../../work/state/phase-run.ts";
import { tellOnce } from "../../work/tell-once.ts";
import { askPerson, pauseFor } from "../../work/wait-for.ts";
import type { PhaseEnd } from "../document/document-phase.ts";
import { escalateIfOutgrown } from "../implement/escalate.ts";
import { writeLightRetro } from "../retrospect/write-light-retro.ts";
import { beginFinish } from "./begin-finish.ts";
import { completeFeature } from "./complete-feature.ts";
import type { Finishing } from "./finishing.ts";
import { settleLocalChanges } from "./local-changes.ts";
import { cleanUp, type MergeWay, mergeFeature } from "./merge-feature.ts";
import { passChecks } from "./pass-checks.ts";
import { publishFeature, readPublishing } from "./publish-feature.ts";
import { requireJudged } from "./require-judged.ts";
import { requireMergeable } from "./require-mergeable.ts";
import { requireOwnCommits } from "./require-own-commits.ts";
import { settleReceipts } from "./settle-receipts.ts";
import { findStacked, stackedPause } from "./stacked-features.ts";
import { writeUp } from "./write-up.ts";

type Way = MergeWay | "pull-request";

export async function finish(phase: PhaseRun, meta: FeatureMeta): Promise<PhaseEnd> {
  const setup = await setUpPhase(phase, meta);
  const finishing = await beginFinish(phase, setup);
  if (!finishing || !(await requireJudged(phase, finishing.base))) return { choice: "cancelled", rounds: 0, notes: 0 };
  if (phase.run.head.flags.depth === "light") return finishLight(phase, meta, finishing);
  const { bank } = await writeUp(phase, finishing);
  const end = await mergeOrPublish(phase, meta, finishing);
  return bank === "" ? end : { ...end, facts: { ...end.facts, learned: bank } };
}

/** No agent is asked for documentation or lessons, and what outgrew its depth since it was judged is not merged. */
async function finishLight(phase: PhaseRun, meta: FeatureMeta, finishing: Finishing): Promise<PhaseEnd> {
  const outgrown = await escalateIfOutgrown(phase, meta);
  if (outgrown) return outgrown;
  await tellOnce(phase, "light-finish", null, [
    "light depth: no agent updates the documentation or writes a retrospective; retro.md holds the records",
  ]);
  await writeLightRetro(phase, finishing.base);
  return mergeOrPublish(phase, meta, finishing);
}

/** Checked, decided, completed, merged; starts again from the checks whenever somebody committed in between. */
async function mergeOrPublish(phase: PhaseRun, meta: FeatureMeta, finishing: Finishing): Promise<PhaseEnd> {
  let checked: string | null = null;
  let attempts = 0;
  let isCompleted = false;
  for (;;) {
    if (checked !== phase.world.expected.head) {
      attempts += await passChecks(phase, finishing);
      checked = phase.world.expected.head;
      const outgrown = await escalateIfOutgrown(phase, meta); // by a repair, or by somebody else
      if (outgrown) return outgrown;
      const receipts = await settleReceipts(phase);
      if (receipts === "stop") {
        checked = null;
        await pauseStopped(phase);
        continue;
      }
      finishing.noteReceipts(receipts);
      if (checked !== phase.world.expected.head) continue;
    }
    if ((await settleLocalChanges(phase, finishing, "tracked")) === "stop") {
      await pauseStopped(phase);
      continue;
    }
    const way = await decide(phase, finishing);
    await requireOwnCommits(phase, finishing);
    if (way !== "pull-request") await requireMergeable(phase, finishing);
    if (checked !== phase.world.expected.head) continue;
    if (!isCompleted) {
      await completeFeature(phase, finishing, attempts);
      isCompleted = true;
      checked = phase.world.expected.head;
    }
    if (way === "pull-request") {
      return { ...END, facts: { pullRequest: await publishFeature(phase, finishing), base: finishing.base } };
    }
    const commit = await mergeFeature(phase, finishing, way);
    if (commit === undefined) continue;
    const { deleted, push, commits } = await cleanUp(phase, finishing, way);
    const merge = { commit, base: finishing.base, ...(commits !== undefined && { commits }) };
    return { ...END, facts: { merge, branchDeleted: deleted, push } };
  }
}

const END = { choice: "continue", rounds: 0, notes: 0 } as const;

async function decide(phase: PhaseRun, finishing: Finishing): Promise<Way> {
  for (;;) {
    const obstacle = await readPublishing(phase);
    const pullRequest: Option = {
      value: "pull-request",
      label: "Open a pull request",
      hint: `pushes ${phase.feature.branch}`,
    };
    const depth = depthSentence(phase.run.head.flags.depth);
    const remark = [depth, printCheckChanges(finishing.checkChanges), toldReceipts(finishing)]
      .filter(Boolean)
      .join(" ");
    const answer = await askPerson(phase, {
      name: phase.steps.next(0, "decision"),
      topic: "finish",
      text: `${phase.feature.key} is ready.${remark && ` ${remark}`} How should it end?${obstacle === null ? "" : ` (No pull request: ${obstacle}.)`}`,
      options: [
        { value: "merge", label: `Merge into ${finishing.base}`, hint: "a merge commit in this repository; no push" },
        { value: "squash", label: "Merge as one commit", hint: "the single commits are kept in a ref; no push" },
        ...(obstacle === null ? [pullRequest] : []),
        { value: "stop", label: "Not now" },
      ],
      default: "merge",
    });
    if (answer === "merge" || answer === "pull-request") return answer;
    if (answer === "squash") {
      const stacked = await findStacked(phase, finishing.base);
      if (stacked.length === 0) return answer;
      await pauseFor(phase, { name: phase.steps.next(0, "not-squashable"), ...stackedPause(phase, stacked) });
    } else await pauseStopped(phase);
  }
}

/** Silent when all criteria hold. */
function toldReceipts({ receipts }: Finishing): string {
  const results = receipts?.results ?? [];
  return results.every(({ state }) => state === "holds") ? "" : `${receiptsSentence(results)}.`;
}

/** The run stays open, so that what was paid for is not paid for again. */
async function pauseStopped(phase: Parts<"feature" | "run" | "steps">): Promise<void> {
  await pauseFor(phase, {
    name: phase.steps.next(0, "stopped"),
    reason: "needs-answer",
    text: `Stopped as you asked; nothing was merged, and everything is on ${phase.feature.branch}.`,
    fix: "iflow continue   (continues from here)",
  });
}
