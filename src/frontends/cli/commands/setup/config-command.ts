// `iflow config`: the effective settings and where each comes from. Read-only; files are edited by their owner.
import { findSettings } from "../../../../app/setup/explain-config.ts";
import type { Setting } from "../../../../domain/config/config-origins.ts";
import { CONFIG_FILE } from "../../../../domain/config/settings-file.ts";
import { printCommands } from "../../../../domain/feature/printed-commands.ts";
import { printableJson } from "../../../../domain/text/json/printable-json.ts";
import type { Print } from "../../../drive/printed-commands.ts";
import { columnsOf, padEndTo } from "../../screen/columns.ts";
import { textWidth, wrapProse } from "../../screen/rows/row-layout.ts";
import { hangWords } from "../../screen/wrap-words.ts";
import type { CommandPlace } from "../command-place.ts";

export async function configCommand({ ports, wiring, terminal }: CommandPlace, key: string | undefined) {
  const settings = findSettings(await wiring.readConfigLayers(ports.repository), key);
  const [only] = settings;
  if (only?.key === key && only !== undefined) {
    if (only.value === null) terminal.say(`${key} is not set`);
    if (only.trust === "unconfirmed")
      terminal.say(wrapProse(printCommands(notConfirmed(only), wiring), terminal.columns));
    return { verbatim: true as const, data: only, text: valueText(only, "") };
  }
  const width = Math.max(0, ...settings.map((one) => columnsOf(one.key)));
  const rows = settings.flatMap((setting) => rowOf(setting, width, terminal.columns));
  const waiting = settings
    .filter(({ trust }) => trust === "unconfirmed")
    .map((one) => wrapProse(notConfirmed(one), terminal.columns));
  return {
    data: { settings },
    text: (print: Print) => [...rows, ...waiting.map(print), ...(key === undefined ? [DEFAULTS] : [])].join("\n"),
  };
}

const DEFAULTS = "Where a value comes from is named unless it is the default.";

/** Items of a list are words here, so that a long one is broken between them. */
function rowOf(setting: Setting, width: number, columns: number): string[] {
  const value = valueText(setting, "-");
  const text = `${Array.isArray(setting.value) ? value.replaceAll('","', '", "') : value}${fromText(setting)}`;
  return hangWords(`${padEndTo(width, setting.key)}   `, text, textWidth(columns));
}

function fromText({ from, trust }: Setting): string {
  if (from === "default") return "";
  return `   (${from}${trust === "confirmed" ? ", confirmed" : ""})`;
}

function notConfirmed({ key, written }: Setting): string {
  return `${key}: ${CONFIG_FILE} says ${printableJson(written)}; not confirmed yet, so it does not count: iflow trust`;
}

/** Text as it is, so that a script can use it; anything else as JSON. */
function valueText({ value }: Setting, unset: string): string {
  if (value === null) return unset;
  return typeof value === "string" ? value : JSON.stringify(value);
}
