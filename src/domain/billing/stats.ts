// How dispatching works out across all features: how often a resume fails, how often the guard refuses one, how often a
// fresh agent does not read what it is told to. From one line per dispatch, so it outlives the runs and histories.
import { isFeatureKey } from "../feature/feature-key.ts";
import { ROLES } from "../roles/role.ts";
import { addUp, isAnswered, isResumed, wayOf } from "./bill.ts";
import type { LedgerLine } from "./ledger.ts";

export type RateName = "resume-fallback" | "guard" | "lazy-load";

export interface Rate {
  readonly name: RateName;
  readonly count: number;
  readonly of: number;
  /** Null when there was nothing to count. */
  readonly share: number | null;
  /** A share above this is an alarm. */
  readonly limit: number;
  readonly alarm: boolean;
  /** Where it happened most often. */
  readonly runtime: string | null;
}

export interface Stats {
  readonly features: number;
  readonly dispatches: number;
  /** Two features are too few to judge: alarms begin with the third. */
  readonly judged: boolean;
  readonly rates: readonly Rate[];
}

const JUDGED_FROM = 3;

export function computeStats(all: readonly LedgerLine[]): Stats {
  const asked = all.filter((line) => !["ping", "host"].includes(wayOf(line)));
  const features = new Set(asked.map(({ feature }) => feature).filter(isFeatureKey)).size;
  const judged = features >= JUDGED_FROM;
  // an interrupted dispatch is sent again, and the second one shows how it went
  const heard = all.filter(isAnswered);
  const rates = [resumeFallbacks(heard), guardHits(heard), lazyLoadWarnings(heard)];
  return {
    features,
    dispatches: addUp(all).dispatches,
    judged,
    rates: rates.map(({ name, hits, of, limit }) => {
      const share = of === 0 ? null : hits.length / of;
      const alarm = judged && share !== null && share > limit;
      return { name, count: hits.length, of, share, limit, alarm, runtime: mostOf(hits.map((hit) => hit.runtime)) };
    }),
  };
}

interface Counted {
  readonly name: RateName;
  readonly hits: readonly LedgerLine[];
  readonly of: number;
  readonly limit: number;
}

/** Every attempt either succeeded or led to a fallback. A repair is not one: it has no fallback. */
function resumeFallbacks(lines: readonly LedgerLine[]): Counted {
  const hits = lines.filter(({ kind }) => kind === "fallback");
  const attempts = lines.filter((line) => isResumed(line) && line.kind !== "repair" && line.role !== "resume-gate");
  const held = attempts.filter(({ status }) => status === "completed");
  return { name: "resume-fallback", hits, of: held.length + hits.length, limit: 0.2 };
}

const DOCUMENT_PHASES: ReadonlySet<string> = new Set(["specify", "design", "create-plan", "create-tasks"]);
const REVIEWERS: ReadonlySet<string> = new Set(ROLES.filter(({ kind }) => kind === "reviewer").map(({ id }) => id));

/** Rounds of document reviews after the first, where there is something to resume. A round asked twice counts once. */
function guardHits(lines: readonly LedgerLine[]): Counted {
  const rounds = new Map<string, LedgerLine>();
  for (const line of lines) {
    if (line.round < 2 || !DOCUMENT_PHASES.has(line.phase) || !REVIEWERS.has(line.role)) continue;
    const round = `${line.run} ${line.step.slice(0, line.step.lastIndexOf("/"))}`;
    if (!rounds.has(round) || line.reason === "guard") rounds.set(round, line);
  }
  const hits = [...rounds.values()].filter(({ reason }) => reason === "guard");
  return { name: "guard", hits, of: rounds.size, limit: 0.5 };
}

function lazyLoadWarnings(lines: readonly LedgerLine[]): Counted {
  const told = lines.filter(({ readsConfirmed }) => readsConfirmed !== undefined);
  const hits = told.filter(({ readsConfirmed }) => readsConfirmed === false);
  return { name: "lazy-load", hits, of: told.length, limit: 0.2 };
}

function mostOf(names: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? null;
}
