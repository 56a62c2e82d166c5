// `backlog.md`: a table of ideas for later, one row each with a five-digit id. A PRD that grew out of an idea names its
// id, and the row then says what became of it. People own the file: only that one cell is ever changed.

/** The id in `*Source: Backlog #00012*`; undefined when the PRD names none. */
export function backlogSourceOf(prd: string): string | undefined {
  return /\*Source: Backlog #(\d{5})\*/.exec(prd)?.[1];
}

/** The file with the row's description marked; undefined when there is no such row. */
export function promoteBacklogRow(backlog: string, id: string, feature: string): string | undefined {
  const lines = backlog.split("\n");
  const index = lines.findIndex((line) => cellsOf(line)?.[1]?.trim().replace(/^#/, "") === id);
  const cells = cellsOf(lines[index] ?? "");
  const description = cells?.[DESCRIPTION];
  if (!cells || description === undefined) return undefined;
  cells[DESCRIPTION] = marked(description, feature);
  lines[index] = cells.join("|");
  return lines.join("\n");
}

/** `| id | time | description |`: the text before the first bar is cell 0. */
const DESCRIPTION = 3;

/** Undefined for a line that is not a table row. An escaped bar is text. */
function cellsOf(line: string): string[] | undefined {
  return /^\s*\|/.test(line) ? line.split(/(?<!\\)\|/) : undefined;
}

function marked(description: string, feature: string): string {
  const text = description.trimEnd();
  const end = description.slice(text.length);
  const earlier = /^(.* \(promoted → .*)\)$/.exec(text)?.[1];
  return `${earlier === undefined ? `${text} (promoted → feature:${feature})` : `${earlier}, feature:${feature})`}${end}`;
}
