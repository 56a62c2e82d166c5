// Options a server is started with.
import type { Proof } from "../../domain/run/question.ts";

export interface McpOptions {
  /** `hook` when the client runs our hooks (the Claude Code plugin); otherwise the client itself reports its agents. */
  readonly proof: Proof;
}
