// A worker with several slots: a process for each, started again when it dies, ended when the worker is.
import { setTimeout as sleep } from "node:timers/promises";
import type { WorkedFor } from "../../../../ports/wiring.ts";
import type { CommandContext } from "../../command.ts";
import type { Health } from "./serve-health.ts";
import type { WorkerFlags } from "./worker-flags.ts";

export interface Slots {
  readonly name: string;
  readonly slots: number;
  readonly origins: readonly WorkedFor[];
  readonly flags: WorkerFlags;
  readonly url: string;
}

const REST_MS = 2000;
const MOST_REST_MS = 60_000;
/** Having lived so long, it is not one that cannot start. */
const LIVED_MS = 30_000;

export async function keepSlots(
  { wiring, signal }: Pick<CommandContext, "wiring" | "signal">,
  slots: Slots,
  say: (text: string) => void,
  health: Pick<Health, "hear">,
): Promise<void> {
  const numbers = Array.from({ length: slots.slots }, (_, index) => String(index + 1));
  const resting = new Set<string>();
  health.hear({ type: "ready" });
  await Promise.all(numbers.map((slot) => keep(slot)));

  async function keep(slot: string): Promise<void> {
    for (let rest = REST_MS; !signal.aborted; ) {
      const begun = performance.now();
      resting.delete(slot);
      if (resting.size === 0) health.hear({ type: "ready" });
      const child = wiring.startSlot(slots.url, wordsOf(slots, slot), (line) =>
        say(line.replace(/^\d\d:\d\d:\d\d /, "")),
      );
      const end = () => child.end();
      signal.addEventListener("abort", end);
      const { code } = await child.ended;
      signal.removeEventListener("abort", end);
      if (signal.aborted) return;
      rest = performance.now() - begun > LIVED_MS ? REST_MS : Math.min(2 * rest, MOST_REST_MS);
      say(`${slots.name}/${slot}: ended (${code ?? "by a signal"}); starts again in ${rest / 1000} s`);
      resting.add(slot);
      health.hear({ type: "trouble", text: `slot ${[...resting].join(", ")} has ended and starts again` });
      await sleep(rest, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** The address of the database is in the environment, where nobody sees it who lists processes. */
function wordsOf({ name, slots, origins, flags: { runtime, script } }: Slots, slot: string): string[] {
  return [
    ...["worker", ...origins.map((one) => `${one.name}=${one.origin}`), "--name", name, "--slots", String(slots)],
    ...["--slot", slot],
    ...(runtime === undefined ? [] : ["--runtime", runtime]),
    ...(script === undefined ? [] : ["--script", script]),
  ];
}
