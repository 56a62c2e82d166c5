// The formats of journals, without the schema of a head.

/** What new journals are. From 3 on, lines are sealed (domain/text/seal.ts) and the run's files have their sums in it. */
export const JOURNAL_FORMAT = 3;
/** The steps of earlier formats are not those that this build would take: prompts have changed too much. */
const OLDEST_REPLAYED = 2;

/** The run can be read, but its recorded steps are not the ones that this build would take. */
export function isOutdated({ format }: { readonly format: number }): boolean {
  return format < OLDEST_REPLAYED;
}

/** Its lines and files carry checksums; a run of an earlier format has none, also where this build continues it. */
export function isSealed({ format }: { readonly format: number }): boolean {
  return format === JOURNAL_FORMAT;
}
