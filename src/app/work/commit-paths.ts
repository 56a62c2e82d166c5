// Makes one commit of exactly the named files on the feature's branch, without hooks. The commit is made only once,
// however often it is tried.
import { IflowError } from "../../domain/text/errors.ts";
import type { Json } from "../../domain/text/json/json.ts";
import type { CommitRequest } from "../../ports/git/repository.ts";
import type { Parts, PhaseRun } from "./state/phase-run.ts";
import { whenUndisturbed } from "./world.ts";

export interface PathsJob {
  readonly round?: number;
  readonly segment: string;
  readonly paths: readonly string[];
  readonly message: string;
  /** Of the step; message and paths when nothing is said. */
  readonly input?: Json;
  /** What else there is to tell about a new commit. */
  readonly tell?: (before: string, sha: string) => Promise<void>;
}

export async function commitPaths(
  phase: PhaseRun,
  { round = 0, segment, paths, message, input = [message, ...paths], tell }: PathsJob,
): Promise<Committed> {
  const { commits, emit } = phase.ports;
  const request = (step: string) => commitRequest(phase, step, { paths, message });
  const committed = await whenUndisturbed<Committed>(phase, {
    round,
    segment,
    input,
    found: async (step) => {
      const asked = request(step);
      const sha = await foundCommit(
        phase,
        asked,
        (again) => commits.commitFiles(again),
        (sha) => isOurs(phase, asked, sha),
      );
      return sha === undefined ? undefined : { status: "committed", sha };
    },
    work: async (step) => {
      const before = phase.world.expected.head ?? phase.run.head.base;
      const result = await commits.commitFiles(request(step)).catch(asFailedCommit(phase, request(step), before));
      if (result.status !== "committed") return result;
      emit({ type: "commit-made", sha: result.sha, message });
      await tell?.(before, result.sha);
      return result;
    },
  });
  phase.world.committed(committed.sha);
  return committed;
}

export type Committed =
  /** `uncommitted`: the phase has no branch of its own to commit to. */
  | { readonly status: "committed" | "no-change" | "uncommitted"; readonly sha: string }
  | { readonly status: "failed"; readonly sha: string; readonly problem: string };

/**
 * A commit on the feature's branch. One that a killed attempt made stands on what the branch was expected to be: a trailer in
 * an older commit is somebody else's.
 */
export function commitRequest(
  { feature, run, world }: Parts<"feature" | "run" | "world">,
  step: string,
  what: Pick<CommitRequest, "paths" | "message">,
): CommitRequest {
  const shown = run.head.config.checks.environment;
  return { ...what, branch: feature.branch, step, since: world.expected.head ?? run.head.base, shown };
}

/** A commit that a killed attempt already made. Requesting it again only brings the user's index up to date. */
export async function foundCommit(
  phase: Parts<"ports">,
  request: CommitRequest,
  repeat: (request: CommitRequest) => Promise<unknown>,
  isOurs: (sha: string) => Promise<boolean> = async () => true,
): Promise<string | undefined> {
  const sha = await phase.ports.commits.findStep(request);
  if (sha !== undefined && !(await isOurs(sha))) return undefined;
  const { branch } = await phase.ports.repository.where();
  if (sha !== undefined && branch === request.branch) await repeat(request);
  return sha;
}

/** Whoever wrote a commit of their own could write our trailer below it; ours has what was to be committed, and no more. */
async function isOurs({ ports }: Parts<"ports">, { since, paths }: CommitRequest, sha: string): Promise<boolean> {
  const changed = await ports.snapshots.changed(since, sha);
  return changed.length > 0 && changed.every(({ path }) => paths.includes(path));
}

function asFailedCommit(phase: Parts<"ports">, request: CommitRequest, head: string) {
  return async (error: unknown): Promise<Committed> => {
    if (!(error instanceof IflowError) || error.code !== "git-failed") throw error;
    const made = await phase.ports.commits.findStep(request); // committed, although a later part failed
    phase.ports.emit({ type: "warned", text: made ? error.message : `the commit failed: ${error.message}` });
    if (made) return { status: "committed", sha: made };
    return { status: "failed", sha: head, problem: [error.message, error.fix].filter(Boolean).join("\n") };
  };
}
