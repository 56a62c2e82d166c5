// Receipts as a Markdown section, for retro.md and a pull request, and in a sentence.
import { listNames } from "../text/list-names.ts";
import { oneLine } from "../text/one-line.ts";
import type { CriterionResult } from "./receipt-state.ts";

const HEADING = "## Receipts";

/** Empty when there are no criteria. */
export function printReceiptsSection(results: readonly CriterionResult[]): string {
  if (results.length === 0) return "";
  const rows = results.map(({ criterion, state, why }) => `| ${criterion} | ${state} | ${cell(why)} |`);
  return [HEADING, "| criterion | receipt | shown by, or why not |", "|---|---|---|", ...rows].join("\n");
}

/** Titles are words of agents: they end neither the cell nor the row, and link to nothing. */
function cell(text: string): string {
  return oneLine(text).replaceAll(/[|`<>[\]\\*_@]/g, (mark) => `\\${mark}`);
}

/** `2 of 3 criteria hold; AC-3 has no test` */
export function receiptsSentence(results: readonly CriterionResult[]): string {
  const named = (state: CriterionResult["state"]) =>
    results.filter((result) => result.state === state).map(({ criterion }) => criterion);
  const [failing, none] = [named("fails"), named("none")];
  return [
    `${named("holds").length} of ${results.length} ${results.length === 1 ? "criterion holds" : "criteria hold"}`,
    ...(failing.length > 0 ? [`${listNames(failing)} ${failing.length === 1 ? "fails" : "fail"}`] : []),
    ...(none.length > 0 ? [`nothing shows ${listNames(none)}`] : []),
  ].join("; ");
}

/** The text with this section instead of the one it had; at its end if it had none. */
export function withReceiptsSection(text: string, section: string): string {
  const [before = "", ...rest] = text.split(/^(?=## Receipts$)/m);
  const after = rest.join("").replace(/^## Receipts$\n?(?:(?!^## )[^\n]*(?:\n|$))*/m, "");
  return `${[before.trimEnd(), section, after.trim()].filter(Boolean).join("\n\n")}\n`;
}
