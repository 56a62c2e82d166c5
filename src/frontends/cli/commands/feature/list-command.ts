// `iflow list`: one line per feature.
import { type FeatureList, type ListedFeature, listFeatures } from "../../../../app/feature/list.ts";
import { ago, count } from "../../screen/numbers.ts";
import { withoutControls } from "../../screen/safe-text.ts";
import { fitColumns, titledTable } from "../../screen/text-table.ts";
import type { CommandPlace } from "../command-place.ts";

export async function listCommand({ ports, config, terminal }: CommandPlace, flags: { readonly all?: boolean }) {
  const list = await listFeatures(ports, config.artifactsRoot, flags.all === true);
  const now = ports.clock.now().getTime();
  const head = ["feature", "phase", "state", "branch", "last activity", "project"];
  const rows = list.features.map((feature) => rowOf(feature, now));
  const lines =
    rows.length > 0
      ? titledTable(terminal.paint.dim, fitColumns([head, ...rows], terminal.columns, EXPENDABLE))
      : ["No active features."];
  return { data: list, text: [...lines, ...closing(list)].join("\n") };
}

/** A branch is named after its feature; a state is shown by `iflow status` as well. */
const EXPENDABLE = ["branch", "project", "last activity", "state"];

function rowOf(feature: ListedFeature, now: number): string[] {
  const { key, state, branch, lastActivity, project } = feature;
  const when = lastActivity === null ? "-" : ago(now - Date.parse(lastActivity));
  return [key, phaseCell(feature), state, branch, when, project ?? "-"];
}

/** `design accepted (1 open)`; a phase under way has no end yet. */
function phaseCell({ phase, phases, depth }: ListedFeature): string {
  const end = phases.find((one) => one.phase === phase);
  const light = depth?.now === "light" ? " (light)" : "";
  const name = withoutControls(phase ?? "-");
  if (!end || end.outcome === "completed") return `${name}${light}`;
  const open = end.outcome === "accepted" && end.openIssues ? ` (${end.openIssues} open)` : "";
  return `${name} ${end.outcome}${open}${light}`;
}

function closing({ features, hidden }: FeatureList): string[] {
  if (hidden > 0) return [`${count(hidden, "more feature")} completed or abandoned: iflow list --all`];
  return features.length > 0 ? [] : ['Next: iflow run "what you want"'];
}
