// What is known about the sessions of each runtime and version (domain/dispatch/gate.ts), kept per person, not per repository.
import type { GateResult } from "../../domain/dispatch/gate.ts";

export interface GateResults {
  /** Undefined when this version was never tested, or the record cannot be read. */
  find(runtime: string, version: string): Promise<GateResult | undefined>;
  keep(result: GateResult): Promise<void>;
}
