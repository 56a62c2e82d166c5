// Lines with their changed words marked, [-removed-]{+added+}, and the two lines that each stands for. Git takes the
// blanks between words from the new text alone, so its marks are trusted only where both sides can be read from them:
// words are separated by a blank, and an added word takes its blank with it. Otherwise whole lines are marked.

/** The changed lines of one place, as a word diff prints them and as they are. */
export interface Hunk {
  readonly printed: readonly string[];
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Lines from which both sides can be read. */
export function markLines({ printed, before, after }: Hunk): string[] {
  const whole = [...before.map((line) => `[-${line}-]`), ...after.map((line) => `{+${line}+}`)];
  return markEmptyLines({ printed, before, after }) ?? whole;
}

/** Git leaves an empty line unmarked, whichever side has it. Undefined if a line does not show what was there. */
function markEmptyLines({ printed, before, after }: Hunk): string[] | undefined {
  const [left, right] = [[...before], [...after]];
  const marked: string[] = [];
  for (const line of printed) {
    const isEmpty = line === "";
    const old = isEmpty && left[0] !== "" ? undefined : lineBefore(line);
    const now = isEmpty && right[0] !== "" ? undefined : lineAfter(line);
    if (old !== undefined && left.shift() !== old) return undefined;
    if (now !== undefined && right.shift() !== now) return undefined;
    if (!isEmpty || (old !== undefined && now !== undefined)) marked.push(line);
    else if (old !== undefined) marked.push("[--]");
    else if (now !== undefined) marked.push("{++}");
    else return undefined;
  }
  return left.length + right.length === 0 ? marked : undefined;
}

/** The line before the change; undefined when all of it was added. */
function lineBefore(line: string): string | undefined {
  const parts = partsOf(line);
  if (isOnly("added", parts)) return undefined;
  let before = "";
  for (const [index, { kind, text }] of parts.entries()) {
    const last = parts[index - 1]?.kind;
    const isInPlace = parts[index - 2]?.kind === "removed"; // the added words replace others
    if (kind === "removed") before += `${/\S$/.test(before) ? " " : ""}${text}`;
    else if (kind === "kept" && last === "removed") before += `${/^\S/.test(text) ? " " : ""}${text}`;
    else if (kind === "kept" && last === "added" && !isInPlace && !/\S$/.test(before)) before += text.replace(/^ /, "");
    else if (kind === "kept") before += text;
  }
  const isGrown = parts.at(-1)?.kind === "added" && parts.at(-2)?.kind !== "removed";
  return isGrown ? before.replace(/ $/, "") : before;
}

/** The line after the change; undefined when all of it was removed. */
function lineAfter(line: string): string | undefined {
  const parts = partsOf(line);
  if (isOnly("removed", parts)) return undefined;
  return parts.map(({ kind, text }) => (kind === "removed" ? "" : text)).join("");
}

interface Part {
  readonly kind: "kept" | "removed" | "added";
  readonly text: string;
}

function partsOf(line: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const mark of line.matchAll(/\[-(.*?)-\]|\{\+(.*?)\+\}/gs)) {
    if (mark.index > end) parts.push({ kind: "kept", text: line.slice(end, mark.index) });
    const [all, removed, added = ""] = mark;
    parts.push(removed === undefined ? { kind: "added", text: added } : { kind: "removed", text: removed });
    end = mark.index + all.length;
  }
  if (end < line.length) parts.push({ kind: "kept", text: line.slice(end) });
  return parts;
}

function isOnly(kind: Part["kind"], parts: readonly Part[]): boolean {
  const marked = parts.filter((part) => part.kind !== "kept" || part.text.trim() !== "");
  return marked.length > 0 && marked.every((part) => part.kind === kind);
}
