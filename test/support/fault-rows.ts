// What can go wrong at a provider, as the fakes play it. Every row is played on every runtime that has such a fault
// (test/stories/dispatch/faults.test.ts, test/agents/faults-claude.test.ts); what was printed is kept in
// test/stories/dispatch/faults, and docs/faults.md is printed from there.
import { fails, hangs, type Reply, says, text } from "./fake-anthropic/reply.ts";

export const FAULT_RUNTIMES = ["anthropic", "openai", "claude"] as const;
export type FaultRuntime = (typeof FAULT_RUNTIMES)[number];

export interface FaultRow {
  /** As the page says it. */
  readonly name: string;
  /** What the provider answers, again and again. */
  readonly reply: Reply | Readonly<Record<FaultRuntime, Reply>>;
  /** Claude is used with a subscription: only its limits say when they end. */
  readonly isSubscribed?: true;
  /** A provider that has no such fault, and why. */
  readonly none?: Partial<Record<FaultRuntime, string>>;
}

const stopped = (stopReason: string, words = "So far"): Reply => ({ ...says(words), stopReason });

export const FAULT_ROWS: Readonly<Record<string, FaultRow>> = {
  limit: {
    name: "a limit that says when it ends (429)",
    reply: fails(429, { retryAfter: 3600, message: "This hour is used up." }),
    isSubscribed: true,
  },
  "key-limit": {
    name: "the same limit, Claude with an API key",
    reply: fails(429, { retryAfter: 3600, message: "This hour is used up." }),
    none: { anthropic: "always works with a key: see above", openai: "always works with a key: see above" },
  },
  overloaded: {
    name: "an overloaded service (529; 503 at OpenAI)",
    reply: {
      anthropic: fails(529, { message: "Overloaded" }),
      openai: fails(503, { message: "The server is overloaded" }),
      claude: fails(529, { message: "Overloaded" }),
    },
  },
  "refused-key": { name: "a key that is refused (401)", reply: fails(401, { message: "invalid key" }) },
  "no-credit": {
    name: "an account without credit",
    reply: {
      anthropic: fails(400, { message: "Your credit balance is too low to access the API." }),
      openai: fails(429, { message: "insufficient_quota" }),
      claude: fails(400, { message: "Your credit balance is too low to access the API." }),
    },
  },
  "bad-request": {
    name: "a request that is not taken (400)",
    reply: fails(400, { message: "this model does not take such a request" }),
  },
  refusal: { name: "a model that refuses", reply: stopped("refusal", "No.") },
  "long-answer": { name: "an answer that is too long (`max_tokens`)", reply: stopped("max_tokens") },
  overflow: {
    name: "a conversation that is too long",
    reply: {
      anthropic: fails(400, { message: "prompt is too long: 213402 tokens > 200000 maximum" }),
      openai: fails(400, { message: "context_length_exceeded" }),
      claude: fails(400, { message: "prompt is too long: 213402 tokens > 200000 maximum" }),
    },
  },
  "cut-stream": { name: "an answer that breaks off", reply: { ...says("half"), fault: { kind: "cut" } } },
  "silent-stream": { name: "an answer that falls silent", reply: hangs(text("so")) },
  "paused-turn": {
    name: "a turn that the provider pauses (`pause_turn`)",
    reply: stopped("pause_turn"),
    none: { openai: "its APIs know no such end" },
  },
};

export function faultReply({ reply }: FaultRow, runtime: FaultRuntime): Reply {
  return "blocks" in reply ? reply : reply[runtime];
}
