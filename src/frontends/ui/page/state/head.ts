// What every view says about the whole: who is open, how much waits.
import { signal } from "@preact/signals";
import type { PageHead } from "../../view/model/common.ts";
import { keepOrder } from "../logic/keep-order.ts";
import { learnTime } from "./clock.ts";

export const head = signal<PageHead | null>(null);

export function learnHead(view: object): void {
  if (!isHead(view)) return;
  learnTime(view.now);
  const keyOf = ({ feature }: PageHead["open"][number]) => `${feature.repo}/${feature.key}`;
  const known = head.peek()?.open.map(keyOf) ?? [];
  const { now, repositories, waiting } = view;
  head.value = { now, repositories, waiting, open: keepOrder(view.open, known, keyOf) };
}

function isHead(view: object): view is PageHead {
  return "repositories" in view && "open" in view && "waiting" in view;
}
