// The rows as a table, each beside the two it has to beat: everything pasted and fresh, and the seeds' own design.
import type { Mode, Row } from "./rows.ts";

const HEAD = [
  ...["loop", "code", "gap s", "context", "session", "guard", "BITE k", "of inject", "of lazy+resume"],
  ...["$", "of inject", "requests", "read %", "write ampl."],
];

export function printTable(rows: readonly Row[]): string {
  const lines = rows.map((row) => {
    const before = beside(rows, row, { context: "inject", session: "fresh", guard: null });
    const seed = beside(rows, row, { context: "lazy", session: "resume", guard: "content" });
    return [
      ...[row.loop, row.loop === "implement" ? `${Math.round(row.codeTokens / 1000)}k` : "", String(row.gapSeconds)],
      ...[row.context, row.session, row.guard ?? ""],
      ...[(row.bite / 1000).toFixed(0), ratio(row.bite, before?.bite), ratio(row.bite, seed?.bite)],
      ...[row.usd.toFixed(2), ratio(row.usd, before?.usd), String(row.requests)],
      ...[(100 * row.readShare).toFixed(1), row.writeAmplification.toFixed(2)],
    ];
  });
  return [HEAD, HEAD.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function beside(rows: readonly Row[], row: Row, mode: Mode): Row | undefined {
  return rows.find(
    (other) =>
      other.loop === row.loop &&
      other.codeTokens === row.codeTokens &&
      other.gapSeconds === row.gapSeconds &&
      other.context === mode.context &&
      other.session === mode.session &&
      other.guard === mode.guard,
  );
}

const ratio = (part: number, whole: number | undefined): string => (whole ? (part / whole).toFixed(3) : "");
