// `iflow config`: the effective settings and where each comes from. Read-only; files are edited by their owner.
import { findSettings } from "../../../../app/setup/explain-config.ts";
import type { Setting } from "../../../../domain/config/config-origins.ts";
import { CONFIG_FILE } from "../../../../domain/config/settings-file.ts";
import { printableJson } from "../../../../domain/text/printable-json.ts";
import { textTable } from "../../screen/text-table.ts";
import type { CommandPlace } from "../command-place.ts";

export async function configCommand({ ports, wiring, terminal }: CommandPlace, key: string | undefined) {
  const settings = findSettings(await wiring.readConfigLayers(ports.repository), key);
  const [only] = settings;
  if (only?.key === key && only !== undefined) {
    if (only.value === null) terminal.say(`${key} is not set`);
    if (only.trust === "unconfirmed") terminal.say(notConfirmed(only));
    return { data: only, text: valueText(only, "") };
  }
  const rows = settings.map((setting) => [setting.key, valueText(setting, "-"), fromText(setting)]);
  const waiting = settings.filter(({ trust }) => trust === "unconfirmed").map(notConfirmed);
  return { data: { settings }, text: [textTable(rows), ...waiting].join("\n") };
}

function fromText({ from, trust }: Setting): string {
  return trust === "confirmed" ? `${from}, confirmed` : from;
}

function notConfirmed({ key, written }: Setting): string {
  return `${key}: ${CONFIG_FILE} says ${printableJson(written)}; not confirmed yet, so it does not count: iflow trust`;
}

/** Text as it is, so that a script can use it; anything else as JSON. */
function valueText({ value }: Setting, unset: string): string {
  if (value === null) return unset;
  return typeof value === "string" ? value : JSON.stringify(value);
}
