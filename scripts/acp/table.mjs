// What was seen of the agents, as rows of cells, for a terminal and for a page.

const HEAD = ["agent", "version", "specify", "implement", "second round", "cached", "held how"];

/** Rows as test/acp-real/table.ts writes them, with the version of the agent. */
export function describeRows(rows) {
  const cells = rows.map(({ agent, version, specify, implement, sessions, cached, held }) => [
    ...[agent, version, specify ?? "", implement ?? "", sessions ?? ""],
    cached === undefined ? "" : `${Math.round(100 * cached)} %`,
    held,
  ]);
  return [HEAD, ...cells];
}

export function printAligned(table) {
  const widths = HEAD.map((_, column) => Math.max(...table.map((row) => row[column].length)));
  return table
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

export function printMarkdown([head, ...rows]) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [line(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
}
