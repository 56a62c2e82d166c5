// What a front end gives a run to move it, and what it gets back.
import type { TrustedValues } from "../../domain/config/trusted-keys.ts";
import type { ClosingCard } from "../../domain/run/events/closing-card.ts";
import type { Pending } from "../../domain/run/questions/question.ts";
import type { RunHead } from "../../domain/run/run.ts";
import type { AgentRuntime } from "../../ports/agents/agent-runtime.ts";
import type { PhasePorts } from "../../ports/ports.ts";
import type { RuntimeChoice } from "../../ports/wiring.ts";
import type { PhaseEnd } from "../phases/document/document-phase.ts";
import type { Budget } from "../work/state/spending.ts";

/**
 * Answers open questions of a run (by a prompt, if the person may be asked now, or the YOLO table); undefined leaves
 * them open.
 */
export type Answerer = (
  pendings: readonly Pending[],
  run: RunHead,
  mayAsk: boolean,
) => Promise<Record<string, string> | undefined>;

/** Something that ends by itself. */
export interface Limit {
  /** ISO 8601. */
  readonly until: string;
  readonly text: string;
}

export interface Driver {
  /** Opens the agents of the run, which this command may replace, or those of a role; `root`: in another working tree. */
  readonly openAgent: (choice: RuntimeChoice, of: "run" | "role", root?: string) => Promise<AgentRuntime>;
  readonly answer: Answerer;
  /** Waits for limits to be lifted where the command says so; false when it was interrupted. */
  readonly sitOut?: (limit: Limit) => Promise<boolean>;
  /** Aborts when the person interrupts the command. */
  readonly signal: AbortSignal;
  /** See PhasePorts; missing before a lock is taken. */
  readonly safePoint?: () => Promise<void>;
  /** This command said `--yolo` itself. */
  readonly yolo?: boolean;
  /** The trusted keys that count from now on, if the person has confirmed other ones since the run began. */
  readonly trusted?: TrustedValues;
  /** See PhasePorts. */
  readonly setUp?: PhasePorts["setUp"];
  /** This command's budget; it takes precedence over the one the run began with. */
  readonly budget?: Budget;
  /** What any feature may cost, in US dollars, unless a command names another limit. */
  readonly usualCost?: number;
}

export type PhaseResult =
  | {
      readonly type: "ended";
      readonly run: RunHead;
      readonly folder: string;
      readonly end: PhaseEnd;
      /** When the feature is done. */
      readonly card?: ClosingCard;
    }
  | { readonly type: "waiting"; readonly run: RunHead; readonly folder: string; readonly pendings: readonly Pending[] };
