// Makes text that agents or strangers contributed to safe for a terminal: whatever moves the cursor, starts an escape
// sequence or changes the writing direction becomes a blank; line breaks may stay. In JSON the same characters are
// written as escapes (domain/text/json/printable-json.ts).
import { CONTROLS } from "../../../domain/text/json/printable-json.ts";

/** The codes of picocolors that our own words use. */
const OWN_COLOURS = "\\u001b\\[(?:1|2|22|3[1-6]|39|90)m";
const OWN_OR_CONTROLS = new RegExp(`${OWN_COLOURS}|${CONTROLS.source}`, "gu");

/**
 * The last look at anything that goes to a terminal, whoever wrote it: our colours stay where there are colours, and so
 * do line breaks and tabs.
 */
export function onlyOwnCodes(text: string, coloured: boolean): string {
  return text.replaceAll(OWN_OR_CONTROLS, (found) => {
    if (found === "\t" || (coloured && found.length > 1)) return found;
    return found.length > 1 ? "" : " ";
  });
}

export function withoutControls(text: string): string {
  return text.replaceAll(CONTROLS, " ");
}

/** For a document; keeps its tabs. */
export function safeText(text: string): string {
  return text.replaceAll(CONTROLS, (character) => (character === "\t" ? character : " "));
}
