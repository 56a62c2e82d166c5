// One loop of the real engine over a copy of the prepared repository and the fake API. Only the clock is ours, and the
// engine's and the fake's are the same.
import type { Config } from "../../src/domain/config/config.ts";
import type { Timekeeper } from "../../src/ports/clock.ts";
import { runPhase } from "../../test/support/engine.ts";
import { FEATURE, type Loop } from "./repository.ts";

/** One model for every role and mode: what differs is the mode alone. */
export const MODEL = "claude-opus-5-5";

export interface EngineRun {
  readonly root: string;
  readonly url: string;
  readonly loop: Loop;
  readonly review: Partial<Config["review"]>;
  readonly clock: Timekeeper;
  /** The folder of the package, for its prompts. */
  readonly home: string;
}

/** Throws when the phase does not come to its end by itself. */
export async function runLoop({ loop, ...run }: EngineRun): Promise<void> {
  const { result, thrown } = await runPhase({ ...run, phase: loop, feature: FEATURE, model: MODEL });
  if (thrown !== undefined) throw thrown;
  if (result?.type === "waiting") throw new Error(`the run waits: ${JSON.stringify(result.pendings)}`);
}
