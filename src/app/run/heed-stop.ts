// What a process does when `iflow stop` asks it to end: at once, as on Ctrl-C, or at the next safe point, which is before
// a dispatch is sent, before a check of the project begins and before a phase begins. What works is let finish and is
// recorded, so nothing is paid twice; what stands afterwards is what an interrupted command leaves.
import { IflowError } from "../../domain/text/errors.ts";
import type { Ports } from "../../ports/ports.ts";
import type { Driver } from "./driver.ts";

type StopPorts = Pick<Ports, "stops" | "emit">;

/** Runs the work with a driver that ends when it is asked to. */
export async function heedStop<T>(ports: StopPorts, driver: Driver, work: (driver: Driver) => Promise<T>): Promise<T> {
  const { stops, emit } = ports;
  const now = new AbortController();
  const unlisten = stops.listen((kind) => {
    if (kind === "safe") emit({ type: "warned", text: STOPPING });
    else now.abort();
  });
  const signal = AbortSignal.any([driver.signal, now.signal]);
  const safePoint = async () => {
    if ((await stops.asked()) !== undefined) throw stopped();
  };
  try {
    return await work({ ...driver, signal, safePoint });
  } catch (error) {
    await isStopped(ports); // only now: others that work side by side have to see it as well
    throw error;
  } finally {
    unlisten();
  }
}

const STOPPING =
  "stops as soon as what works now is done, because iflow stop was called; iflow stop --now ends it at once";

/** Nothing further may begin. */
export async function requireUnstopped(ports: Pick<Ports, "stops">): Promise<void> {
  if (await isStopped(ports)) throw stopped();
}

/** Whether this process was asked to end; it acts on it now. */
export async function isStopped({ stops }: Pick<Ports, "stops">): Promise<boolean> {
  const isAsked = (await stops.asked()) !== undefined;
  if (isAsked) await stops.take();
  return isAsked;
}

function stopped(): IflowError {
  return new IflowError("interrupted", "stopped, because iflow stop was called", { fix: "iflow continue" });
}
