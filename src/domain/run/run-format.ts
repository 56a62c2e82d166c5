// The formats of journals, without the schema of a head.

/** What new journals are. */
export const JOURNAL_FORMAT = 4;
/** The steps of earlier formats are not those that this build would take: prompts have changed too much. */
const OLDEST_REPLAYED = 2;
/** From here on, lines are sealed (domain/text/json/seal.ts) and the run's files have their sums in it. */
const FIRST_SEALED = 3;
/** From here on, the history says how loops converge, and disputes are ruled. */
const FIRST_RULED = 4;

/** The run can be read, but its recorded steps are not the ones that this build would take. */
export function isOutdated({ format }: { readonly format: number }): boolean {
  return format < OLDEST_REPLAYED;
}

/** Its lines and files carry checksums; a run of an earlier format has none, also where this build continues it. */
export function isSealed({ format }: { readonly format: number }): boolean {
  return format >= FIRST_SEALED && format <= JOURNAL_FORMAT; // of a later one nothing is known
}

/** A run that was begun before goes on as it began. */
export function hasRulings({ format }: { readonly format: number }): boolean {
  return format >= FIRST_RULED;
}
