// Where issues say they are: the files of the implementation that they name, and the ids (`AC-3`, `C1`) of what spec and
// design promise. Read from their words, so the same issues always cite the same places.
import type { RoleIssue } from "../review/review-loop.ts";
import { idsIn } from "../text/words.ts";

export interface CitedPlaces {
  readonly files: readonly string[];
  readonly ids: readonly string[];
  /** Whatever must be fixed names a file. Otherwise somebody has to find out first where the fault is. */
  readonly isComplete: boolean;
}

export function citedPlaces(issues: readonly RoleIssue[], files: readonly string[]): CitedPlaces {
  const read = issues.map((issue) => {
    const text = wordsOf(issue);
    const named = files.filter((file) => namesFile(text, file));
    return { named, ids: idsIn(text).filter((id) => /^[A-Z]/.test(id)), isNeeded: issue.severity !== "suggestion" };
  });
  const needed = read.filter(({ isNeeded }) => isNeeded);
  return {
    files: files.filter((file) => read.some(({ named }) => named.includes(file))),
    ids: [...new Set(read.flatMap(({ ids }) => ids))],
    isComplete: needed.length > 0 && needed.every(({ named }) => named.length > 0),
  };
}

/** Places stand at the beginning of what a reviewer says; a hostile reply may be long. */
const LONGEST = 4_000;

function wordsOf({ location = "", task = "", description, suggestion = "" }: RoleIssue): string {
  return [location, task, description, suggestion].map((words) => words.slice(0, LONGEST)).join("\n");
}

/** By its whole path, also after `./` or the repository's own folder, or by the end of its path: `limit.ts:12`. */
function namesFile(text: string, file: string): boolean {
  const parts = file.split("/");
  const ends = parts.map((_, index) => parts.slice(index).join("/"));
  return ends.some((end, index) => stands(text, end, index === 0 && parts.length > 1 ? /[\w-]$/ : /[\w/.@-]$/));
}

/** Whether the name stands in the text as a word of its own; `before` is what cannot come right before it. */
function stands(text: string, name: string, before: RegExp): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const isBegun = before.test(text.slice(Math.max(0, at - 1), at));
    const isContinued = /^(?:\w|[.-]\w)/.test(text.slice(at + name.length, at + name.length + 2));
    if (!isBegun && !isContinued) return true;
  }
  return false;
}
