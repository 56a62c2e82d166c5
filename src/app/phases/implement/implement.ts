// implement: task by task; then three reviewers judge everything side by side, and it is fixed and judged again. The
// approved documents stay as they are; what is committed is exactly what the last verdicts were about. At light depth
// there is one task and one reviewer, as long as the change is no more than that.
import { printCheckChanges } from "../../../domain/checks/check-changes.ts";
import { escalatedText } from "../../../domain/feature/depth.ts";
import type { FeatureMeta } from "../../../domain/feature/meta/feature-meta.ts";
import { makeReceipts } from "../../receipts/make-receipts.ts";
import { askClosing } from "../../review/closing.ts";
import { completePhase, outcomeOf } from "../../review/complete-phase.ts";
import { setUpPhase } from "../../review/set-up-phase.ts";
import { wish } from "../../work/decide.ts";
import { changedFiles } from "../../work/given/measure-change.ts";
import { readProjectContext } from "../../work/given/project-context.ts";
import { noteUserRequest } from "../../work/history.ts";
import { type PhaseRun, startOver } from "../../work/state/phase-run.ts";
import { whyEscalated } from "../../work/why-escalated.ts";
import type { PhaseEnd } from "../document/document-phase.ts";
import { keepAbandoned, takeUpOpenIssues } from "./abandon-changes.ts";
import { keepDocuments } from "./code/approved-documents.ts";
import { filesOnBranch } from "./code/code-files.ts";
import { type Fix, Implementation, rosterOf } from "./code/implementation.ts";
import { takeOverLog } from "./code/log-file.ts";
import { escalateIfOutgrown } from "./escalate.ts";
import { fixIssues } from "./fix-issues.ts";
import { reviewImplementation } from "./implement-review.ts";
import { implementTasks } from "./implement-tasks.ts";
import type { TasksDone } from "./lanes/implement-in-lanes.ts";
import { settleEmpty } from "./settle-empty.ts";
import { simplify } from "./simplify.ts";
import { deepenTests } from "./tests/deepen-tests.ts";

export async function implement(phase: PhaseRun, meta: FeatureMeta): Promise<PhaseEnd> {
  const setup = {
    ...(await setUpPhase(phase, meta)),
    featureText: "",
  };
  const escalated = await whyEscalated(phase, meta);
  const code = new Implementation({
    setup,
    documents: await keepDocuments(phase),
    project: await readProjectContext(phase, meta),
    files: escalated ? await changedFiles(phase, meta) : await filesOnBranch(phase),
    roster: rosterOf(phase.run.head),
  });
  await takeUpOpenIssues(phase, meta.phases?.implement?.openIssues ?? []);
  // what was written at light depth is there; only its judgement is missing
  if (escalated) await takeOverLog(phase, code);
  const { entries, outlines } = escalated ? NOTHING_DONE : await implementTasks(phase, code);
  const outgrown = await escalateIfOutgrown(phase, meta);
  if (outgrown) return outgrown;
  if (phase.run.head.flags.depth !== "light") {
    await simplify(phase, code);
    await deepenTests(phase, code, outlines);
  }
  let asked: Fix | undefined;
  for (;;) {
    const review = await reviewImplementation(phase, code, asked);
    const { rounds, issues } = review;
    if (review.outcome === "abandoned") {
      await keepAbandoned(phase, setup.at, review);
      return { choice: "abandoned", rounds, notes: issues.length };
    }
    const grown = await escalateIfOutgrown(phase, meta); // by a fix
    if (grown) return { ...grown, rounds };
    const checkChanges = await settleEmpty(phase, code, { entries, meta });
    if (checkChanges === "changed") {
      startOver(phase);
      asked = undefined;
      continue;
    }
    phase.history.judge(phase.world.expected.blob); // the log; the code was judged as committed
    const receipts = await makeReceipts(phase);
    await completePhase(phase, { startedAt: setup.at, review, receipts });
    const remarks = [escalated ? escalatedText(escalated) : "", printCheckChanges(checkChanges)];
    const choice = await askClosing(phase, { review }, remarks.filter(Boolean).join(" "));
    if (choice.type === "end")
      return { choice: choice.next, outcome: outcomeOf({ review }), rounds, notes: issues.length };
    asked = undefined;
    if (choice.type === "rerun") {
      startOver(phase);
    } else {
      phase.steps.startOver();
      const { issue, decision } = await wish(phase, "review", { kind: "request", text: choice.text });
      asked = await fixIssues(phase, code, {
        round: 0,
        issues: [issue],
        facts: [],
        fixes: [],
        next: code.roster.reviewers,
      });
      phase.register.answer(asked.summary);
      noteUserRequest(phase, decision, asked.summary);
    }
  }
}

const NOTHING_DONE: TasksDone = { entries: [] };
