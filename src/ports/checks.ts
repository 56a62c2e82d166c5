// The project's own commands (`checks` in the config), run by the engine. The only door through which it runs a line
// that a person wrote.

export interface Checks {
  /**
   * Runs a shell line at the root of the repository and waits for its end. The child sees the user's environment without
   * the settings of iflow, and IFLOW_STEP with the name of the step; it has no keyboard.
   * It waits at a gate until `onSpawned` has resolved, so that a killed run can find and end it. When `signal` aborts or
   * the time is over it is ended with everything it started.
   */
  run(request: CheckRequest, signal: AbortSignal): Promise<CheckResult>;
}

export interface CheckRequest {
  readonly command: string;
  readonly step: string;
  readonly limitMs: number;
  onSpawned(child: { readonly pid: number; readonly startTime: string }): Promise<void>;
  /** Each line as it comes, of both streams. */
  onLine(line: string): void;
}

export interface CheckResult {
  /** `aborted`: the person stopped it; nothing is known about the project. */
  readonly end: "exited" | "timed-out" | "aborted";
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  /** Both streams as they came; of a long output its end. */
  readonly output: string;
}
