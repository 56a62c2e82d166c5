// Where a host and a run meet without talking: hooks leave what they saw next to the run, and the engine picks it up.
// Nothing on the desk is an answer yet; app/dispatch/host-orders.ts decides what counts.
import type { HostTurns } from "../../domain/billing/host-turns.ts";
import type { Evidence, Report } from "../../domain/host/host-evidence.ts";

export interface HostDesk {
  /** What hooks saw of agents that were told this order's sentence, oldest first. Unreadable evidence is left out. */
  evidence(run: string, number: string): Promise<Evidence[]>;
  /** Removes evidence that does not count, so that it is judged only once. */
  setAside(run: string, number: string, agent: string): Promise<void>;
  /** The first report of an order counts; a later one changes nothing. */
  keepReport(run: string, number: string, report: Report): Promise<void>;
  /** The agent whose report of an order was accepted; undefined when there is none. */
  reportedBy(run: string, number: string): Promise<string | undefined>;
  /** What the host tried and was not allowed to do, oldest first, one line each. */
  attempts(run: string): Promise<string[]>;
  noteAttempt(run: string, attempt: string): Promise<void>;
  /** What hosts' own models used, one entry for each session; damaged ones are left out. */
  turns(): Promise<HostTurns[]>;
  /** The last iflow command the user typed into the host's session, as a hook saw it; undefined when there is none. */
  typedCommand(): Promise<TypedCommand | undefined>;
  /** Records that this run resulted from what was typed. */
  useTyped(run: string): Promise<void>;
}

export interface TypedCommand {
  /** `/iflow:specify --yolo` */
  readonly text: string;
  /** The run it led to. */
  readonly run: string | undefined;
}
