// A limit that is lifted by itself: with `--wait` the command waits for that instead of ending.
import { setTimeout as sleep } from "node:timers/promises";
import type { Limit } from "../../app/run/driver.ts";
import type { DrivePlace } from "./context.ts";

/** Looked at again this often: a laptop that slept finds the time passed. */
const STRIDE_MS = 30_000;
/** A limit that should be gone already is given a moment, or a wrong clock would ask again and again. */
const LEAST_MS = 1_000;

/** False when the command was interrupted meanwhile. */
export async function sitOut(
  { emit, signal, ports }: Pick<DrivePlace, "emit" | "signal" | "ports">,
  { until, text }: Limit,
): Promise<boolean> {
  emit({ type: "limit-awaited", until, text });
  const remaining = () => (Date.parse(until) || 0) - ports.clock.now().getTime();
  for (let left = Math.max(remaining(), LEAST_MS); left > 0; left = Math.min(left - STRIDE_MS, remaining())) {
    const isOver = await sleep(Math.min(left, STRIDE_MS), true, { signal }).catch(() => false);
    if (!isOver) return false;
  }
  return true;
}
