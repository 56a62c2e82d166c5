// Another iflow is at work in a tree, as far as locks say: they are held by the process of the test.
import { createClock } from "../../src/adapters/clock.ts";
import { openPorts } from "./engine.ts";

/** Returns what ends it. */
export async function lockFor(root: string, feature: string): Promise<() => Promise<void>> {
  const ports = await openPorts(root, createClock(undefined), () => undefined);
  const lock = await ports.runs.lock(feature, { command: "iflow brainstorm" });
  return () => lock.release();
}

/** The same while a feature is merged in that tree. */
export async function lockForMerge(root: string): Promise<() => Promise<void>> {
  const ports = await openPorts(root, createClock(undefined), () => undefined);
  const lock = await ports.trees.hold("merge", "iflow finish-feature");
  return () => lock.release();
}
