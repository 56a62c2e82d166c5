// Ending what another process does. Nobody is signalled: the process that moves a run looks for a request that names it,
// in a place that all working trees share, and ends itself. A request names one process for good, so one that was left
// behind can stop nothing that is begun later.

/** A living process that holds the lock of a feature. */
export interface Mover {
  readonly feature: string;
  readonly pid: number;
  readonly startTime: string;
  readonly bootId: string;
  readonly host: string;
  readonly command: string;
  /** When it took the lock. */
  readonly at: string;
}

export type StopKind = "safe" | "now";

export interface Stops {
  /** Those that hold a lock in this repository, in any of its working trees. One on another host counts as alive. */
  movers(): Promise<readonly Mover[]>;
  /** Resolves when the request is on disk. A later one for the same process replaces it. */
  ask(mover: Mover, kind: StopKind): Promise<void>;
  /** `taken`: it has acted on it; `gone`: the process ended without having seen it. */
  stateOf(mover: Mover): Promise<"asked" | "taken" | "gone">;
  withdraw(mover: Mover): Promise<void>;
  /** What was asked of this process, read at this moment. */
  asked(): Promise<StopKind | undefined>;
  /** This process has acted on it, or it came too late to be for what this process does now. */
  take(): Promise<void>;
  /** Calls back once for each kind as soon as it is asked of this process, until the result is called. */
  listen(onAsked: (kind: StopKind) => void): () => void;
}
