// `iflow config`: the effective settings and where each comes from. Read-only; files are edited by their owner.
import { findSettings } from "../../../../app/setup/explain-config.ts";
import type { Setting } from "../../../../domain/config/config-origins.ts";
import type { Command } from "../../command.ts";
import { EXIT } from "../../screen/exit-codes.ts";
import { textTable } from "../../screen/text-table.ts";

export function configCommand(key: string | undefined): Command {
  return async ({ open, wiring, terminal }) => {
    const { root } = (await open()).ports.repository;
    const settings = findSettings(await wiring.readConfigLayers(root), key);
    const [only] = settings;
    if (only?.key === key && only !== undefined) {
      if (only.value === null) terminal.say(`${key} is not set`);
      return { exit: EXIT.done, data: only, text: valueText(only, "") };
    }
    const rows = settings.map((setting) => [setting.key, valueText(setting, "-"), setting.from]);
    return { exit: EXIT.done, data: { settings }, text: textTable(rows) };
  };
}

/** Text as it is, so that a script can use it; anything else as JSON. */
function valueText({ value }: Setting, unset: string): string {
  if (value === null) return unset;
  return typeof value === "string" ? value : JSON.stringify(value);
}
