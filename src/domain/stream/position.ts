// Where somebody stands in the stream. An event's own id is `{run}@{offset}`. What follows an event in other runs is known
// exactly only if it is also known how far each of them had been told; so each event also names the newest time that was
// told by then, and every run that was not over: `all:2026-11-18T20:08:26.415Z,007-rate-limit.specify.1@4711,…`.
import { IflowError } from "../text/errors.ts";

export interface Position {
  readonly run: string;
  /** Bytes of its records that were told, the head included. */
  readonly offset: number;
}

export interface Since {
  /** Of every run that was not over; without `until` of some, the first of which is the event. */
  readonly positions: readonly Position[];
  /** What has ended by then and is not among them was told. */
  readonly until?: string;
}

const WHOLE = "all:";
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]{8,15}Z$/;

export function printId({ run, offset }: Position): string {
  return `${run}@${offset}`;
}

export function printSince({ positions, until }: Required<Since>): string {
  return `${WHOLE}${[until, ...positions.map(printId)].join(",")}`;
}

export function parseSince(text: string): Since {
  const isWhole = text.startsWith(WHOLE);
  const [first = "", ...rest] = (isWhole ? text.slice(WHOLE.length) : text).split(",");
  if (isWhole && !isTime(first)) throw noPlace(text);
  const ids = isWhole ? rest : [first, ...rest];
  const positions = ids.map((id) => {
    const [, run, offset] = /^([^@,/]+)@(\d{1,15})$/.exec(id) ?? [];
    if (run === undefined) throw noPlace(text);
    return { run, offset: Number(offset) };
  });
  return { positions, ...(isWhole && { until: first }) };
}

/** A day that no calendar has would be passed over by the comparison of times. */
function isTime(text: string): boolean {
  const at = TIME.test(text) ? new Date(text) : undefined;
  return at !== undefined && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text.slice(0, 10));
}

/** Its run is gone, or it is no event of that run. */
export function noEvent(position: Position): IflowError {
  return new IflowError("usage", `--since: there is no event ${printId(position)} any more`, {
    fix: "iflow watch --since start",
  });
}

function noPlace(text: string): IflowError {
  return new IflowError("usage", `--since: ${JSON.stringify(text.slice(0, 80))} is no place in the stream`, {
    fix: "iflow watch --since start, or the `since` or the `id` of an event that iflow watch --json has printed",
  });
}
