// The only way to add up what was sent. A ping costs money and time but asks nothing, so it is not a dispatch; neither are
// the turns of a host's own model. A
// dispatch that was cut off before it answered was sent and paid for; it did not fail, because it is sent again.
import { isHostTurns, isPing, type LedgerLine } from "./ledger.ts";
import { addUsage, inputOf, NO_USAGE, type Usage } from "./usage.ts";

export interface Bill {
  /** How often an agent was asked: fresh, resumed, or cut off before it answered. */
  readonly dispatches: number;
  readonly fresh: number;
  readonly resumed: number;
  readonly unanswered: number;
  /** Answered, but with a failure. */
  readonly failed: number;
  readonly pings: number;
  readonly usage: Usage;
  /** US dollars; null when nothing has a price. */
  readonly cost: number | null;
  /** How much of it has no known price and is not in `cost`: dispatches and pings. */
  readonly unpriced: number;
  readonly milliseconds: number;
}

/** A line of the ledger, or an outcome that will become one. */
export type BillLine = Pick<LedgerLine, "kind" | "reason" | "status" | "usage" | "milliseconds"> & {
  readonly cost?: number | null | undefined;
  readonly estimate?: number | undefined;
};

export type Way = "fresh" | "resumed" | "unanswered" | "ping" | "host";

export function wayOf(line: Pick<LedgerLine, "kind" | "reason" | "status">): Way {
  if (isPing(line)) return "ping";
  if (isHostTurns(line)) return "host";
  // a completed dispatch with this reason is the fresh agent that replaced the interrupted one
  if (line.reason === "interrupted" && line.status === "failed") return "unanswered";
  return isResumed(line) ? "resumed" : "fresh";
}

/** Sent to an agent that has read the rest before: only the prompt was new. A request to repair an answer is one, too. */
export function isResumed({ kind }: Pick<LedgerLine, "kind">): boolean {
  return kind === "resume" || kind === "final" || kind === "repair";
}

export function addUp(lines: readonly BillLine[]): Bill {
  const count = (way: Way) => lines.filter((line) => wayOf(line) === way).length;
  const [fresh, resumed, unanswered, pings] = [count("fresh"), count("resumed"), count("unanswered"), count("ping")];
  return {
    ...{ dispatches: fresh + resumed + unanswered, fresh, resumed, unanswered, pings },
    failed: lines.filter((line) => line.status === "failed" && isAnswered(line)).length,
    usage: lines.reduce((sum, line) => addUsage(sum, line.usage), NO_USAGE),
    cost: sumKnown(lines.map(({ cost }) => cost ?? null)),
    unpriced: lines.filter(({ cost }) => (cost ?? null) === null).length,
    milliseconds: lines.reduce((sum, line) => sum + line.milliseconds, 0),
  };
}

/** What a budget compares with its limits. */
export interface Spent {
  readonly cost: number;
  readonly dispatches: number;
}

/** For a budget: an unknown cost counts as what was expected; what has no price is held by the number of dispatches. */
export function spentOn(lines: readonly BillLine[]): Spent {
  const cost = lines.reduce((sum, line) => sum + (line.cost ?? line.estimate ?? 0), 0);
  return { cost, dispatches: addUp(lines.filter((line) => !isTurnedDown(line))).dispatches };
}

/** A limit, an overload or a refused key: nobody was asked, however often it is tried. */
function isTurnedDown(line: BillLine): boolean {
  const { status, usage } = line;
  return status === "failed" && isAnswered(line) && !usage.estimated && inputOf(usage) + usage.output === 0;
}

/** It came back, successful or not, so it counts in the statistics of sending. */
export function isAnswered(line: Pick<LedgerLine, "kind" | "reason" | "status">): boolean {
  const way = wayOf(line);
  return way === "fresh" || way === "resumed";
}

/** One bill per name, in the order the names first appear. */
export function addUpBy<Line extends BillLine>(
  lines: readonly Line[],
  nameOf: (line: Line) => string,
): ({ readonly name: string } & Bill)[] {
  const groups = new Map<string, Line[]>();
  for (const line of lines) groups.set(nameOf(line), [...(groups.get(nameOf(line)) ?? []), line]);
  return [...groups].map(([name, group]) => ({ name, ...addUp(group) }));
}

export function sumKnown(amounts: readonly (number | null)[]): number | null {
  const known = amounts.filter((amount) => amount !== null);
  return known.length === 0 ? null : known.reduce((sum, amount) => sum + amount, 0);
}
