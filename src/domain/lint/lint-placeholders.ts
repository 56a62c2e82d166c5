// Finds leftovers of a template: `{Feature Name}`, `<one sentence>`, `TBD`, `[NEEDS CLARIFICATION: …]`. Braces and
// angle brackets count only where they fill a whole heading, field, item or cell, because sentences in documents talk
// about templates, paths and generics. Code is exempt.
import type { Markdown, ProseLine } from "../text/markdown.ts";

export interface Placeholder {
  readonly found: string;
  readonly line: number;
}

export function findPlaceholders({ lines, html }: Pick<Markdown, "lines" | "html">): Placeholder[] {
  return [
    ...lines.flatMap((line) =>
      report(line, /[[{<…]|\.\.\.|TODO|TBD|FIXME/.test(line.text) && findIn(withoutCode(line.text))),
    ),
    ...html.flatMap((line) =>
      report(
        line,
        /^\s*(?:[-*+]\s+(?:\[[ xX]\]\s+)?|\d+[.)]\s+)?(<(?!details|script|video|audio|iframe)[a-z][\w-]*\s[^<>="/]*>)\s*$/i.exec(
          line.text,
        )?.[1],
      ),
    ),
  ];
}

function report({ line }: ProseLine, found: string | false | undefined): Placeholder[] {
  return found ? [{ found: found.length > 60 ? `${found.slice(0, 59)}…` : found, line }] : [];
}

const CODE = "¤";

/** Leaves a mark in place of code, so that the text beside it is not taken for the whole value. */
function withoutCode(text: string): string {
  return text.replace(/`+/g, "`").replace(/`[^`]*`/g, CODE);
}

function findIn(text: string): string | undefined {
  const marker = /\[(?:NEEDS CLARIFICATION|TBD|TODO|PLACEHOLDER|FILL IN)\b[^\]]*\]?/i.exec(text)?.[0];
  return marker ?? openWork(text) ?? valuesIn(text).find(isTemplateText)?.value;
}

/** `TODO: …` and `TBD` where content should be; not a sentence about such marks. */
function openWork(text: string): string | undefined {
  const match = /(?<![\p{L}\p{N}_"'“-])(TODO|TBD|FIXME)(?![\p{L}\p{N}_"'”-])/u.exec(text);
  if (!match) return undefined;
  const [before, after] = [text.slice(0, match.index), text.slice(match.index + match[0].length)];
  const stands = /(?:^[\s>*+#-]*|[:|(=—–]\s*|\*\*:?\s*|\b(?:is|are|still|remains?)\s+)$/.test(before);
  const ends = /^\s*(?:$|[:|.,;)]|\()/.test(after);
  return stands && (match[1] === "TBD" || ends) ? match[0] : undefined;
}

interface Value {
  readonly value: string;
  /** It stands behind a label or in a heading, where a single word in brackets is neither a tag nor a parameter. */
  readonly isNamed: boolean;
}

/** The whole text of a heading after its name, of a field after its label, of an item, of each cell. */
function valuesIn(text: string): Value[] {
  if (/^\s*\|/.test(text)) return text.split("|").map((cell) => ({ value: cell.trim(), isNamed: false }));
  const bare = text.replace(/^\s*(?:#{1,6}\s+|>\s*|(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?)/, "");
  const named = /^(?:\*\*[^*]{1,60}\*\*:?|[^:]{1,60}:|(?:given|when|then|and)\s)\s*(.*)$/i.exec(bare)?.[1];
  const isHeading = /^\s*#/.test(text);
  const whole = { value: bare.trim(), isNamed: isHeading || bare.startsWith("{") };
  return named === undefined ? [whole] : [whole, { value: named.trim(), isNamed: true }];
}

function isTemplateText({ value, isNamed }: Value): boolean {
  if (isNamed && /^(?:…|\.\.\.)$/.test(value)) return true;
  const inner = /^(?:\{([^{}"%¤]+)\}|<([^<>="/¤]+)>)$/
    .exec(value)
    ?.slice(1)
    .find((text) => text !== undefined);
  return inner !== undefined && /\p{L}/u.test(inner) && (isNamed || /\S\s+\S/.test(inner));
}
