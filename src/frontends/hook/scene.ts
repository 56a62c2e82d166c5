// What a guard looks at, and what it says when it does not let something pass.
import type { WaitingRun } from "../../ports/hook-desk.ts";

/** Why not, or what the user is asked before it is let; undefined lets it through. */
export type Refusal = string | { readonly ask: string } | undefined;

/** What a use of a tool is judged by besides its own words. */
export interface Scene {
  readonly runs: readonly WaitingRun[];
  /** The user of this session asked for something of ours, so its model knows the loop. */
  readonly drives: boolean;
  readonly isUsed: boolean;
}
