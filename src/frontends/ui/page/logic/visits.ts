// Since when the person has not looked. Whoever comes back within half an hour has not been away.

const AWAY_MS = 30 * 60_000;

export interface Visits {
  /** When the last visit ended: what ended after it is news. */
  readonly since: string | null;
  readonly seen: string;
}

export function visit(before: Visits | null, now: string): Visits {
  if (before === null) return { since: null, seen: now };
  const wasAway = Date.parse(now) - Date.parse(before.seen) > AWAY_MS;
  return { since: wasAway ? before.seen : before.since, seen: now };
}
