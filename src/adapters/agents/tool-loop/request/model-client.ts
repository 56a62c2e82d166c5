// The door between the loop and a provider. The loop keeps conversations in one form (messages.ts); a client translates
// one request into the provider's form and its answer back. It sends once: retries are the loop's, because a failed
// attempt has been paid for and must be counted.
import type { Usage } from "../../../../domain/billing/usage.ts";
import type { Effort } from "../../../../domain/roles/effort.ts";
import type { ContentBlock, Conversation, Message } from "./messages.ts";

export interface ModelClient {
  /** One request and its answer. Throws whatever goes wrong on the way; `explain` can read it. */
  ask(question: Question, watch: AnswerWatch, signal: AbortSignal): Promise<Answer>;
  explain(caught: unknown, model: string): Failure;
  /** What the provider's own search found, from the blocks of its answers. */
  readFindings(blocks: readonly ContentBlock[]): Findings;
  /** Sends the beginning again and wants no answer. Only for a cache that forgets what is not read. */
  touch?(question: Question, signal: AbortSignal): Promise<Usage>;
}

export interface Question extends Conversation {
  readonly model: string;
  /** Sent to models that take one. The same for all questions of a session, and for a ping. */
  readonly effort: Effort;
  readonly system: string;
  readonly tools: readonly ToolDescription[];
  /** How often the provider may search the web for it; such a question stands alone and has no tools of ours. */
  readonly searches?: number;
  /** The longest answer. */
  readonly maxTokens: number;
  /** Questions with the same name begin alike; a provider may want to know. */
  readonly family: string;
}

export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  /** A JSON schema. */
  readonly input_schema: object;
}

export interface Answer {
  /** Undefined when it is empty. Its blocks keep whatever the provider wants to see again. */
  readonly message: Message | undefined;
  /** A StopReason, or the provider's own word for something else. */
  readonly stopReason: string;
}

/**
 * `length`: at the limit it was told. `cut`: at a limit of the server's own. `window`: the conversation has become too long.
 * `paused`: it goes on when it is sent back.
 */
export type StopReason = "done" | "length" | "cut" | "refused" | "window" | "paused";

export interface AnswerWatch {
  /** The first token has arrived. */
  onToken(): void;
  /** What this request has used so far, and how often the provider searched the web for it. */
  onUsage(usage: Usage, searches?: number): void;
}

export interface Findings {
  readonly sources: readonly Source[];
  /** Codes of searches that failed. */
  readonly failures: readonly string[];
}

export interface Source {
  readonly title: string;
  readonly url: string;
}

export interface Failure {
  readonly error: string;
  readonly again: boolean;
  /** What the person must do before another request makes sense. */
  readonly needs?: string;
  /** How long the API asks us to wait. */
  readonly waitMs?: number;
  /** That is about this request, not about access. */
  readonly ofRequest?: true;
  /** It may be about this conversation: a new one may do better. */
  readonly isOfTalk?: true;
  /** It is a limit or trouble of the service, which passes by itself. */
  readonly isLimit?: true;
  /** Nothing came back, so it is unknown what became of the request. */
  readonly isUnanswered?: true;
}

/** The answer broke off before its end. */
export class StreamCut extends Error {
  override name: string = "StreamCut";
}

/** Nothing of it came for longer than the person allows. */
export class FellSilent extends StreamCut {
  override name = "FellSilent";
}
