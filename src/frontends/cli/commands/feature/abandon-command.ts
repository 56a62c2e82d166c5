// `iflow abandon`: asks, then abandons the feature.
import { type AbandonPlan, abandonFeature, planAbandon } from "../../../../app/feature/abandon.ts";
import { lastOutcome } from "../../../../domain/feature/phase-outcome.ts";
import { IflowError } from "../../../../domain/text/errors.ts";
import { confirm } from "../../screen/ask.ts";
import type { CommandPlace } from "../command-place.ts";
import { requirePerson } from "../require-person.ts";

export async function abandonCommand(
  place: CommandPlace,
  asked: string | undefined,
  flags: { readonly yes?: boolean },
) {
  const { ports, config, terminal } = place;
  const plan = await planAbandon(ports, config.artifactsRoot, asked);
  const { key } = plan.feature;
  requirePerson(place, "abandons a feature", `iflow abandon ${key}`);
  const question = questionOf(plan);
  if (!flags.yes && !terminal.interactive) {
    throw new IflowError("needs-answer", question, { fix: `iflow abandon ${key} --yes` });
  }
  if (!flags.yes && !(await confirm(place, question, false))) {
    return { data: { feature: key, abandoned: false }, text: `${key} was left as it is.` };
  }
  const done = await abandonFeature(ports, plan);
  const { marks, paint } = terminal;
  return {
    data: { ...done, abandoned: true },
    text: [
      `${paint.green(marks.pass)} ${paint.bold(key)} abandoned ${marks.dot} ${done.commit.slice(0, 8)} on ${done.branch}`,
      ...done.endedRuns.map((run) => `  run ${run} ended`),
      `  branch and files are kept: ${plan.feature.branch}, ${plan.feature.folder}/`,
    ].join("\n"),
  };
}

function questionOf({ feature, meta, runs }: AbandonPlan): string {
  const where = `${meta.lastCompletedPhase || "no phase"} is ${lastOutcome(meta) ?? "completed"}`;
  const open = runs.map(({ head }) => ` Its open ${head.phase} run will end.`).join("");
  return `Abandon ${feature.key} (${where})?${open} The branch and files are kept.`;
}
