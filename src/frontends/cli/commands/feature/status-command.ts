import { type FeatureStatus, readStatus } from "../../../../app/feature/status.ts";
import { listNames } from "../../../../domain/text/list-names.ts";
import { columnsOf, padEndTo } from "../../screen/columns.ts";
import { withoutControls } from "../../screen/safe-text.ts";
import type { Terminal } from "../../screen/terminal.ts";
import type { CommandPlace } from "../command-place.ts";

export async function statusCommand({ ports, config, terminal }: CommandPlace) {
  const features = await readStatus(ports, config.artifactsRoot, config.checks.test);
  const text =
    features.length === 0
      ? 'No features yet.\nNext: iflow create-feature "<what you want>"'
      : [table(features, terminal), ...untested(features)].join("\n");
  return { data: { features }, text };
}

function table(features: readonly FeatureStatus[], { marks, paint }: Terminal): string {
  const width = Math.max(...features.map(({ key }) => columnsOf(key)));
  const rows = features.map((feature) => {
    const mark = feature.current ? paint.green(marks.bullet) : " ";
    const next = feature.next ? `   ${paint.bold(feature.next)}` : "";
    const phase = padEndTo(12, withoutControls(feature.phase ?? "-"));
    const row = `${mark} ${padEndTo(width, feature.key)}   ${phase} ${withoutControls(feature.what)}${next}`;
    return [row, ...acceptedLines(feature)].join("\n");
  });
  return rows.join("\n");
}

/** Earlier phases that went on with open issues; the row itself is about the last one. */
function acceptedLines({ phases, phase, state }: FeatureStatus): string[] {
  const accepted = phases.filter((one) => one.outcome === "accepted" && !(state === "idle" && one.phase === phase));
  if (accepted.length === 0) return [];
  const names = accepted.map((one) => `${withoutControls(one.phase)}${one.openIssues ? ` (${one.openIssues})` : ""}`);
  return [`    accepted with open issues: ${names.join(", ")}`];
}

const UNDER_WAY: readonly FeatureStatus["state"][] = ["running", "waiting", "paused", "interrupted", "idle"];

function untested(features: readonly FeatureStatus[]): string[] {
  const keys = features.flatMap(({ key, state, tests }) => (tests === null && UNDER_WAY.includes(state) ? [key] : []));
  if (keys.length === 0) return [];
  return [
    "",
    `Nothing is tested in ${listNames(keys)}: there is no test command.`,
    "Next: iflow init   (or set checks.test)",
  ];
}
