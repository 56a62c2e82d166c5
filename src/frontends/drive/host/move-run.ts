// For a hook of the host: once all that a run waited for has been seen, the run is moved right there, and the host's model
// is told the next state without asking for it. If another process is at work on the run, nothing happens here.
import type { Reported } from "../../../app/dispatch/host-orders.ts";
import type { Wiring } from "../../../ports/wiring.ts";
import { type DrivePlace, NOBODY } from "../context.ts";
import { nextState, takeOpenReports, toldState } from "./next-state.ts";

export interface MovePlace {
  readonly wiring: Wiring;
  readonly cwd: string;
  readonly signal: AbortSignal;
}

/** The next state as a tool would answer it. Throws when the run cannot be moved now; then a tool says why. */
export async function moveRun({ wiring, cwd, signal }: MovePlace, feature: string): Promise<string> {
  const emit = () => undefined; // a hook shows no progress
  const ports = await wiring.openPorts(cwd, emit);
  const config = await wiring.readConfig(ports.repository);
  const place: DrivePlace = { wiring, cwd, emit, signal, person: NOBODY, ports, config };
  const refused = await takeOpenReports(ports, feature);
  const result = await nextState(place, { runtime: "host", proof: "hook", feature });
  const state = await toldState(place, "hook", result);
  return [...refused.flatMap(refusalWords), JSON.stringify(state)].join("\n");
}

function refusalWords(reported: Reported): string[] {
  return reported.accepted ? [] : [`Not accepted: ${reported.why}`];
}
