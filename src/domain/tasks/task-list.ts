// Reads a task list as people and agents write it: every task with its number, its text and its labelled fields. The
// text is never changed; what cannot be read is left out, not guessed. Linear in the length of the text.
import { type Markdown, type ProseLine, readMarkdown } from "../text/markdown.ts";
import { dependencyReader } from "./task-dependencies.ts";
import { readTaskFields, type TaskField } from "./task-fields.ts";
import { findTaskMarkers, TASK_FORMS, type TaskMarker } from "./task-markers.ts";
import { parseReferences, type ReferenceKind, type TaskReference } from "./task-references.ts";

export interface Task {
  /** As written in its heading: `1.1`, `T2`, `A.1`. */
  readonly number: string;
  readonly title: string;
  /** The text below the heading, up to the next task. */
  readonly body: string;
  /** Heading level; 0 for a list item. */
  readonly level: number;
  /** 1-based. */
  readonly line: number;
  readonly why: string | undefined;
  readonly references: readonly TaskReference[];
  /** Numbers of tasks in the list. */
  readonly dependsOn: readonly string[];
  /** Dependencies that look like task numbers but belong to no task. */
  readonly unknownDependencies: readonly string[];
  readonly files: readonly string[];
  readonly test: string | undefined;
  readonly done: readonly string[];
  readonly fields: readonly TaskField[];
}

export type TaskList =
  | { readonly ok: true; readonly tasks: readonly Task[] }
  | { readonly ok: false; readonly lookedFor: readonly string[] };

/** A caller that has already parsed the blocks passes them in. */
export function parseTasks(text: string, { sections, lines }: Omit<Markdown, "html"> = readMarkdown(text)): TaskList {
  const markers = findTaskMarkers(sections, lines, text.length);
  if (markers.length === 0) return { ok: false, lookedFor: TASK_FORMS };
  const readDependencies = dependencyReader(markers.map(({ number }) => number));
  const headings = new Set(sections.map(({ line }) => line));
  const linesBelow = splitLines(markers, lines);
  const tasks = markers.map((marker, position) => {
    const { number, title, level, line, below, end } = marker;
    const fields = readTaskFields(text, linesBelow[position] ?? [], { end, headings });
    const needs = valuesOf(fields, "dependsOn").map((value) => readDependencies(firstParagraph(value), position));
    return {
      ...{ number, title, level, line, fields },
      body: text.slice(below, end).trim(),
      why: valuesOf(fields, "why")[0],
      references: fields.flatMap(referencesIn),
      dependsOn: unique(needs.flatMap(({ known }) => known)),
      unknownDependencies: unique(needs.flatMap(({ unknown }) => unknown)),
      files: unique(valuesOf(fields, "files").flatMap(pathsIn)),
      test: valuesOf(fields, "test")[0],
      done: fields.flatMap(criteriaIn),
    };
  });
  return { ok: true, tasks };
}

/** The prose lines below each marker; both are in text order. */
function splitLines(markers: readonly TaskMarker[], lines: readonly ProseLine[]): ProseLine[][] {
  let next = 0;
  return markers.map(({ below, end }) => {
    const own: ProseLine[] = [];
    for (let line = lines[next]; line && line.start < end; line = lines[++next])
      if (line.start >= below) own.push(line);
    return own;
  });
}

function valuesOf(fields: readonly TaskField[], name: TaskField["name"]): string[] {
  return fields.filter((field) => field.name === name && field.value !== "").map(({ value }) => value);
}

function referencesIn({ name, label, value }: TaskField): readonly TaskReference[] {
  if (name === "why") return parseReferences(firstParagraph(value));
  if (name !== "reference" || isListOfCriteria(label, value)) return [];
  return parseReferences(firstParagraph(value), meaningOf(label));
}

/** The text after the label, up to an empty line, a list or code; a list right below the label is joined. */
function firstParagraph(value: string): string {
  const lines = value.split(/\r\n?|\n/);
  if (BULLET.test(value)) {
    return lines.flatMap((line) => (BULLET.test(line) ? [line.replace(BULLET, "")] : [])).join(", ");
  }
  const end = lines.findIndex((line) => /^\s*(?:$|`{3}|~{3})/.test(line) || BULLET.test(line));
  return lines.slice(0, end < 0 ? undefined : end).join(" ");
}

/** What a bare number after that label means. */
function meaningOf(label: string): { readonly kind: ReferenceKind; readonly word: string | undefined } {
  const word = /\b(item|step|phase|stage|component)s?$/.exec(label)?.[1];
  if (label.startsWith("design")) return { kind: "design", word };
  return { kind: /^(?:spec|ac)/.test(label) ? "spec" : "plan", word };
}

/** `**AC:** AC-3, AC-4` cites criteria; `**AC:** the file exists` says when the task is done. */
function isListOfCriteria(label: string, value: string): boolean {
  return /^acs?$/.test(label) && !/^(?:[A-Z]{1,4}-?\d|[-—–]+$)/.test(value);
}

function criteriaIn({ name, label, value }: TaskField): string[] {
  const holdsCriteria = name === "done" || (name === "reference" && isListOfCriteria(label, value));
  if (!holdsCriteria || value === "") return [];
  const items = value.split(/\r\n?|\n/).filter((line) => BULLET.test(line));
  const before = value.slice(0, value.search(BULLET_LINE)).trim(); // not used when the search gives -1
  if (items.length === 0) return [value];
  return [...(before === "" ? [] : [before]), ...items.map((item) => item.replace(BULLET, "").trim())];
}

const BULLET = /^[ \t]*(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?/;
const BULLET_LINE = new RegExp(BULLET.source, "m");

/** Paths in code marks; if there are none, the first word of each piece that looks like a path. */
function pathsIn(value: string): string[] {
  const inCode = [...value.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path);
  const named = inCode.length > 0 ? inCode : value.split(/[,;\n]/).map((piece) => piece.trim().replace(/\s.*$/s, ""));
  return named.filter((path) => /[./]/.test(path) && /[\w/]$/.test(path) && !/\s/.test(path));
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
