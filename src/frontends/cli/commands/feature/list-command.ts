// `iflow list`: one line per feature.
import { type FeatureList, type ListedFeature, listFeatures } from "../../../../app/feature/list.ts";
import { ago, count } from "../../screen/numbers.ts";
import { titledTable } from "../../screen/text-table.ts";
import type { CommandPlace } from "../command-place.ts";

export async function listCommand({ ports, config, terminal }: CommandPlace, flags: { readonly all?: boolean }) {
  const list = await listFeatures(ports, config.artifactsRoot, flags.all === true);
  const now = ports.clock.now().getTime();
  const head = ["feature", "phase", "state", "branch", "last activity", "project"];
  const rows = list.features.map((feature) => rowOf(feature, now));
  const lines = rows.length > 0 ? titledTable(terminal.paint.dim, [head, ...rows]) : ["No active features."];
  return { data: list, text: [...lines, ...closing(list)].join("\n") };
}

function rowOf({ key, phase, state, branch, lastActivity, project }: ListedFeature, now: number): string[] {
  const when = lastActivity === null ? "-" : ago(now - Date.parse(lastActivity));
  return [key, phase ?? "-", state, branch, when, project ?? "-"];
}

function closing({ features, hidden }: FeatureList): string[] {
  if (hidden > 0) return [`${count(hidden, "more feature")} completed or abandoned: iflow list --all`];
  return features.length > 0 ? [] : ['Next: iflow create-feature "<what you want>"'];
}
