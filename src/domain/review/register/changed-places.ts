// Which places of a text a patch has touched, so that an issue can be asked whether it is about them: files with lines, the
// sections around them, and the ids that stand in changed lines.
import { readSections } from "../../text/markdown.ts";
import { idsIn, tokensOf } from "../../text/words/words.ts";
import type { RoleIssue } from "../review-loop.ts";
import { issueLocation } from "./issue-text.ts";

export interface ChangedPlaces {
  readonly files: readonly ChangedFile[];
}

interface ChangedFile {
  readonly path: string;
  /** Numbers of changed lines, as the file is now; where lines are only gone, the one before them. */
  readonly lines: readonly number[];
  /** Titles of the sections around them; empty for what is no Markdown. */
  readonly sections: readonly string[];
  readonly ids: readonly string[];
}

/** `texts`: documents as they are now, by path; their sections are places too. */
export function changedPlaces(patch: string, texts: ReadonlyMap<string, string> = new Map()): ChangedPlaces {
  const files: { path: string; lines: number[]; ids: string[] }[] = [];
  let at = 0; // the next line of the file as it is now
  let left = { old: 0, new: 0 }; // lines of the hunk that are still to come: a changed line may look like a header
  for (const line of patch.split("\n")) {
    const file = files.at(-1);
    if (left.old + left.new === 0) {
      const [, path] = /^\+\+\+ (?:b\/)?(.+?)\t?$/.exec(line) ?? [];
      if (path !== undefined) files.push({ path, lines: [], ids: [] });
      const [, old = "1", start, now = "1"] = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
      if (start === undefined) continue;
      at = Number(start);
      left = { old: Number(old), new: Number(now) };
      continue;
    }
    const isAdded = line.startsWith("+");
    const isRemoved = line.startsWith("-");
    if (isAdded || isRemoved) {
      file?.lines.push(isAdded ? at : Math.max(1, at - 1));
      file?.ids.push(...idsIn(line));
    }
    if (line.startsWith("\\")) continue; // no newline at the end of the file
    if (!isAdded) left.old -= 1;
    if (isRemoved) continue;
    left.new -= 1;
    at += 1;
  }
  return { files: files.map((file) => ({ ...file, sections: sectionsAround(texts.get(file.path), file.lines) })) };
}

function sectionsAround(text: string | undefined, lines: readonly number[]): string[] {
  if (text === undefined) return [];
  const around = readSections(text).filter(({ level, line, start, end }) => {
    const last = line + text.slice(start, end).trimEnd().split("\n").length - 1;
    return level > 1 && lines.some((one) => one >= line && one <= last);
  });
  return [...new Set(around.map(({ title }) => wordsIn(title)))];
}

/** A reviewer may cite a line or two beside the change it means. */
const NEAR = 3;

/** Without a place an issue is about nothing that changed. */
export function isInChange(issue: RoleIssue, { files }: ChangedPlaces): boolean {
  const place = issueLocation(issue);
  if (place === undefined) return false;
  const words = wordsIn(place);
  return files.some((file) => {
    const cited = citedLines(place, file.path);
    if (cited !== undefined) return file.lines.some((line) => line >= cited.from - NEAR && line <= cited.to + NEAR);
    if (place.includes(file.path) || place.trim() === nameOf(file.path)) return true;
    if (idsIn(place).some((id) => file.ids.includes(id))) return true;
    return file.sections.some((title) => title !== "" && (words.includes(title) || title.includes(words)));
  });
}

/** `src/a.ts:12-14`, `spec.md:8`; for a document also `line 8`. */
function citedLines(place: string, path: string): { readonly from: number; readonly to: number } | undefined {
  const at = place.indexOf(`${nameOf(path)}:`);
  const [, from, to] =
    (at === -1
      ? /\blines? (\d+)(?:\s*[-–]\s*(\d+))?/i.exec(place)
      : /^:(\d+)(?:\s*[-–]\s*(\d+))?/.exec(place.slice(at + nameOf(path).length))) ?? [];
  return from === undefined ? undefined : { from: Number(from), to: Number(to ?? from) };
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function wordsIn(text: string): string {
  return tokensOf(text).join(" ");
}
