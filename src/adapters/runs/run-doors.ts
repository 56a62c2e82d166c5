// Looking at what other processes do with runs, and asking them to end it.
import type { Ports } from "../../ports/ports.ts";
import { createRunFeed } from "./feed/run-feed.ts";
import { createStops } from "./processes/stops.ts";

export function runDoors(commonDir: string): Pick<Ports, "feed" | "stops"> {
  return { feed: createRunFeed(commonDir), stops: createStops(commonDir) };
}
