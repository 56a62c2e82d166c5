// Where the tasks of a task list begin, in the forms people number them: `### Task 1.1: …`, `## T1 — …`,
// `- [ ] **1.1** …`, `### 1.1 …`. The first form that occurs decides, so numbered steps inside a task are not taken
// for tasks. A heading whose number is continued by the tasks below it (`T1` above `T1.1`) is a group, not a task.
import type { ProseLine, Section } from "../text/markdown.ts";

export interface TaskMarker {
  /** As written, including a leading `T`. */
  readonly number: string;
  readonly title: string;
  /** Heading level; 0 for a list item. */
  readonly level: number;
  readonly line: number;
  readonly start: number;
  /** Start of the text below the heading or below the item's first line. */
  readonly below: number;
  readonly end: number;
}

/** Reported when none of them occurs. */
export const TASK_FORMS = ["### Task 1.1: Title", "### T1.1: Title", "- [ ] **1.1** Title", "### 1.1 Title"] as const;

/** `length` is the length of the text. */
export function findTaskMarkers(
  sections: readonly Section[],
  lines: readonly ProseLine[],
  length: number,
): TaskMarker[] {
  const forms = [
    () => fromHeadings(sections, WORDED),
    () => fromItems(sections, lines, length),
    () => fromHeadings(sections, [DOTTED]),
    () => fromHeadings(sections, [NUMBERED]),
  ];
  for (const find of forms) {
    const markers = withoutGroups(find());
    if (markers.length > 0) return markers;
  }
  return [];
}

const SEGMENT = String.raw`(?:\d+[A-Za-z]?|[A-Z])`;
const WORD = "(?:[Tt]ask|TASK)";
/** The marks that close an emphasis around the number, then a separator, then the title. */
const REST = String.raw`(?![\p{L}\p{N}_])[*_\x60]*\s*(?:(?:[:.)]|[—–-](?=[\s*]))[*_\x60]*)?\s*(.*)$`;
const WORDED: readonly RegExp[] = [
  new RegExp(
    String.raw`^${WORD}\s+#?((?:[A-Z]{1,2}-?)?\d+[A-Za-z]?(?:[.-]${SEGMENT})*(?:\.[a-z]{2,12}(?=:))?)${REST}`,
    "u",
  ),
  new RegExp(String.raw`^${WORD}\s+([A-Z](?:[.-]\d+[A-Za-z]?)+)${REST}`, "u"),
  new RegExp(String.raw`^${WORD}\s+([A-Z])\s*[:.)—–-]\s*(.*)$`, "u"),
  new RegExp(String.raw`^${WORD}\s+([A-Z][a-z]{1,11}\.\d+[a-z]?)${REST}`, "u"),
  new RegExp(String.raw`^(T-?\d+[A-Za-z]?(?:\.${SEGMENT})*)${REST}`, "u"),
];
const DOTTED = new RegExp(String.raw`^(\d+[A-Za-z]?(?:\.\d+[A-Za-z]?)+)${REST}`, "u");
const NUMBERED = /^(\d+[A-Za-z]?)[.:)][*_]*\s+(.+)$/;

function fromHeadings(sections: readonly Section[], forms: readonly RegExp[]): TaskMarker[] {
  return sections.flatMap(({ level, title, line, start, end, body }) => {
    const named = level > 1 ? readNumber(title, forms) : undefined;
    return named ? [{ ...named, level, line, start, below: end - body.length, end }] : [];
  });
}

/** An item ends at a heading, or at the next line that is not indented deeper. */
function fromItems(sections: readonly Section[], lines: readonly ProseLine[], length: number): TaskMarker[] {
  const headings = new Set(sections.map(({ line }) => line));
  const markers: TaskMarker[] = [];
  const open: { marker: TaskMarker; indent: number }[] = [];
  const closeFrom = (indent: number, end: number) => {
    for (let last = open.at(-1); last && last.indent >= indent; last = open.at(-1)) {
      open.pop();
      markers.push({ ...last.marker, end });
    }
  };
  for (const { text, line, start, end } of lines) {
    if (text.trim() === "") continue;
    const indent = text.length - text.trimStart().length;
    closeFrom(headings.has(line) ? 0 : indent, start);
    const item = /^\s*[-*+]\s+\[[ xX]\]\s+(.*)$/.exec(text)?.[1];
    const named = item === undefined ? undefined : readNumber(item, [...WORDED, DOTTED, NUMBERED]);
    if (named) open.push({ marker: { ...named, level: 0, line, start, below: end, end }, indent });
  }
  closeFrom(0, length);
  return markers.sort((a, b) => a.start - b.start);
}

function readNumber(
  text: string,
  forms: readonly RegExp[],
): { readonly number: string; readonly title: string } | undefined {
  const undecorated = text.replace(/^(?:\[[ xX]\]|[^\p{L}\p{N}])+/u, "");
  for (const form of forms) {
    const match = form.exec(undecorated);
    if (!match) continue;
    const [, number, title] = match as unknown as [string, string, string]; // both groups take part in every match
    const isHalfBold = title.endsWith("**") && title.split("**").length % 2 === 0; // opened before the number
    return { number, title: (isHalfBold ? title.slice(0, -2) : title).trim() };
  }
  return undefined;
}

function withoutGroups(markers: readonly TaskMarker[]): TaskMarker[] {
  const tasks = markers.filter(({ number, end }, index) => {
    const next = markers[index + 1];
    return !(next && next.start < end && continues(next.number, number));
  });
  return tasks.map((task, index) => ({ ...task, end: Math.min(task.end, tasks[index + 1]?.start ?? task.end) }));
}

function continues(number: string, group: string): boolean {
  return number.startsWith(group) && /^[.a-z]/.test(number.slice(group.length));
}
