// `iflow history`: what the reviewers said, oldest first, to the letter of the file; beside it how each phase ended.
import { type ReviewHistory, readHistory } from "../../../../app/feature/read-history.ts";
import { printDepth } from "../../../../domain/feature/depth.ts";
import { printOutcome } from "../../../../domain/feature/meta/phase-outcome.ts";
import { wordsRow, wrapText } from "../../screen/rows/row-layout.ts";
import { safeText, withoutControls } from "../../screen/safe-text.ts";
import type { Terminal } from "../../screen/terminal.ts";
import { textTable } from "../../screen/text-table.ts";
import type { CommandPlace } from "../command-place.ts";

export async function historyCommand(
  { ports, config, terminal }: CommandPlace,
  asked: string | undefined,
  flags: { readonly issues?: boolean } = {},
) {
  const { text, ...found } = await readHistory(ports, config.artifactsRoot, asked);
  if (flags.issues)
    return {
      data: { feature: found.feature, issues: found.issues },
      verbatim: true as const,
      text: wrapText(printIssues(found), terminal.columns),
    };
  if (found.source !== null && found.source !== "working tree")
    terminal.say(`${found.path}\nfrom ${sourceText(found.source)}:\n`);
  const ends = found.phases.map((one) => [withoutControls(one.phase), printOutcome(one)]);
  if (found.depth) terminal.say(wordsRow("depth  ", withoutControls(printDepth(found.depth)), terminal.columns));
  if (ends.length > 0) terminal.say(`${textTable(ends)}\n`);
  return {
    verbatim: true as const,
    data: found,
    text:
      found.source === null
        ? `${found.feature} has no review yet.`
        : readable(
            terminal,
            [safeText(text).trimEnd() || `${found.path} is empty.`, ...found.refused.map(safeText)].join("\n"),
          ),
  };
}

/** A branch, or a commit by as much of its name as people need. */
function sourceText(source: string): string {
  return /^[0-9a-f]{40,64}$/.test(source) ? source.slice(0, 10) : source;
}

/** In a pipe to the letter; a person at a terminal gets lines that do not break in the middle of a word. */
function readable({ redraws, columns }: Terminal, text: string): string {
  return redraws ? wrapText(text, columns) : text;
}

/** Each on a line, its text and the answer below: they are too long for a column. */
function printIssues({ feature, issues }: Pick<ReviewHistory, "feature" | "issues">): string {
  if (issues.length === 0) return `${feature} has no issues on record.`;
  const heads = textTable(
    issues.map(({ phase, id, severity, end, inferred }) => [phase ?? "", id, severity, inferred ? `${end}*` : end]),
  ).split("\n");
  const lines = issues.flatMap(({ text }, index) => {
    const [issue = "", answer] = safeText(text).split(" → ");
    return [heads[index] ?? "", `  ${issue}`, ...(answer === undefined ? [] : [`  → ${answer}`])];
  });
  const note = issues.some(({ inferred }) => inferred)
    ? ["", "* the reviewer did not say so, but no longer raised it"]
    : [];
  return [...lines, ...note].join("\n");
}
