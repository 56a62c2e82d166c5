// Reads `.review-history.md` back into entries. People edit the file and older tools wrote it, so nothing in it is an
// error: what an entry does not say is null or empty, and every level 2 heading starts an entry. The oldest histories have a
// heading for each phase and the rounds one level below it: these are entries too, under both headings.
import { readOlderHeading } from "./older-headings.ts";
import { CAP_HEADING, HEADINGS, MARKERS } from "./review-history.ts";

export interface HistoryEntry {
  readonly heading: string;
  /** Null when neither the heading nor the entries before it say. */
  readonly phase: string | null;
  /** `cap`: how a loop that had used up its rounds was settled. */
  readonly loop: "review" | "handoff" | "request" | "cap" | null;
  readonly iteration: number | null;
  readonly at: string | null;
  /** The round that asks every reviewer again before implement ends. */
  readonly final: boolean;
  readonly reviewer: string | null;
  readonly decision: string | null;
  /** Who decided at a cap: `the person`, or the rule. */
  readonly decidedBy: string | null;
  /** Rounds with several reviewers have one decision per reviewer. */
  readonly reviewers: readonly { readonly reviewer: string; readonly decision: string }[];
  readonly issues: readonly HistoryIssueText[];
  readonly changes: string | null;
  readonly markers: readonly string[];
  /** What the issue register said after this round; empty in entries of earlier versions. */
  readonly register: readonly RegisteredText[];
}

export interface RegisteredText {
  readonly id: string;
  readonly severity: string;
  /** `open`, `resolved`, `withdrawn`, `ruled`, `noted` */
  readonly end: string;
  /** The reviewer did not say so itself. */
  readonly inferred: boolean;
  /** The issue and, after an arrow, the author's answer. */
  readonly text: string;
}

export interface HistoryIssueText {
  readonly severity: string | null;
  readonly text: string;
}

export function parseHistory(text: string): HistoryEntry[] {
  const entries: HistoryEntry[] = [];
  let section = "";
  for (const part of text
    .replace(/^\uFEFF/, "")
    .replaceAll("\r\n", "\n")
    .split(/^(?=## |### Iteration \d)/m)) {
    const [first = "", ...lines] = part.split("\n");
    const [, marks, words = ""] = /^(##|###) (.*)$/.exec(first) ?? [];
    if (marks === undefined) continue;
    if (marks === "##") section = words.trim();
    const heading = marks === "##" || section === "" ? words.trim() : `${section} - ${words.trim()}`;
    entries.push(parseEntry(heading, lines, entries.at(-1)?.phase ?? null));
  }
  return entries;
}

/** All other fields are reviewers with their decisions. */
const OWN_FIELDS = new Set(["Reviewer", "Decision", "Decided by"]);

function parseEntry(heading: string, lines: readonly string[], phaseBefore: string | null): HistoryEntry {
  const body = readBody(lines);
  const decisions = Object.entries(body.fields).filter(([name]) => !OWN_FIELDS.has(name));
  return {
    heading,
    ...parseHeading(heading, phaseBefore),
    at: /\d{4}-\d{2}-\d{2}[T ][\d:.]+(?:Z|[+-]\d{2}:?\d{2})?/.exec(heading)?.[0] ?? null,
    final: heading.includes("[FINAL VALIDATION]"),
    reviewer: body.fields.Reviewer ?? null,
    decision: body.fields.Decision ?? null,
    decidedBy: body.fields["Decided by"] ?? null,
    reviewers: decisions.map(([reviewer, decision]) => ({ reviewer, decision })),
    issues: parseIssues(body.issues),
    changes: textOf(body.changes),
    markers: body.markers,
    register: body.register.flatMap((line) => registeredIn(line) ?? []),
  };
}

const PATTERNS = Object.entries(HEADINGS).map(([key, print]) => {
  const [phase = "", loop] = key.split(".");
  const words = print(0).replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return { phase, loop: loop as "review" | "handoff", pattern: new RegExp(`^${words.replace("0", "(\\d+)")}\\b`) };
});

function parseHeading(heading: string, before: string | null): Pick<HistoryEntry, "phase" | "loop" | "iteration"> {
  const iteration = Number(/\bIteration (\d+)/i.exec(heading)?.[1] ?? Number.NaN);
  const number = Number.isNaN(iteration) ? null : iteration;
  const found = PATTERNS.filter(({ pattern }) => pattern.test(heading));
  // plan and tasks share a heading for their second loop: it belongs to the phase of the entries before it
  const match = found.find(({ phase }) => phase === before) ?? found[0];
  if (match) return { phase: match.phase, loop: match.loop, iteration: number };
  const [, phase, loop] = /^([a-z][a-z-]*)\.(review|handoff) - /.exec(heading) ?? [];
  if (phase !== undefined) return { phase, loop: loop as "review" | "handoff", iteration: number };
  const older = readOlderHeading(heading);
  if (older) return { phase: older.phase ?? before, loop: older.loop, iteration: number };
  if (/^Iteration \d+/.test(heading)) return { phase: "implement", loop: "review", iteration: number };
  const other = heading.startsWith("User Request") ? "request" : heading.startsWith(CAP_HEADING) ? "cap" : null;
  return { phase: before, loop: other, iteration: number };
}

interface Body {
  readonly fields: Record<string, string>;
  readonly issues: string[];
  readonly changes: string[];
  readonly markers: string[];
  readonly register: string[];
}

const MARKER = new RegExp(`^(?:${MARKERS.join("|")}):`);

/** An issue is one under whatever label it stands: older tools had several. What follows it may be a field again. */
const ISSUE = /^(?:[-*]|\d+\.)\s+\**\[(?:blocker|warning|suggestion)\]/i;

function readBody(lines: readonly string[]): Body {
  const body: Body = { fields: {}, issues: [], changes: [], markers: [], register: [] };
  let section: string[] | undefined;
  for (const line of lines) {
    const [, name = "", rest = ""] = /^\*\*([^*]+?):?\*\*:?\s*(.*)$/.exec(line) ?? [];
    if (MARKER.test(line)) body.markers.push(line.trim());
    else if (/^---+\s*$/.test(line)) section = undefined;
    else if (/^Issues\b/.test(name)) section = startSection(body.issues, rest);
    else if (/^Changes\b/.test(name)) section = startSection(body.changes, rest);
    else if (name === "Register") section = startSection(body.register, rest);
    else if (section) section.push(line);
    else if (ISSUE.test(line)) body.issues.push(line);
    else if (name !== "" && rest !== "") body.fields[name] = rest.trim();
  }
  return body;
}

function startSection(section: string[], rest: string): string[] {
  if (rest !== "") section.push(rest);
  return section;
}

/** One item per list mark; the lines below it belong to it. */
function parseIssues(lines: readonly string[]): HistoryIssueText[] {
  const items: string[] = [];
  for (const line of lines) {
    const [, item] = /^(?:[-*]|\d+\.(?=\s+\**\[))\s+(.*)$/.exec(line) ?? [];
    if (item !== undefined) items.push(item);
    else if (items.length > 0) items.push(`${items.pop()}\n${line.trim()}`);
  }
  return items.map((item) => {
    const [, severity, rest] = /^\**\[(\w+)\]\**:?\s*(.*)$/is.exec(item) ?? [];
    return { severity: severity?.toLowerCase() ?? null, text: (rest ?? item).trim() };
  });
}

function registeredIn(line: string): RegisteredText | undefined {
  const [, id, severity, end, inferred, text] =
    /^- ([A-Z]+\d+\.\d+) \[(\w+)\] (\w+)( \(inferred\))?: (.*)$/.exec(line) ?? [];
  if (!id || !severity || !end || text === undefined) return undefined;
  return { id, severity, end, inferred: inferred !== undefined, text };
}

/** Removes the escapes the engine puts before text that looks like structure. */
function textOf(lines: readonly string[]): string | null {
  const text = lines.join("\n").trim();
  return text === "" || text === "None" ? null : text.replaceAll(/^(\s*)\\(?=#{1,6}\s|---|\*\*|[A-Z]+-)/gm, "$1");
}
