// A file that a completion writes or removes before its commit exists. If the process dies in between, the commit decides
// what the file has to hold: with the commit, what is committed; without it, what was there before.

/** Null where there is no file. */
export interface CompletionFile {
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * The text that the file has to be given; undefined when it is right already, or when it is neither what was there before
 * nor what the completion wrote: then somebody else changed it. `committed` is undefined when there is no commit.
 */
export function mendedText(
  { before, after }: CompletionFile,
  now: string | null,
  committed: string | null | undefined,
): { readonly text: string | null } | undefined {
  const text = committed === undefined ? before : committed;
  if (now === text || (now !== before && now !== after)) return undefined;
  return { text };
}
