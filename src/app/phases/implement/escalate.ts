// A change outgrew its light depth. That is recorded and told before anything is merged, and the feature goes back to its
// spec: the spec reviewer judges the text the code was written from, then three reviewers judge the code. Design, plan
// and tasks are not written after the fact.
import { type Escalation, escalatedText } from "../../../domain/feature/depth.ts";
import {
  escalate as escalatedMeta,
  type FeatureMeta,
  printMeta,
  withDecisions,
} from "../../../domain/feature/meta/feature-meta.ts";
import { printEscalation } from "../../../domain/review/history/review-history.ts";
import { whyOutgrown } from "../../work/given/measure-change.ts";
import { historyPath, writeHistory } from "../../work/history.ts";
import { requireMeta } from "../../work/require-meta.ts";
import type { PhaseRun } from "../../work/state/phase-run.ts";
import { askPerson } from "../../work/wait-for.ts";
import { metaPath } from "../../work/world.ts";
import { writeOwned } from "../../work/write-owned.ts";
import type { PhaseEnd } from "../document/document-phase.ts";
import { commitOwed } from "./code/code-world.ts";

/** The end of a run that has escalated; undefined when its depth is enough for what is on the branch. */
export async function escalateIfOutgrown(phase: PhaseRun, meta: FeatureMeta): Promise<PhaseEnd | undefined> {
  if (phase.run.head.flags.depth !== "light") return undefined;
  const why = await whyOutgrown(phase, meta);
  if (why.length === 0) return undefined;
  const escalation = await record(phase, why);
  await keep(phase, escalation);
  return { choice: await askHowToGoOn(phase, why), rounds: 0, notes: 0, escalated: why };
}

async function record(phase: PhaseRun, why: readonly string[]): Promise<Escalation> {
  const at = await phase.run.step({
    name: phase.steps.next(0, "escalated"),
    input: [...why],
    work: async () => {
      phase.ports.emit({ type: "depth-settled", feature: phase.feature.key, depth: "full", escalated: true, why });
      return phase.ports.clock.now().toISOString();
    },
  });
  return { at, phase: phase.name, why };
}

async function keep(phase: PhaseRun, escalation: Escalation): Promise<void> {
  phase.history.add(printEscalation(escalation));
  await writeHistory(phase, 0, "escalated-history");
  const path = metaPath(phase);
  const meta = await writeOwned(phase, {
    segment: "escalated-meta",
    path,
    input: escalation.at,
    compose: async () => {
      const before = requireMeta(path, await phase.ports.tree.read(path));
      return printMeta(escalatedMeta(withDecisions(before, phase.decisions.decisions), escalation));
    },
  });
  phase.world.wroteMeta(meta);
  const log = phase.name === "implement" ? [phase.artifact] : [];
  const paths = [path, historyPath(phase), ...log];
  await commitOwed(phase, {
    segment: "escalated-commit",
    paths,
    message: `iflow: ${phase.name} escalated to full depth`,
  });
}

/** Nobody is asked whether: the project's rules have said so. */
async function askHowToGoOn(phase: PhaseRun, why: readonly string[]): Promise<"continue" | "review"> {
  const answer = await askPerson(phase, {
    name: phase.steps.next(0, "escalated-closing"),
    topic: "closing",
    text: `${escalatedText(why)} Before anything is merged, the spec reviewer judges the spec and three reviewers judge the code. What next?`,
    options: [
      { value: "continue", label: "Continue", hint: "next: the review of the spec" },
      { value: "review", label: "Look at it first", hint: "nothing is lost; iflow continue goes on" },
    ],
    default: "continue",
  });
  return answer === "review" ? "review" : "continue";
}
