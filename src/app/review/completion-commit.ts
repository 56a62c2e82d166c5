// The commit that says "completed", of a phase or of a whole feature. It runs the user's hooks. Nothing may say "completed"
// before it is: unless the commit stands, what was written for it is put back, also after a kill.
import type { Json } from "../../domain/text/json.ts";
import { foundCommit } from "../work/commit-paths.ts";
import type { PhaseRun } from "../work/phase-run.ts";
import { whenUndisturbed } from "../work/world.ts";

export interface CompletionCommit<Done extends Json> {
  readonly input: Json;
  readonly message: string;
  readonly paths: readonly string[];
  /** Why there is nothing to complete any more. */
  outdated?(): Done | undefined;
  /** Writes the files; returns how to take that back. */
  write(): Promise<() => Promise<void>>;
  /** Takes back what an attempt that was killed had written. */
  putBack(): Promise<void>;
  /** The commit stands, made now or by an attempt that was killed. */
  stands(step: string, sha: string): Promise<Done>;
  tell(done: Done): void;
}

export type Refused = { readonly status: "refused"; readonly output: string };

export function commitCompletion<Done extends Json>(
  phase: PhaseRun,
  { input, message, paths, ...about }: CompletionCommit<Done>,
): Promise<Done | Refused> {
  const { commits, emit } = phase.ports;
  const request = (step: string) => ({
    branch: phase.feature.branch,
    paths,
    message,
    step,
    since: phase.run.head.base,
  });
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
