// What a run can wait for. A question has an id people type (`007.2`), options with one default, and one line in the
// YOLO table; a pause is a stop that the next `iflow continue` lifts; an order is work for an agent of the host.
import type { Access } from "../../roles/role.ts";

export interface Option {
  /** What the person types: `pause`, `force-approve`. */
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
}

export interface Question {
  readonly type: "question";
  /** Step name; unique in the run. */
  readonly name: string;
  /** Which question of the YOLO table this is. */
  readonly topic: string;
  /** Set by the run: `{feature number}.{n}`. */
  readonly id?: string;
  readonly text: string;
  /** What it is about, in lines below it: the open issues at a cap. */
  readonly detail?: string;
  readonly options: readonly Option[];
  /** Free text is accepted as an answer too. */
  readonly freeText?: boolean;
  /** The option taken when the person just presses enter. */
  readonly default?: string;
}

/** Questions that can all be left unanswered at once: each has a default and asks for the person's own words. */
export function canBeSkipped(pendings: readonly Pending[]): pendings is readonly Question[] {
  return pendings.length > 1 && pendings.every((one) => one.type === "question" && one.freeText && one.default);
}

export interface Pause {
  readonly type: "pause";
  readonly name: string;
  /** Decides the exit code of the stop. */
  readonly reason: "agent-unavailable" | "budget-reached" | "not-approved" | "blocked" | "git-failed" | "needs-answer";
  readonly text: string;
  readonly detail?: string;
  readonly fix: string;
  /** When its cause is gone by itself, as ISO 8601: `--wait` sits it out. */
  readonly until?: string;
  /** Nobody said when: by then it is worth another try. */
  readonly isGuessed?: true;
  /**
   * Somebody must decide: work that was not approved, nothing that was tested. The `--yolo` a run began with ends here;
   * the command that continues says whether nobody watches from now on (see `STOP_ANSWERS`).
   */
  readonly hard?: true;
}

/** How a stop was lifted: by a person who watches, or by `--yolo`. */
export const STOP_ANSWERS = { watched: "continue", yolo: "continue-yolo" } as const;

/**
 * A dispatch that an agent of the host carries out: an agent of Claude Code, or of any other client that called iflow.
 * Meanwhile the run stands still and holds no lock.
 */
export interface HostOrder {
  readonly type: "order";
  readonly name: string;
  /** `{run id}.{dispatch number}`, such as `007-rate-limit.specify.1.004`. */
  readonly id: string;
  readonly role: string;
  readonly kind: string;
  readonly text: string;
  /** What the agent is told, to the letter (domain/host/host-sentence.ts). */
  readonly sentence: string;
  /** Absolute path of the prompt, and the hash of its bytes. */
  readonly promptFile: string;
  readonly promptHash: string;
  /** The agent whose session continues; null asks for a new one. */
  readonly agent: string | null;
  readonly access: Access;
  /** For a blind role: the only files it may read. */
  readonly readable: readonly string[];
  readonly proof: Proof;
}

/** Where the answer to an order comes from: the host's own hooks, or the word of the client that reports it. */
export type Proof = "hook" | "self";

/** How an order can end; its report holds the result. */
export const ORDER_ANSWERS = ["reported", "withdrawn"] as const;

export type Pending = Question | Pause | HostOrder;
