import type { DiffLine, DiffView, IssueView } from "../../../view/model/common.ts";
import { isAtPath, placeOfIssue } from "../../logic/issue-place.ts";
import { DiffFiles } from "../diff/diff-files.tsx";
import { IssueNote } from "./issue-note.tsx";

interface IssueDiffOf {
  readonly diff: DiffView;
  readonly issues: readonly IssueView[];
  readonly openUpTo?: number;
}

/** A diff with each issue below the line it is about, and its id beside the name of its file. */
export function IssueDiff({ diff, issues, openUpTo = 0 }: IssueDiffOf) {
  const placed = issues.flatMap((issue) => {
    const place = placeOfIssue(issue.where);
    return place ? [{ issue, place }] : [];
  });
  const besidePath = (path: string) => {
    const ids = placed.filter(({ place }) => isAtPath(place, path)).map(({ issue }) => issue.id);
    return ids.length === 0 ? null : <span class="accent small">{[...new Set(ids)].join(", ")}</span>;
  };
  const below = (path: string, line: DiffLine) => {
    const here = placed.filter(({ place }) => isAtPath(place, path) && place.line !== null && isOn(place.line, line));
    return here.length === 0 ? null : here.map(({ issue }) => <IssueNote key={issue.id} issue={issue} />);
  };
  return <DiffFiles diff={diff} openUpTo={openUpTo} besidePath={besidePath} below={below} />;
}

/** Reviewers count the lines of what they looked at: what was taken away, or what has stayed. */
function isOn(place: number, { sign, old }: DiffLine): boolean {
  return sign !== "+" && old === place;
}
