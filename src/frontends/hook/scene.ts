// What a guard looks at, and what it says when it refuses something.
import type { WaitingRun } from "../../ports/agents/hook-desk.ts";

/** Why it is refused, or what the user is asked before it is allowed; undefined allows it. */
export type Refusal = string | { readonly ask: string } | undefined;

/** What the use of a tool is judged by, besides its own input. */
export interface Scene {
  readonly runs: readonly WaitingRun[];
  /** The user of this session asked for something of iflow, so its model knows the loop. */
  readonly drives: boolean;
  readonly isUsed: boolean;
}
