// Keys, one listener for the page. What was opened last is asked first.
import { signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { readPress, type Wish } from "../logic/keys.ts";
import { readStored, writeStored } from "./stored.ts";

/** True when it did something. */
type Taker = (wish: Wish) => boolean;

const takers: { readonly current: Taker }[] = [];

/** Somebody who speaks to their computer, or rests a hand on the keys, turns them off. */
export const hasKeys = signal(readStored("keys") !== "off");

export function toggleKeys(): void {
  hasKeys.value = !hasKeys.peek();
  writeStored("keys", hasKeys.peek() ? "on" : "off");
}

export function useKeys(taker: Taker): void {
  const latest = useRef(taker);
  latest.current = taker;
  // before anybody can see what the keys are for: an effect would come a moment after that
  useLayoutEffect(() => {
    takers.push(latest);
    return () => void takers.splice(takers.indexOf(latest), 1);
  }, []);
}

export function listenToKeys(): void {
  let isAfterG = false;
  addEventListener("keydown", (event) => {
    if (event.isComposing || document.querySelector("dialog[open]")) return;
    const withModifier = event.ctrlKey || event.metaKey || event.altKey;
    const read = readPress({ key: event.key, withModifier, isTyping: isTyping(event.target) }, isAfterG);
    isAfterG = read.isAfterG;
    const { wish } = read;
    if (!wish || (!hasKeys.peek() && wish.type !== "back")) return;
    if (takers.toReversed().some(({ current }) => current(wish))) event.preventDefault();
  });
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !["radio", "checkbox", "button"].includes(target.type);
  return target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
