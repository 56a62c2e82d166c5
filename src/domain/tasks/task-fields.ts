// The labelled parts of a task (`**Why:** …`, `- **Depends on**: …`, `  - Done: …`, `### Done when`), each with the
// text that belongs to it. Code below a label belongs to its text; a label inside code does not count. task-markers.ts
// decides which task a line belongs to.
import type { ProseLine } from "../text/markdown.ts";

export type FieldName = keyof typeof LABELS;

export interface TaskField {
  readonly name: FieldName;
  /** As written, in lower case. */
  readonly label: string;
  readonly value: string;
  readonly line: number;
}

/** `reference` fields hold only ids; `why` may explain. */
const LABELS = {
  why: /^(?:why|source|implements|traces? to|traceability|covers|satisfies|refs?|references)$/,
  reference:
    /^(?:(?:plan|design|spec)(?: (?:refs?|references?|items?|steps?|phases?|stages?|components?))?|step|item|acs?)$/,
  dependsOn: /^(?:depends(?: on)?|dependenc(?:y|ies)|deps?|blocked by|prerequisites?|requires|needs)$/,
  blocks: /^blocks$/,
  files: /^files?(?: to (?:change|modify|create|edit))?$/,
  test: /^(?:tests?|verify|verification|test command)$/,
  done: /^(?:done(?: when| criteria)?|dod|definition of done|acceptance(?: criteria)?|pass criteria|exit criteria|success criteria)$/,
} as const;

/** `lines` are the prose lines below the task's own line; `headings` the line numbers of those that are headings. */
export function readTaskFields(
  text: string,
  lines: readonly ProseLine[],
  task: { readonly end: number; readonly headings: ReadonlySet<number> },
): TaskField[] {
  const fields: TaskField[] = [];
  let open: OpenField | undefined;
  let afterBlank = false;
  const close = (end: number) => {
    if (open?.name) {
      const { name, label, line } = open;
      fields.push({ name, label, line, value: text.slice(open.valueStart, end).trim() });
    }
    open = undefined;
  };

  for (const line of lines) {
    if (line.text.trim() === "") {
      afterBlank = true;
      continue;
    }
    const isHeading = task.headings.has(line.line);
    const next = isHeading ? headingField(line) : labelField(line);
    if (isHeading || isRule(line) || (next && (!open || next.indent <= open.indent || isNamedAnywhere(next)))) {
      close(line.start);
      open = next;
    } else if (open && endsAt(open, line, afterBlank, () => /\S/.test(text.slice(open?.valueStart, line.start)))) {
      close(line.start);
    }
    afterBlank = false;
  }
  close(task.end);
  return fields;
}

interface OpenField {
  readonly name: FieldName | undefined;
  readonly label: string;
  readonly line: number;
  readonly indent: number;
  readonly isItem: boolean;
  readonly isHeading: boolean;
  readonly valueStart: number;
}

function headingField({ text, line, end }: ProseLine): OpenField {
  const label = normalize(text.replace(/[#:]+\s*$|^#+/g, ""));
  return { name: nameOf(label), label, line, indent: 0, isItem: false, isHeading: true, valueStart: end };
}

/** A label without bold marks counts only if its name is known: many sentences begin with a word and a colon. */
function labelField({ text, line, start }: ProseLine): OpenField | undefined {
  const match =
    /^(\s*)([-*+]\s+)?(?:\[[ xX]\]\s+)?(?:\*\*([^*]{1,60}):\*\*|\*\*([^*]{1,60})\*\*:|([A-Z][A-Za-z -]{1,20}):(?=\s|$))/.exec(
      text,
    );
  if (!match) return undefined;
  const [whole, indent = "", dash, inside, outside, plain] = match;
  const label = normalize(inside ?? outside ?? plain ?? "");
  const name = nameOf(label);
  if (plain !== undefined && name === undefined) return undefined;
  return {
    ...{ name, label, line, isHeading: false, isItem: dash !== undefined },
    ...{ indent: indent.length, valueStart: start + whole.length },
  };
}

/** Inside another field, `**Design:**` or `**Test:**` is part of the text; these are labels at any indentation. */
function isNamedAnywhere({ name }: OpenField): boolean {
  return name === "why" || name === "dependsOn" || name === "done";
}

function normalize(label: string): string {
  return label
    .replace(/\([^)]*\)/g, "")
    .replace(/[-*_\s]+/g, " ")
    .trim()
    .toLowerCase();
}

function nameOf(label: string): FieldName | undefined {
  const names = Object.keys(LABELS) as FieldName[]; // the keys of that table
  return names.find((name) => LABELS[name].test(label));
}

function isRule({ text }: ProseLine): boolean {
  return /^ {0,3}(?:-{3,}|\*{3,}|_{3,})\s*$/.test(text);
}

/** A list or deeper text continues after an empty line; a new paragraph, or the next item of the same list, ends it. */
function endsAt(open: OpenField, { text }: ProseLine, afterBlank: boolean, hasValue: () => boolean): boolean {
  if (open.isHeading) return false;
  const indent = text.length - text.trimStart().length;
  const isItem = /^\s*(?:[-*+]|\d+[.)])\s/.test(text);
  if (open.isItem) return indent <= open.indent && (isItem || (afterBlank && hasValue()));
  return afterBlank && indent <= open.indent && !isItem && hasValue();
}
