// The project's own commands (`checks` in the config), run by the engine. This is the only door through which it runs a
// line that a person wrote.
import type { Config } from "../domain/config/config.ts";

export interface Checks {
  /** The settings below `checks` as they are now, which may be other ones than those a run began with. */
  settings(): Promise<ChecksNow>;
  /** Names of variables that are set here and that a check would not see; `environment` are names that it would. */
  heldBack(environment: readonly string[]): string[];
  /**
   * Runs a shell line at the root of the repository and waits until it ends. The child sees a picked part of the user's
   * environment, and IFLOW_STEP with the name of the step; it has no keyboard input. It waits at a gate until
   * `onSpawned` has resolved, so that a killed run can find and end it. When `signal` aborts or the time is up, it is
   * ended together with everything it started. What it prints is told and returned without secrets.
   */
  run(request: CheckRequest, signal: AbortSignal): Promise<CheckResult>;
}

export interface ChecksNow {
  readonly checks: Config["checks"];
  /** The repository's file has other ones, which the person has not confirmed. */
  readonly isWaiting: boolean;
  /** The repository's file has settings that need the person's word, and they have given it for these values. */
  readonly isConfirmed: boolean;
  /** Of the settings in that file that need the person's word, whether they count or not. */
  readonly hash: string;
}

export interface CheckRequest {
  readonly command: string;
  readonly step: string;
  /** Names of variables it sees in addition (`checks.environment`). */
  readonly environment: readonly string[];
  readonly limitMs: number;
  /** What holds it; as the settings say now where this is not given. */
  readonly sandbox?: Config["sandbox"];
  onSpawned(child: { readonly pid: number; readonly startTime: string }): Promise<void>;
  /** Called with each line of both streams as it arrives. */
  onLine(line: string): void;
}

export interface CheckResult {
  /** `aborted`: the person stopped it, so it says nothing about the project. */
  readonly end: "exited" | "timed-out" | "aborted";
  /** Null when it was ended by a signal. */
  readonly exitCode: number | null;
  /** Both streams as they arrived; for a long output, only its end. */
  readonly output: string;
}
