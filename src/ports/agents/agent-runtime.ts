// The one door to any coding agent: Claude, an ACP agent, the plain API, a scripted one.
import type { OwnPrices, Usage } from "../../domain/billing/usage.ts";
import type { AgentRef, DispatchKind } from "../../domain/dispatch/dispatch-plan.ts";
import type { Prompt } from "../../domain/prompts/prompt.ts";
import type { Effort } from "../../domain/roles/effort.ts";
import type { Access, ModelTier, RoleId } from "../../domain/roles/role.ts";
import type { Proof } from "../../domain/run/questions/question.ts";

export interface AgentRuntime {
  readonly id: string;
  /** Version of the agent behind it; undefined where there is no memory to test: a script, our own transcripts. */
  readonly version: string | undefined;
  /** The model name per tier; a missing tier is left to the agent. */
  readonly models: Readonly<Partial<Record<ModelTier, string>>>;
  readonly abilities: Abilities;
  /** What its models cost, where the person has named it. */
  readonly prices?: OwnPrices;
  /** Whether this model is told how hard to think; no model of a runtime without this is. */
  tellsEffort?(model: string): boolean;
  /**
   * Set when the agents belong to the host that called us: then nothing is dispatched; an order is written instead and
   * the run waits (app/dispatch/host-dispatch.ts).
   */
  readonly host?: { readonly proof: Proof };

  /**
   * Runs one turn and streams what happens.
   *
   * Contract, checked by test/contracts/agent-runtime.contract.ts:
   * - exactly one `ended` event, and it is the last;
   * - a failing agent is an outcome, never a throw (a script that does not fit is a throw: it fails the run);
   * - a runtime that spawns yields `spawned` before anything else of that child;
   * - after `signal` aborts the turn ends `aborted` and no process is left;
   * - resuming an unknown session ends `failed` with `sessionLost: true`.
   */
  dispatch(request: AgentRequest, signal: AbortSignal): AsyncIterable<AgentEvent>;

  /**
   * Keeps what was sent in the provider's cache: sends the session's prefix again, or without a session the prompt up
   * to its last marked block, and wants no answer. Changes no session. `usage` is what it cost; it is undefined when
   * the ping was sent and its cost is unknown.
   */
  keepCached?(request: AgentRequest, signal: AbortSignal): Promise<AgentOutcome>;

  /**
   * The answer of a turn that was `concluding` when its process died, if the session has it; its usage is in the notes.
   * Sends nothing and costs nothing. Only where sessions are ours.
   */
  concludedAnswer?(request: AgentRequest, session: AgentRef): Promise<string | undefined>;
}

export interface Abilities {
  readonly resume: boolean;
  readonly fork: boolean;
  readonly schema: boolean;
  readonly usage: boolean;
  /** It can do research on the web; what a role may look up to verify a claim is a matter of that role. */
  readonly web: boolean;
  /** An interrupted turn leaves no trace in the session, so it can simply be sent again. */
  readonly rewind: boolean;
  /** Maximum length of a prompt, in characters. */
  readonly promptChars: number;
  /** It sends blocks unchanged and marks them for the provider's cache, so a shared beginning is paid for only once. */
  readonly trunk?: boolean;
}

export interface AgentRequest {
  /** Name of the durable step; a spawned child carries it in its environment as IFLOW_STEP. */
  readonly step: string;
  readonly phase: string;
  /** The feature's key (`007-rate-limit`) and its folder, relative to `workdir`. */
  readonly feature: { readonly key: string; readonly folder: string };
  /** The file the phase is about, relative to `workdir`. */
  readonly artifact: string;
  readonly role: RoleId;
  readonly model: ModelTier;
  /** How hard it thinks, where its model can be told; the same from a role's first dispatch to its last. */
  readonly effort: Effort;
  /** `repair` asks the same session to put its last answer into the agreed form. */
  readonly kind: DispatchKind | "repair";
  readonly prompt: Prompt;
  /** Absolute path of the working tree. */
  readonly workdir: string;
  readonly access: Access;
  /** For `blind`: the only files it may read. */
  readonly readable: readonly string[];
  readonly session?: { readonly ref: AgentRef; readonly mode: "resume" | "fork" };
  /** This very request was ended at a limit: it goes on in that conversation, and nothing of it is sent as new. */
  readonly goesOn?: AgentRef;
  readonly replySchema?: Record<string, unknown>;
}

export type AgentEvent =
  /** It waits for its place among the agents of its runtime, then has it: only then does its time begin. */
  | { readonly type: "queued" }
  | { readonly type: "placed" }
  | { readonly type: "spawned"; readonly pid: number; readonly startTime: string }
  /** The first token has arrived: what was sent can now be read from the provider's cache. At most once per turn. */
  | { readonly type: "answering" }
  | { readonly type: "text"; readonly text: string }
  /** Tokens read and written in this turn so far. */
  | {
      readonly type: "used";
      readonly tokens: number;
      /** Present when tokens are counted by kind; kept at once, so a turn that never ends is in the bill too. */
      readonly usage?: Usage;
    }
  /** The answer is complete and is now kept in the session; everything the turn has used was reported before. */
  | { readonly type: "concluding"; readonly session: AgentRef }
  | {
      readonly type: "tool-called";
      readonly name: string;
      readonly path?: string;
      readonly refused?: string;
      /** Of a command that is run: whether it runs in the sandbox. */
      readonly sandboxed?: boolean;
    }
  | { readonly type: "ended"; readonly outcome: AgentOutcome };

export type AgentOutcome =
  | {
      readonly status: "completed";
      readonly reply: string;
      readonly session: AgentRef | undefined;
      readonly usage: Usage | undefined;
    }
  | {
      readonly status: "failed";
      readonly error: string;
      /** What the person must do before anything that is sent can be answered: log in, pay, wait for a quota. */
      readonly needs?: string;
      /** That is about what was asked here, not about access: somebody else may still be answered. */
      readonly ofRequest?: true;
      /** When a limit that turned it away is lifted by itself: a time as ISO 8601, or milliseconds from now. */
      readonly lifted?: string | number;
      /** Nobody said when: by then it is worth another try. */
      readonly isGuessed?: true;
      /** It was ended at a limit of ours: the same request can go on there (`goesOn`). */
      readonly unfinished?: AgentRef;
      readonly sessionLost: boolean;
      readonly usage: Usage | undefined;
    }
  | { readonly status: "aborted"; readonly usage: Usage | undefined };

/** A runtime this machine has, or could have. */
export interface FoundRuntime {
  readonly id: string;
  /** What people call it: `claude`, `opencode`. */
  readonly name: string;
  readonly state: "ready" | "no-login" | "missing";
  /** `2.1.325, key in ANTHROPIC_API_KEY` */
  readonly detail: string;
  /** What would make it ready, or improve it. */
  readonly fix?: string;
  /** How an ACP agent is started. */
  readonly command?: readonly string[];
}
