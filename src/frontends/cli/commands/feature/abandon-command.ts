// `iflow abandon`: asks, then abandons the feature, or an idea that is still in its brainstorm.
import { type AbandonPlan, abandonFeature, planAbandon } from "../../../../app/feature/abandon.ts";
import { abandonIdeaRuns, planAbandonIdea } from "../../../../app/feature/abandon-idea.ts";
import { lastOutcome } from "../../../../domain/feature/meta/phase-outcome.ts";
import { brainstormNumber } from "../../../../domain/review/brainstorm.ts";
import { IflowError } from "../../../../domain/text/errors.ts";
import { oneLine } from "../../../../domain/text/one-line.ts";
import { requirePerson } from "../../../drive/before/require-person.ts";
import { homeOfNamed } from "../../../drive/place/at-home.ts";
import { confirm } from "../../screen/questions/ask.ts";
import { wordsRow } from "../../screen/rows/row-layout.ts";
import type { CommandPlace } from "../command-place.ts";
import { withTreesLeft } from "../run/with-trees-left.ts";

export async function abandonCommand(
  typedAt: CommandPlace,
  asked: string | undefined,
  flags: { readonly yes?: boolean },
) {
  const { terminal } = typedAt;
  if (asked !== undefined && brainstormNumber(asked) !== undefined) return abandonIdea(typedAt, asked, flags);
  const { artifactsRoot } = typedAt.config;
  const named = await homeOfNamed(typedAt, asked);
  const meant = await planAbandon(named.ports, artifactsRoot, asked);
  const place = named === typedAt ? await homeOfNamed(typedAt, meant.feature.key) : named;
  const plan = place === named ? meant : await planAbandon(place.ports, artifactsRoot, meant.feature.key);
  const { ports } = place;
  const { key } = plan.feature;
  await requirePerson(place, "abandons a feature", `iflow abandon ${key}`);
  if (!(await isConfirmed(place, key, questionOf(plan) + (await treeWords(place)), flags))) return leftAlone(key);
  const done = await abandonFeature(ports, plan);
  await markAbandoned(place);
  const { marks, paint } = terminal;
  return withTreesLeft(leftFrom(typedAt, place), {
    data: { ...done, abandoned: true },
    text: [
      `${paint.green(marks.pass)} ${paint.bold(key)} abandoned ${marks.dot} ${done.commit.slice(0, 8)} on ${done.branch}`,
      ...done.endedRuns.map((run) => `  run ${run} ended`),
      wordsRow("  ", `branch and files are kept: ${plan.feature.branch}, ${plan.feature.folder}/`, terminal.columns),
    ].join("\n"),
  });
}

/** The person's own folder decides how a path is told. */
const leftFrom = ({ cwd }: CommandPlace, place: CommandPlace) => ({ ...place, cwd });

async function treeWords({ ports }: CommandPlace): Promise<string> {
  const own = await ports.trees.here();
  return own ? " Its work tree goes, unless it has files that are in no commit." : "";
}

async function markAbandoned({ ports: { trees } }: CommandPlace): Promise<void> {
  const own = await trees.here();
  if (own) await trees.leave(own, "abandoned");
}

async function abandonIdea(typedAt: CommandPlace, key: string, flags: { readonly yes?: boolean }) {
  const place = await homeOfNamed(typedAt, key);
  const { ports, terminal } = place;
  const plan = await planAbandonIdea(ports, key);
  await requirePerson(place, "abandons an idea", `iflow abandon ${key}`);
  const kept = plan.prd === undefined ? "" : " Its PRD is kept.";
  const question = `Abandon the idea ${key} (${oneLine(plan.idea)})? Its brainstorm will end.${kept}${await treeWords(place)}`;
  if (!(await isConfirmed(place, key, question, flags))) return leftAlone(key);
  const { endedRuns } = await abandonIdeaRuns(ports, plan);
  await markAbandoned(place);
  const { marks, paint } = terminal;
  return withTreesLeft(leftFrom(typedAt, place), {
    data: { feature: key, abandoned: true, endedRuns, prd: plan.prd ?? null },
    text: [
      `${paint.green(marks.pass)} ${paint.bold(key)} abandoned`,
      ...endedRuns.map((run) => `  run ${run} ended`),
      plan.prd === undefined ? "  there was no PRD yet" : `  the PRD is kept: ${plan.prd}`,
    ].join("\n"),
  });
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
