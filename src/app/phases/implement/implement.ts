// implement: task by task; then three reviewers judge everything side by side, and it is fixed and judged again. The
// approved documents stay as they are; what is committed is exactly what the last verdicts were about.
import { printCheckChanges } from "../../../domain/checks/check-changes.ts";
import type { FeatureMeta } from "../../../domain/feature/feature-meta.ts";
import { askClosing } from "../../review/closing.ts";
import { completePhase, outcomeOf } from "../../review/complete-phase.ts";
import { setUpPhase } from "../../review/set-up-phase.ts";
import { wish } from "../../work/decide.ts";
import { noteUserRequest } from "../../work/history.ts";
import { readProjectContext } from "../../work/project-context.ts";
import { type PhaseRun, startOver } from "../../work/state/phase-run.ts";
import type { PhaseEnd } from "../document/document-phase.ts";
import { keepAbandoned, takeUpOpenIssues } from "./abandon-changes.ts";
import { keepDocuments } from "./approved-documents.ts";
import { filesOnBranch } from "./code-files.ts";
import { deepenTests } from "./deepen-tests.ts";
import { fixIssues } from "./fix-issues.ts";
import { reviewImplementation } from "./implement-review.ts";
import { implementTasks } from "./implement-tasks.ts";
import { CODE_REVIEWERS, type Fix, Implementation } from "./implementation.ts";
import { settleEmpty } from "./settle-empty.ts";
import { simplify } from "./simplify.ts";

export async function implement(phase: PhaseRun, meta: FeatureMeta): Promise<PhaseEnd> {
  const setup = {
    ...(await setUpPhase(phase, meta)),
    featureText: "",
  };
  const code = new Implementation({
    setup,
    documents: await keepDocuments(phase),
    project: await readProjectContext(phase, meta),
    files: await filesOnBranch(phase),
  });
  await takeUpOpenIssues(phase, meta.phases?.implement?.openIssues ?? []);
  const entries = await implementTasks(phase, code);
  await simplify(phase, code);
  await deepenTests(phase, code);
  let asked: Fix | undefined;
  for (;;) {
    const review = await reviewImplementation(phase, code, asked);
    const { rounds, issues } = review;
    if (review.outcome === "abandoned") {
      await keepAbandoned(phase, setup.at, review);
      return { choice: "abandoned", rounds, notes: issues.length };
    }
    const checkChanges = await settleEmpty(phase, code, { entries, meta });
    if (checkChanges === "changed") {
      startOver(phase);
      asked = undefined;
      continue;
    }
    phase.history.judge(phase.world.expected.blob); // the log; the code was judged as committed
    await completePhase(phase, { startedAt: setup.at, review });
    const choice = await askClosing(phase, { review }, printCheckChanges(checkChanges));
    if (choice.type === "end")
      return { choice: choice.next, outcome: outcomeOf({ review }), rounds, notes: issues.length };
    asked = undefined;
    if (choice.type === "rerun") {
      startOver(phase);
    } else {
      phase.steps.startOver();
      const { issue, decision } = await wish(phase, "review", { kind: "request", text: choice.text });
      asked = await fixIssues(phase, code, { round: 0, issues: [issue], facts: [], fixes: [], next: CODE_REVIEWERS });
      phase.register.answer(asked.summary);
      noteUserRequest(phase, decision, asked.summary);
    }
  }
}
