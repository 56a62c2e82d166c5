import { type FeatureStatus, readStatus } from "../../../../app/feature/status.ts";
import { columnsOf, padEndTo } from "../../screen/columns.ts";
import type { Terminal } from "../../screen/terminal.ts";
import type { CommandPlace } from "../command-place.ts";

export async function statusCommand({ ports, config, terminal }: CommandPlace) {
  const features = await readStatus(ports, config.artifactsRoot);
  const text =
    features.length === 0
      ? 'No features yet.\nNext: iflow create-feature "<what you want>"'
      : table(features, terminal);
  return { data: { features }, text };
}

function table(features: readonly FeatureStatus[], { marks, paint }: Terminal): string {
  const width = Math.max(...features.map(({ key }) => columnsOf(key)));
  const rows = features.map((feature) => {
    const mark = feature.current ? paint.green(marks.bullet) : " ";
    const next = feature.next ? `   ${paint.bold(feature.next)}` : "";
    return `${mark} ${padEndTo(width, feature.key)}   ${padEndTo(12, feature.phase ?? "-")} ${feature.what}${next}`;
  });
  return rows.join("\n");
}
