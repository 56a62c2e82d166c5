// The commit that says "completed", for a phase or for a whole feature. It runs the user's hooks. Nothing may say
// "completed" before it is true: unless the commit stands, what was written for it is put back, even after a kill; and
// if it stands, nothing is put back, whatever failed after it (left-completion.ts).
import type { Json } from "../../domain/text/json/json.ts";
import { commitRequest, foundCommit } from "../work/commit-paths.ts";
import type { PhaseRun } from "../work/state/phase-run.ts";
import { whenUndisturbed } from "../work/world.ts";
import { closeCompletion, settleLeft, tellMended, writeCompletion } from "./left-completion.ts";

export interface CompletionCommit<Done extends Json> {
  readonly input: Json;
  readonly message: string;
  /** A paragraph below it. */
  readonly body?: string;
  readonly paths: readonly string[];
  /** The result if there is no longer anything to complete. */
  outdated?(): Done | undefined;
  /** What the files are to hold; null removes one. */
  compose(): Promise<ReadonlyMap<string, string | null>>;
  /** Called once the commit exists, made now or by a killed attempt. */
  stands(step: string, sha: string): Promise<Done>;
  tell(done: Done): void;
}

export type Refused = { readonly status: "refused"; readonly output: string };

export function commitCompletion<Done extends Json>(
  phase: PhaseRun,
  { input, message, body = "", paths, ...about }: CompletionCommit<Done>,
): Promise<Done | Refused> {
  const { commits, emit } = phase.ports;
  const text = body === "" ? message : `${message}\n\n${body}`;
  const request = (step: string) => commitRequest(phase, step, { paths, message: text });
  return whenUndisturbed<Done | Refused>(phase, {
    round: 0,
    segment: "complete",
    input,
    found: async (step) => {
      const left = await settleLeft(phase);
      tellMended(phase, left);
      const made = await foundCommit(phase, request(step), (again) => commits.commitWithHooks(again));
      const sha = made ?? left?.sha;
      if (sha === undefined) return undefined;
      if (left) await closeCompletion(phase);
      return about.stands(step, sha);
    },
    work: async (step) => {
      const outdated = about.outdated?.();
      if (outdated !== undefined) return outdated;
      await writeCompletion(phase, request(step), await about.compose());
      let isClosed = false;
      try {
        const result = await commits.commitWithHooks(request(step));
        if (result.status === "refused") return { status: "refused", output: result.output };
        if (result.despiteFailure) tellMended(phase, await settleLeft(phase));
        await closeCompletion(phase);
        isClosed = true;
        emit({ type: "commit-made", sha: result.sha, message });
        const done = await about.stands(step, result.sha);
        about.tell(done);
        return done;
      } finally {
        // If even that fails, the next opening does it.
        if (!isClosed) await settleLeft(phase).catch(() => undefined);
      }
    },
  });
}
