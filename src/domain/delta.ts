// What a role has not seen yet: the diff since its own last look, without the files the engine itself writes.

const ENGINE_FILES = [".meta.json", ".review-history.md", "implementation-log.md"];

export function isEngineFile(featureFolder: string, path: string): boolean {
  return ENGINE_FILES.some((name) => path === `${featureFolder}/${name}`);
}

/** Documents show the diff alone; code shows the stat first, so that a reader knows what is coming. */
export function printDelta(diff: { readonly stat: string; readonly patch: string }, withStat: boolean): string {
  const parts = withStat ? [diff.stat, diff.patch] : [diff.patch || diff.stat];
  return parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join("\n\n");
}
