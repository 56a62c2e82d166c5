// What a server is told when it starts.
import type { Proof } from "../../domain/run/question.ts";

export interface McpOptions {
  /** `hook` when the client runs our hooks (the Claude Code plugin); otherwise agents are reported by the client itself. */
  readonly proof: Proof;
}
