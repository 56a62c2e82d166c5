// What a path of a task list stands for, and whether what a task really changed is its own.

/** The folders and the name before the first wildcard; a folder or a pattern stands for everything below it. */
export function fixedPart(path: string): string[] {
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  const wild = parts.findIndex((part) => /[*?[{]/.test(part));
  return wild < 0 ? parts : parts.slice(0, wild);
}

/** Whether one of these files is none that the task has declared. */
export function hasStrayed(changed: readonly string[], declared: readonly string[]): boolean {
  const claims = declared.map(fixedPart);
  return !changed.every((path) => claims.some((claim) => isBelow(path.split("/"), claim)));
}

function isBelow(path: readonly string[], claim: readonly string[]): boolean {
  return claim.every((part, index) => path[index] === part);
}

/** What a task has really changed. */
export interface Changes {
  /** Of the task. */
  readonly number: string;
  readonly files: readonly string[];
}

export interface Collision {
  readonly paths: readonly string[];
  /** Numbers of the other tasks. */
  readonly others: readonly string[];
}

/** Files that others have changed as well; undefined when there is none. */
export function findCollision(changed: readonly string[], others: readonly Changes[]): Collision | undefined {
  const own = new Set(changed);
  const found = others.flatMap(({ number, files }) =>
    files.filter((path) => own.has(path)).map((path) => ({ number, path })),
  );
  if (found.length === 0) return undefined;
  return {
    paths: [...new Set(found.map(({ path }) => path))].sort(),
    others: [...new Set(found.map(({ number }) => number))],
  };
}
