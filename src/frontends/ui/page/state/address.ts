// The address of the page, and links that do not load it again.
import { computed, signal } from "@preact/signals";
import { type Route, routeOf } from "../logic/route.ts";
import { writeStored } from "./stored.ts";

const here = signal(location.pathname + location.search);

export const route = computed<Route>(() => {
  const [path = "/", search] = here.value.split("?");
  return routeOf(path, search);
});

/** Grows with every page that was opened, so that the page knows when to move the focus. */
export const visits = signal(0);

export function go(address: string): void {
  if (address !== here.peek()) history.pushState(null, "", address);
  arrive();
  scrollTo(0, 0);
}

/** The same page, shown in another way: no step in the history, no jump. */
export function showAs(address: string): void {
  history.replaceState(null, "", address);
  here.value = address;
}

export function followLinks(): void {
  keepRight();
  addEventListener("popstate", arrive);
  addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !isPlain || event.defaultPrevented || link.target !== "" || link.origin !== location.origin) return;
    if (link.hash !== "" && link.pathname === location.pathname) return; // a place on this page
    event.preventDefault();
    if (link.hasAttribute("data-stays")) showAs(link.pathname + link.search);
    else go(link.pathname + link.search);
  });
}

function arrive(): void {
  here.value = location.pathname + location.search;
  visits.value += 1;
}

/** The server opens the page with the word that goes with its cookie behind the `#`, where no log of anybody sees it. */
function keepRight(): void {
  const [, right] = /^#csrf=([\w-]+)$/.exec(location.hash) ?? [];
  if (right === undefined) return;
  writeStored("right", right);
  history.replaceState(null, "", location.pathname + location.search);
}
