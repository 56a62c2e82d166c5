// Where an issue belongs in a diff, by what its reviewer wrote: `src/login.mjs:9`, `design.md:84-90`.

export interface IssuePlace {
  readonly path: string;
  /** Null: somewhere in the file. */
  readonly line: number | null;
}

export function placeOfIssue(where: string | null): IssuePlace | null {
  const [, path, line] = /^`?([^\s:`]+\.[\w]+)`?(?::(\d+))?/.exec(where ?? "") ?? [];
  return path === undefined ? null : { path, line: line === undefined ? null : Number(line) };
}

/** Reviewers name a document by its name, code by its path. */
export function isAtPath(place: IssuePlace, path: string): boolean {
  return path === place.path || path.endsWith(`/${place.path}`);
}
