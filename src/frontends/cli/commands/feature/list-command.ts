// `iflow list`: one line per feature.
import { type FeatureList, type ListedFeature, listFeatures } from "../../../../app/feature/list.ts";
import type { Command } from "../../command.ts";
import { EXIT } from "../../screen/exit-codes.ts";
import { ago, count } from "../../screen/numbers.ts";
import { textTable } from "../../screen/text-table.ts";

export function listCommand(flags: { readonly all?: boolean }): Command {
  return async ({ open, terminal }) => {
    const { ports, config } = await open();
    const list = await listFeatures(ports, config.artifactsRoot, flags.all === true);
    const now = ports.clock.now().getTime();
    const head = ["feature", "phase", "state", "branch", "last activity", "project"];
    const rows = list.features.map((feature) => rowOf(feature, now));
    const [title = "", ...lines] = textTable([head, ...rows]).split("\n");
    return {
      exit: EXIT.done,
      data: list,
      text: [
        ...(rows.length > 0 ? [terminal.paint.dim(title), ...lines] : ["No active features."]),
        ...closing(list),
      ].join("\n"),
    };
  };
}

function rowOf({ key, phase, state, branch, lastActivity, project }: ListedFeature, now: number): string[] {
  const when = lastActivity === null ? "-" : ago(now - Date.parse(lastActivity));
  return [key, phase ?? "-", state, branch, when, project ?? "-"];
}

function closing({ features, hidden }: FeatureList): string[] {
  if (hidden > 0) return [`${count(hidden, "more feature")} completed or abandoned: iflow list --all`];
  return features.length > 0 ? [] : ['Next: iflow create-feature "<what you want>"'];
}
