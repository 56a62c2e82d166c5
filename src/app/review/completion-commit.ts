// The commit that says "completed", for a phase or for a whole feature. It runs the user's hooks. Nothing may say
// "completed" before it is true: unless the commit succeeds, what was written for it is put back, even after a kill.
import type { Json } from "../../domain/text/json.ts";
import { commitRequest, foundCommit } from "../work/commit-paths.ts";
import type { PhaseRun } from "../work/state/phase-run.ts";
import { whenUndisturbed } from "../work/world.ts";

export interface CompletionCommit<Done extends Json> {
  readonly input: Json;
  readonly message: string;
  readonly paths: readonly string[];
  /** The result if there is no longer anything to complete. */
  outdated?(): Done | undefined;
  /** Writes the files; returns a function that undoes this. */
  write(): Promise<() => Promise<void>>;
  /** Undoes what a killed attempt had written. */
  putBack(): Promise<void>;
  /** Called once the commit exists, made now or by a killed attempt. */
  stands(step: string, sha: string): Promise<Done>;
  tell(done: Done): void;
}

export type Refused = { readonly status: "refused"; readonly output: string };

export function commitCompletion<Done extends Json>(
  phase: PhaseRun,
  { input, message, paths, ...about }: CompletionCommit<Done>,
): Promise<Done | Refused> {
  const { commits, emit } = phase.ports;
  const request = (step: string) => commitRequest(phase, step, { paths, message });
  return whenUndisturbed<Done | Refused>(phase, {
    round: 0,
    segment: "complete",
    input,
    found: async (step) => {
      const sha = await foundCommit(phase, request(step), (again) => commits.commitWithHooks(again));
      if (sha !== undefined) return about.stands(step, sha);
      await about.putBack();
      return undefined;
    },
    work: async (step) => {
      const outdated = about.outdated?.();
      if (outdated !== undefined) return outdated;
      const takeBack = await about.write();
      let isDone = false;
      try {
        const result = await commits.commitWithHooks(request(step));
        isDone = result.status !== "refused";
        if (result.status === "refused") return { status: "refused", output: result.output };
        emit({ type: "commit-made", sha: result.sha, message });
        const done = await about.stands(step, result.sha);
        about.tell(done);
        return done;
      } finally {
        if (!isDone) await takeBack();
      }
    },
  });
}
