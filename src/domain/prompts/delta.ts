// What a role has not seen yet: the diff since it last looked, without the files that the engine writes.

const ENGINE_FILES = [".meta.json", ".review-history.md", "implementation-log.md", "receipts.json"];

export function isEngineFile(featureFolder: string, path: string): boolean {
  return ENGINE_FILES.some((name) => path === `${featureFolder}/${name}`);
}

/** Documents show only the diff; code shows the stat first, so that a reader knows what is coming. */
export function printDelta(diff: { readonly stat: string; readonly patch: string }, withStat: boolean): string {
  const parts = withStat ? [diff.stat, diff.patch] : [diff.patch || diff.stat];
  return parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join("\n\n");
}

/** How many lines were added and removed, wherever they are: for a progress row, not for a patch. */
export function countChangedLines(before: string, after: string): { readonly added: number; readonly removed: number } {
  const counts = new Map<string, number>();
  for (const line of linesOf(after)) counts.set(line, (counts.get(line) ?? 0) + 1);
  for (const line of linesOf(before)) counts.set(line, (counts.get(line) ?? 0) - 1);
  const differences = [...counts.values()];
  return {
    added: differences.reduce((sum, count) => sum + Math.max(0, count), 0),
    removed: differences.reduce((sum, count) => sum + Math.max(0, -count), 0),
  };
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}
