// Ends what runs, as `iflow stop` does. Whoever asked is not kept waiting for an agent to finish: the stream tells the end.
import { setTimeout as sleep } from "node:timers/promises";
import { chooseMovers, stopMovers } from "../../../app/run/stop-runs.ts";
import type { WatchedRepository } from "../read/watched-repository.ts";
import type { StopBody, StopResult } from "../view/model/actions.ts";

const PATIENCE_MS = 1500;

export async function stopFeature(
  repository: WatchedRepository,
  feature: string,
  { now = false }: StopBody,
  signal: AbortSignal,
): Promise<StopResult> {
  const { ports } = repository.place;
  const movers = await chooseMovers(ports, { feature, all: false, keys: [] });
  if (movers.length === 0) return { how: "nothing-runs" };
  const ended = stopMovers(ports, movers, { kind: now ? "now" : "safe", signal }).then(
    ([first]): StopResult => ({ how: first?.how ?? "over" }),
    (): StopResult => ({ how: "asked" }), // nobody waits for it any more; the request stands
  );
  void ended.then(() => repository.forget());
  if (now) return ended;
  return Promise.race([ended, sleep(PATIENCE_MS).then((): StopResult => ({ how: "asked" }))]);
}
