// `implementation-log.md`: one entry per task, written by the engine. In a fresh clone it takes the place of a journal.
import type { TaskReport } from "./task-report.ts";

export interface LogEntry extends Pick<TaskReport, "files" | "decisions" | "deviations" | "concerns"> {
  readonly number: string;
  readonly title: string;
  readonly status: "done" | "already complete" | "skipped";
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

/** An agent's text stays below its label: none of its lines can become a heading of the log. */
function oneBlock(text: string): string {
  return text.trim().replaceAll(/\r?\n+/g, "\n  ") || "none";
}
