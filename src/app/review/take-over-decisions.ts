// The person's decisions so far, from `.meta.json`. One that iflow did not commit was written by hand, by whoever can edit
// a file: it counts only once the person says that it is theirs.
import type { Decision } from "../../domain/feature/meta/decision.ts";
import type { FeatureMeta } from "../../domain/feature/meta/feature-meta.ts";
import { missingFrom } from "../../domain/feature/meta/judged-claims.ts";
import { oneLine } from "../../domain/text/one-line.ts";
import { metaAt, recordedCompletion } from "../work/recorded-completion.ts";
import type { Parts } from "../work/state/phase-run.ts";
import { askPerson } from "../work/wait-for.ts";
import { metaPath } from "../work/world.ts";

/** Decisions of the record that no commit of iflow has. */
export async function decisionsByHand(
  phase: Parts<"feature" | "name" | "ports">,
  meta: FeatureMeta | undefined,
): Promise<Decision[]> {
  // finish holds the whole record against the commits, and asks about all of it at once
  if (phase.name === "finish" || !meta?.decisions || meta.decisions.length === 0) return [];
  const { branch, folder } = phase.feature;
  const commits = await phase.ports.merging.log({ tip: `refs/heads/${branch}`, folder });
  const last = commits.find(({ step, paths }) => step !== undefined && paths.includes(metaPath(phase)));
  const committed = last && ((await recordedCompletion(phase, last))?.meta ?? (await metaAt(phase, last.sha)));
  return missingFrom(committed, meta);
}

/** What counts of them. */
export async function settleDecisions(
  phase: Parts<"feature" | "run" | "steps">,
  all: readonly Decision[],
  byHand: readonly Decision[],
): Promise<readonly Decision[]> {
  if (byHand.length === 0) return all;
  const words = byHand.map(({ text }) => `"${oneLine(text)}"`).join(", ");
  const answer = await askPerson(phase, {
    name: phase.steps.next(0, "decisions-by-hand"),
    topic: "decisions-by-hand",
    text: `${phase.feature.folder}/.meta.json has ${byHand.length === 1 ? "a decision" : "decisions"} not made through iflow: ${words}. Did you decide that?`,
    options: [
      { value: "leave-out", label: "No", hint: "it is told to nobody, and taken out when the phase is completed" },
      { value: "keep", label: "Yes, it counts", hint: "everybody who works or judges later is told" },
    ],
    default: "leave-out",
  });
  const unknown = new Set(byHand.map((one) => JSON.stringify(one)));
  return answer === "keep" ? all : all.filter((one) => !unknown.has(JSON.stringify(one)));
}
