// The person gave the changes up: branch and files stay, the phase is not completed. What was open is committed with the
// engine's files, so that the next run of implement, after another plan or at once, begins with it.
import { type OpenIssue, printMeta, stopPhase, withDecisions } from "../../../domain/feature/meta/feature-meta.ts";
import type { RoleIssue } from "../../../domain/review/review-loop.ts";
import type { Json } from "../../../domain/text/json/json.ts";
import type { LoopEnd } from "../../review/loop/reviewed.ts";
import { historyPath } from "../../work/history.ts";
import { requireMeta } from "../../work/require-meta.ts";
import type { Parts, PhaseRun } from "../../work/state/phase-run.ts";
import { metaPath } from "../../work/world.ts";
import { writeOwned } from "../../work/write-owned.ts";
import { commitOwed } from "./code/code-world.ts";

export async function keepAbandoned(phase: PhaseRun, started: string, end: LoopEnd): Promise<void> {
  const openIssues = end.issues.map(toRecord);
  const path = metaPath(phase);
  const stopped = await phase.run.step({
    name: phase.steps.next(0, "stopped-at"),
    input: null,
    work: async () => phase.ports.clock.now().toISOString(),
  });
  const meta = await writeOwned(phase, {
    segment: "stopped-meta",
    path,
    input: openIssues as Json,
    compose: async () => {
      const before = withDecisions(requireMeta(path, await phase.ports.tree.read(path)), phase.decisions.decisions);
      return printMeta(stopPhase(before, { phase: phase.name, started, stopped, iterations: end.rounds, openIssues }));
    },
  });
  phase.world.wroteMeta(meta);
  const paths = [path, historyPath(phase), phase.artifact];
  await commitOwed(phase, { segment: "stopped-commit", paths, message: `iflow: ${phase.name} stopped` });
}

/** Puts what the last run left open into the register of this one, recorded as it was found. */
export async function takeUpOpenIssues(
  phase: Parts<"name" | "register" | "run" | "steps">,
  left: readonly OpenIssue[],
): Promise<void> {
  const issues = await phase.run.step({
    name: phase.steps.next(0, "left-open"),
    input: null,
    work: async () => left.map((issue) => ({ ...issue })) as Json[],
  });
  phase.register.raise({ loop: "review", round: 0 }, issues as unknown as RoleIssue[]); // as recorded above
}

function toRecord({ severity, description, reviewer, location, suggestion, answer }: RoleIssue): OpenIssue {
  return {
    ...{ severity, description, reviewer },
    ...(location && { location }),
    ...(suggestion && { suggestion }),
    ...(answer && { answer }),
  };
}
