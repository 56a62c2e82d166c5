// A view, asked for once and again whenever something happened. What was shown before is shown at once.
import { effect, type Signal, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Look, Looks } from "../../view/model/addresses.ts";
import type { Problem } from "../../view/model/common.ts";
import { learnHead } from "./head.ts";
import { changes } from "./live.ts";
import { fetchLook, type LookNames, lookAddress, problemOf, type Query } from "./request.ts";

export interface Shown<View> {
  readonly view: View | null;
  /** Why it is not there, or not the newest. */
  readonly problem: Problem | null;
  /** It takes so long that something has to be shown meanwhile. */
  readonly isSlow: boolean;
}

const SLOW_MS = 300;
/** Several things happen at once; they are one change. */
const GATHER_MS = 150;
const BETWEEN_MS = 1000;
const BETWEEN_HIDDEN_MS = 5000;
const MOST_KEPT = 40;

const NOTHING = { view: null, problem: null, isSlow: false };
const kept = new Map<string, Signal<Shown<object>>>();

export function useLook<Name extends Look>(name: Name, names: LookNames<Name>, query: Query = {}): Shown<Looks[Name]> {
  const address = lookAddress(name, names, query);
  const shown = shownAt(address);
  useEffect(() => follow(address, shown), [address, shown]);
  return shown.value as Shown<Looks[Name]>;
}

function shownAt(address: string): Signal<Shown<object>> {
  const shown = kept.get(address) ?? signal<Shown<object>>(NOTHING);
  kept.delete(address);
  kept.set(address, shown); // the last one that was looked at is let go last
  for (const old of [...kept.keys()].slice(0, -MOST_KEPT)) kept.delete(old);
  return shown;
}

function follow(address: string, shown: Signal<Shown<object>>): () => void {
  const ended = new AbortController();
  let [seen, isAsking, askedAt] = [-1, false, Number.NEGATIVE_INFINITY];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const ask = async () => {
    [seen, isAsking, askedAt] = [changes.peek(), true, performance.now()];
    const slow = setTimeout(() => {
      shown.value = { ...shown.peek(), isSlow: true };
    }, SLOW_MS);
    try {
      const view = await fetchLook(address, ended.signal);
      learnHead(view);
      shown.value = { view, problem: null, isSlow: false };
    } catch (error) {
      if (!ended.signal.aborted) shown.value = { ...shown.peek(), problem: problemOf(error), isSlow: false };
    }
    clearTimeout(slow);
    isAsking = false;
    if (!ended.signal.aborted && seen !== changes.peek()) plan();
  };
  const plan = () => {
    clearTimeout(timer);
    const between = document.hidden ? BETWEEN_HIDDEN_MS : BETWEEN_MS;
    timer = setTimeout(ask, Math.max(GATHER_MS, askedAt + between - performance.now()));
  };
  const stop = effect(() => {
    if (changes.value !== seen && seen !== -1 && !isAsking) plan();
  });
  void ask();
  return () => {
    stop();
    clearTimeout(timer);
    ended.abort();
  };
}
