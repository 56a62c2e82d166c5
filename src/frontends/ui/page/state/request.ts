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
  return (await ask(address, signal ? { signal } : {})) as Looks[Name];
}

export async function act<Name extends Act>(
  name: Name,
  names: ActNames<Name>,
  body: Body<Name>,
): Promise<ActResult<Name>> {
  const headers = { "content-type": "application/json", [CSRF_HEADER]: readStored("right") ?? "" };
  // keepalive: an answer that is on its way arrives when the tab is closed
  const init = { method: "POST", headers, body: JSON.stringify(body), keepalive: true };
  return (await ask(addressOf(ACTS[name], names), init)) as ActResult<Name>;
}

export function problemOf(error: unknown): Problem {
  if (error instanceof Refused) return error.problem;
  return { code: "page", message: error instanceof Error ? error.message : String(error), fix: "reload the page" };
}

async function ask(address: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(address, init).catch((error: unknown) => {
    if (init.signal?.aborted) throw error;
    throw new Refused({
      code: "not-connected",
      message: "iflow ui does not answer",
      fix: "iflow ui   (in a terminal, if it was ended)",
    });
  });
  const answer = (await response.json().catch(() => ({}))) as { ok?: boolean; data?: unknown; error?: Problem };
  if (response.status === 401) isShutOut.value = true;
  if (answer.ok === true) return answer.data;
  throw new Refused(
    answer.error ?? { code: String(response.status), message: "an answer that is none", fix: "reload the page" },
  );
}
