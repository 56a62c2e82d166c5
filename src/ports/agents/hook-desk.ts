// The hooks' side of the desk. A hook starts, looks, leaves something and ends, within milliseconds, while a run may be
// working. It takes no lock, loads no schema, and treats anything it cannot read as absent.
import type { HostTurns } from "../../domain/billing/host-turns.ts";
import type { Evidence } from "../../domain/host/host-evidence.ts";
import type { HostOrder, Question } from "../../domain/run/questions/question.ts";

export interface HookDesk {
  /** Absolute path of the working tree. */
  readonly root: string;
  /** Absolute path of the runs' folder, below the common git directory. */
  readonly runsFolder: string;
  readonly artifactsRoot: string;
  /** Whether this repository contains anything of iflow; elsewhere a file of the same name is unrelated. */
  isUsed(): Promise<boolean>;
  openRuns(): Promise<WaitingRun[]>;
  /** Every active feature, from the files in the tree. */
  activeFeatures(): Promise<ActiveFeature[]>;
  /** Agents that carried out orders of this run. */
  agentsOf(run: string): Promise<string[]>;
  /** Hash of a prompt file as it is now; null when it is gone. */
  hash(path: string): Promise<string | null>;
  read(path: string): Promise<string | undefined>;
  /** The real location of a path, even one that does not exist yet. */
  locate(path: string): Promise<string>;
  /** Numbers of the orders that agents were seen to carry out, as far as what was seen has not been refused. */
  seenOrders(run: string): Promise<string[]>;
  leaveEvidence(run: string, number: string, evidence: Evidence): Promise<void>;
  /** Whether turns of this session were counted before. */
  hasTurns(session: string): Promise<boolean>;
  /** Adds what the host's own model used; a request that is known already counts once. */
  leaveTurns(turns: HostTurns): Promise<void>;
  noteAttempt(run: string, attempt: string): Promise<void>;
  /** The first answer counts; false when there already was one. */
  leaveAnswer(run: string, question: string, answer: string): Promise<boolean>;
  /** The host session whose user last asked iflow for something. */
  drivingSession(): Promise<string | undefined>;
  /** Records that session, and what its user typed. */
  setDriving(session: string, typed: string): Promise<void>;
  /** Called when a session begins: what was typed elsewhere, or before a restart, was not meant for this session. */
  forgetTyped(): Promise<void>;
  log(line: string): Promise<void>;
  now(): string;
}

export interface ActiveFeature {
  readonly key: string;
  readonly lastCompleted: string | null;
  /** How the last completed phase ended, in words; undefined when there is none. */
  readonly outcome: string | undefined;
}

export interface WaitingRun {
  readonly id: string;
  readonly feature: string;
  readonly phase: string;
  /** Whether its agents are those of a host. */
  readonly hosted: boolean;
  readonly yolo: boolean;
  /** The document the phase is about, relative to the working tree. */
  readonly artifact: string | undefined;
  readonly checks: readonly string[];
  readonly orders: readonly HostOrder[];
  readonly questions: readonly Question[];
  readonly paused: boolean;
  /** The pause is a stop: somebody must decide. */
  readonly stopped: boolean;
}
