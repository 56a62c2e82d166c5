// `implementation-log.md`: one entry a task, written by the engine. It is also what a fresh clone has in place of a journal.

export interface LogEntry {
  readonly number: string;
  readonly title: string;
  readonly status: "done" | "already complete" | "skipped";
  readonly files: readonly string[];
  readonly decisions: string;
  readonly deviations: string;
  readonly concerns: string;
}

export function printLog(entries: readonly LogEntry[]): string {
  return `${["# Implementation Log", ...entries.map(printEntry)].join("\n\n")}\n`;
}

function printEntry(entry: LogEntry): string {
  const note = entry.status === "done" ? "" : `- **Status:** ${entry.status}\n`;
  return `## Task ${entry.number}: ${entry.title}

${note}- **Files changed:** ${entry.files.length > 0 ? entry.files.join(", ") : "none"}
- **Decisions:** ${oneBlock(entry.decisions)}
- **Deviations:** ${oneBlock(entry.deviations)}
- **Concerns:** ${oneBlock(entry.concerns)}`;
}

/** An agent's words stay below their label: no line of them can become a heading of the log. */
function oneBlock(text: string): string {
  return text.trim().replaceAll(/\r?\n+/g, "\n  ") || "none";
}
