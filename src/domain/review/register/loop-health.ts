// Whether a loop converges: how much is open after a round, and what came and went in it. Shown, never acted upon.

import { isBlocking } from "../verdict.ts";
import type { Register } from "./issue-register.ts";

export interface LoopHealth {
  readonly open: number;
  /** Of those that were open before the round, how many are no longer. */
  readonly ended: number;
  readonly raised: number;
  /** For how many rounds in a row the number of open issues has not fallen. */
  readonly flat: number;
}

/** What blocks: suggestions hold up nothing. */
export function healthOf(before: Register, after: Register, loop: string, earlier?: LoopHealth): LoopHealth {
  const [was, is] = [openIn(before, loop), openIn(after, loop)];
  const ended = [...was].filter((id) => !is.has(id)).length;
  const raised = [...is].filter((id) => !was.has(id)).length;
  const flat = earlier !== undefined && is.size > 0 && is.size >= earlier.open ? earlier.flat + 1 : 0;
  return { open: is.size, ended, raised, flat };
}

function openIn(register: Register, loop: string): Set<string> {
  return new Set(
    register.filter((one) => one.end === "open" && one.loop === loop && isBlocking(one)).map(({ id }) => id),
  );
}

/** Two rounds without a fall are worth a word. */
export function isStalled({ flat }: LoopHealth): boolean {
  return flat >= 2;
}

/** `open 3 (−2, +1 new)` */
export function printHealth({ open, ended, raised, flat }: LoopHealth): string {
  const moved = [ended > 0 ? `−${ended}` : "", raised > 0 ? `+${raised} new` : ""].filter(Boolean).join(", ");
  const stalled = flat >= 2 ? `, no fewer for ${flat} rounds` : "";
  return `open ${open}${moved === "" ? "" : ` (${moved})`}${stalled}`;
}

/** A loop in numbers, round by round: small enough to be kept with its phase. */
export interface LoopTrace {
  readonly open: readonly number[];
  readonly raised: readonly number[];
}

export function traceOf(moves: readonly LoopHealth[]): { open: number[]; raised: number[] } {
  return { open: moves.map(({ open }) => open), raised: moves.map(({ raised }) => raised) };
}

export interface Convergence {
  readonly loops: number;
  readonly rounds: number;
  /** In the second and later rounds: issues that were new, and those that were open before and still are. */
  readonly later: { readonly fresh: number; readonly repeated: number };
  /** Loops in which more was open after some round than after the one before. */
  readonly rises: number;
  /** Loops that ended with something open. */
  readonly unresolved: number;
}

/** Over many loops. */
export function convergenceOf(traces: readonly LoopTrace[]): Convergence {
  const sum = (count: (trace: LoopTrace) => number) => traces.reduce((all, trace) => all + count(trace), 0);
  const later = (numbers: readonly number[]) => numbers.slice(1).reduce((all, number) => all + number, 0);
  const fresh = sum(({ raised }) => later(raised));
  return {
    loops: traces.length,
    rounds: sum(({ open }) => open.length),
    later: { fresh, repeated: Math.max(0, sum(({ open }) => later(open)) - fresh) },
    rises: traces.filter(({ open }) => open.some((number, at) => at > 0 && number > (open[at - 1] ?? 0))).length,
    unresolved: traces.filter(({ open }) => (open.at(-1) ?? 0) > 0).length,
  };
}
