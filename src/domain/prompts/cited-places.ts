// Where issues say they are: the files of the implementation that they name, and the ids (`AC-3`, `C1`) of what spec and
// design promise. Read from their words, so the same issues always cite the same places.
import type { RoleIssue } from "../review/review-loop.ts";
import { namesFile } from "../text/names-file.ts";
import { idsIn } from "../text/words/words.ts";

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
