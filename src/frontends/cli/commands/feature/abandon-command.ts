// `iflow abandon`: asks, then abandons the feature, or an idea that is still in its brainstorm.
import { type AbandonPlan, abandonFeature, planAbandon } from "../../../../app/feature/abandon.ts";
import { abandonIdeaRuns, planAbandonIdea } from "../../../../app/feature/abandon-idea.ts";
import { lastOutcome } from "../../../../domain/feature/phase-outcome.ts";
import { brainstormNumber } from "../../../../domain/review/brainstorm.ts";
import { IflowError } from "../../../../domain/text/errors.ts";
import { oneLine } from "../../../../domain/text/one-line.ts";
import { requirePerson } from "../../../drive/before/require-person.ts";
import { confirm } from "../../screen/ask.ts";
import { wordsRow } from "../../screen/row-layout.ts";
import type { CommandPlace } from "../command-place.ts";

export async function abandonCommand(
  place: CommandPlace,
  asked: string | undefined,
  flags: { readonly yes?: boolean },
) {
  const { ports, config, terminal } = place;
  if (asked !== undefined && brainstormNumber(asked) !== undefined) return abandonIdea(place, asked, flags);
  const plan = await planAbandon(ports, config.artifactsRoot, asked);
  const { key } = plan.feature;
  await requirePerson(place, "abandons a feature", `iflow abandon ${key}`);
  if (!(await isConfirmed(place, key, questionOf(plan), flags))) return leftAlone(key);
  const done = await abandonFeature(ports, plan);
  const { marks, paint } = terminal;
  return {
    data: { ...done, abandoned: true },
    text: [
      `${paint.green(marks.pass)} ${paint.bold(key)} abandoned ${marks.dot} ${done.commit.slice(0, 8)} on ${done.branch}`,
      ...done.endedRuns.map((run) => `  run ${run} ended`),
      wordsRow("  ", `branch and files are kept: ${plan.feature.branch}, ${plan.feature.folder}/`, terminal.columns),
    ].join("\n"),
  };
}

async function abandonIdea(place: CommandPlace, key: string, flags: { readonly yes?: boolean }) {
  const { ports, terminal } = place;
  const plan = await planAbandonIdea(ports, key);
  await requirePerson(place, "abandons an idea", `iflow abandon ${key}`);
  const kept = plan.prd === undefined ? "" : " Its PRD is kept.";
  const question = `Abandon the idea ${key} (${oneLine(plan.idea)})? Its brainstorm will end.${kept}`;
  if (!(await isConfirmed(place, key, question, flags))) return leftAlone(key);
  const { endedRuns } = await abandonIdeaRuns(ports, plan);
  const { marks, paint } = terminal;
  return {
    data: { feature: key, abandoned: true, endedRuns, prd: plan.prd ?? null },
    text: [
      `${paint.green(marks.pass)} ${paint.bold(key)} abandoned`,
      ...endedRuns.map((run) => `  run ${run} ended`),
      plan.prd === undefined ? "  there was no PRD yet" : `  the PRD is kept: ${plan.prd}`,
    ].join("\n"),
  };
}

async function isConfirmed(
  place: CommandPlace,
  key: string,
  question: string,
  { yes }: { readonly yes?: boolean },
): Promise<boolean> {
  if (yes) return true;
  if (place.terminal.interactive) return confirm(place, question, false);
  throw new IflowError("needs-answer", question, { fix: `iflow abandon ${key} --yes` });
}

function leftAlone(key: string) {
  return { data: { feature: key, abandoned: false }, text: `${key} was left as it is.` };
}

function questionOf({ feature, meta, runs }: AbandonPlan): string {
  const where = `${meta.lastCompletedPhase || "no phase"} is ${lastOutcome(meta) ?? "completed"}`;
  const open = runs.map(({ head }) => ` Its open ${head.phase} run will end.`).join("");
  return `Abandon ${feature.key} (${where})?${open} The branch and files are kept.`;
}
