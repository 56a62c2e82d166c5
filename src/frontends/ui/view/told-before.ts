// Whether somebody who comes back with a place in the stream was told a fact before they left: the same rule that the
// stream itself follows when it is begun there, for facts that are in memory already.
import type { Since } from "../../../domain/stream/position.ts";

export interface ToldFact {
  readonly run: string;
  readonly offset: number;
}

/** `overAt`: when its run ended; undefined while it has not. */
export function wasTold({ run, offset }: ToldFact, overAt: string | undefined, { positions, until }: Since): boolean {
  const named = positions.find((one) => one.run === run);
  if (named) return offset <= named.offset;
  return until !== undefined && overAt !== undefined && overAt <= until;
}
