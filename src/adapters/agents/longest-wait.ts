/** For what a provider asks to wait: anything longer is a mistake, or no time that a calendar has. */
export const LONGEST_WAIT_MS = 366 * 24 * 3_600_000;
