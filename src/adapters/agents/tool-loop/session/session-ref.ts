// The name of a point in a session: its id and the last committed turn, `…@3`. Resuming a point continues from exactly
// there, whatever else was said in that session since.
import type { AgentRef } from "../../../../domain/dispatch/dispatch-plan.ts";

export interface SessionPoint {
  readonly id: string;
  readonly turn: number;
}

export const printRef = ({ id, turn }: SessionPoint): AgentRef => `${id}@${turn}`;

/** Undefined for a name we never gave out, so that no name can lead to another file. */
export function parseRef(ref: AgentRef): SessionPoint | undefined {
  const [, id, turn] = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@([1-9]\d{0,8})$/.exec(ref) ?? [];
  return id === undefined ? undefined : { id, turn: Number(turn) };
}
