// Questions to the server, and the two ways they end: with data, or with a problem that says what to do.
import { signal } from "@preact/signals";
import {
  ACTS,
  type Act,
  type ActResult,
  addressOf,
  type Body,
  CSRF_HEADER,
  LOOKS,
  type Look,
  type Looks,
  type NamesIn,
} from "../../view/model/addresses.ts";
import type { Problem } from "../../view/model/common.ts";
import { readStored } from "./stored.ts";

/** So long a view may take, and what is begun: a process that starts is waited for. */
const LOOK_MS = 30_000;
const ACT_MS = 90_000;

/**
 * What is on its way arrives although its tab is closed (`keepalive`), but browsers take no more than 64 KiB of that at once,
 * and refuse what is longer. That is sent as anything else.
 */
const MOST_OUTLIVING = 60_000;
let outliving = 0;

/** The server does not know this browser any more. */
export const isShutOut = signal(false);

class Refused extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

export type Query = Readonly<Record<string, string | undefined>>;
export type LookNames<Name extends Look> = Readonly<Record<NamesIn<(typeof LOOKS)[Name]>, string | number>>;
export type ActNames<Name extends Act> = Readonly<Record<NamesIn<(typeof ACTS)[Name]>, string | number>>;

export function lookAddress<Name extends Look>(name: Name, names: LookNames<Name>, query: Query = {}): string {
  return addressOf(LOOKS[name], names, query);
}

/** `address`: from `lookAddress` of the same view. */
export async function fetchLook<Name extends Look>(address: string, signal?: AbortSignal): Promise<Looks[Name]> {
  return (await ask(address, {}, LOOK_MS, signal)) as Looks[Name];
}

export async function act<Name extends Act>(
  name: Name,
  names: ActNames<Name>,
  body: Body<Name>,
): Promise<ActResult<Name>> {
  const headers = { "content-type": "application/json" };
  const words = new TextEncoder().encode(JSON.stringify(body));
  const keepalive = outliving + words.length <= MOST_OUTLIVING;
  const counted = keepalive ? words.length : 0;
  outliving += counted;
  try {
    const init = { method: "POST", headers, body: words, keepalive };
    return (await ask(addressOf(ACTS[name], names), init, ACT_MS)) as ActResult<Name>;
  } finally {
    outliving -= counted;
  }
}

export function problemOf(error: unknown): Problem {
  if (error instanceof Refused) return error.problem;
  return { code: "page", message: error instanceof Error ? error.message : String(error), fix: "reload the page" };
}

/** With the word that the server gave to this browser. */
export async function fetchOwn(address: string, init: RequestInit): Promise<Response> {
  const response = await fetch(address, {
    ...init,
    headers: { ...init.headers, [CSRF_HEADER]: readStored("right") ?? "" },
  });
  if ([401, 403].includes(response.status)) isShutOut.value = true;
  return response;
}

interface Answered {
  readonly ok?: boolean;
  readonly data?: unknown;
  readonly error?: Problem;
}

/** `given`: of whoever does not want the answer any more. */
async function ask(address: string, init: RequestInit, limit: number, given?: AbortSignal): Promise<unknown> {
  const late = AbortSignal.timeout(limit);
  const signal = given ? AbortSignal.any([late, given]) : late;
  try {
    const response = await fetchOwn(address, { ...init, signal });
    const answer = (await response.json().catch(() => ({}))) as Answered;
    signal.throwIfAborted();
    if (answer.ok === true) return answer.data;
    throw new Refused(
      answer.error ?? { code: String(response.status), message: "an answer that is none", fix: "reload the page" },
    );
  } catch (error) {
    if (error instanceof Refused || given?.aborted) throw error;
    throw new Refused(late.aborted ? tooLate(limit) : NOT_CONNECTED);
  }
}

const NOT_CONNECTED: Problem = {
  code: "not-connected",
  message: "iflow ui does not answer",
  fix: "iflow ui   (in a terminal, if it was ended)",
};

function tooLate(limit: number): Problem {
  const message = `iflow ui has not answered for ${limit / 1000} seconds; it may still do what it was asked for`;
  return { code: "no-answer", message, fix: "reload the page" };
}
