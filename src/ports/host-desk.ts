// Where a host and a run meet without talking: hooks leave what they saw beside the run, the engine takes it from there.
// Nothing on the desk is an answer yet; what counts is decided in app/host-orders.ts.
import type { Evidence, Report } from "../domain/host/host-evidence.ts";

export interface HostDesk {
  /** What hooks saw of agents that were told this order's sentence, oldest first. What cannot be read is left out. */
  evidence(run: string, number: string): Promise<Evidence[]>;
  /** Takes a piece of evidence away that does not count, so that it is judged once. */
  setAside(run: string, number: string, agent: string): Promise<void>;
  /** The first report of an order stands; a later one changes nothing. */
  keepReport(run: string, number: string, report: Report): Promise<void>;
  /** What the host tried and was not let, oldest first, one line each. */
  attempts(run: string): Promise<string[]>;
  noteAttempt(run: string, attempt: string): Promise<void>;
  /** The last of our commands that the user typed into the host's session, as a hook saw it; undefined when none did. */
  typedCommand(): Promise<TypedCommand | undefined>;
  /** This run came of what was typed. */
  useTyped(run: string): Promise<void>;
}

export interface TypedCommand {
  /** `/iflow:specify --yolo` */
  readonly text: string;
  /** The run it led to. */
  readonly run: string | undefined;
}
