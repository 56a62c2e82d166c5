// What follows every dispatch, however it was carried out: a check of what it did to the files, while it is still known
// who did it; the outcome file; the event; and the small result that the journal keeps.
import type { Outcome } from "../../domain/billing/outcome.ts";
import { isEngineFile } from "../../domain/prompts/delta.ts";
import { listNames } from "../../domain/text/list-names.ts";
import type { Whereabouts } from "../../ports/repository.ts";
import type { Dispatch } from "../work/dispatch-request.ts";
import { changedSettings } from "../work/git-settings.ts";
import type { Parts, PhaseRun } from "../work/state/phase-run.ts";
import { look } from "../work/world.ts";
import { type DispatchResult, resultOf } from "./dispatch-result.ts";
import { writeAnswer } from "./outcome-files.ts";

export async function lookAfter(
  phase: PhaseRun,
  dispatch: Dispatch,
  base: string,
  stood: GitPosition,
): Promise<Pick<Outcome, "changed" | "meddled" | "world">> {
  const { snapshots, emit } = phase.ports;
  const changed = await snapshots.changed(base, (await snapshots.take()).tree);
  const world = await look(phase);
  const elsewhere = changed
    .map(({ path }) => path)
    .filter((path) => !isEngineFile(phase.feature.folder, path) && path !== phase.artifact);
  // A writer's other changes are asked about before its commit; where there is no commit, this warning is all there is.
  const isReader = dispatch.writes.length === 0;
  if ((isReader || !phase.ownsBranch) && elsewhere.length > 0) {
    const doing = isReader ? "reading" : "writing";
    emit({ type: "warned", text: `files changed while ${dispatch.role} was ${doing}: ${listNames(elsewhere)}` });
  }
  const stands = await gitPosition(phase);
  const meddled = changedSettings(stood.settings, stands.settings);
  if (meddled.length > 0) {
    const names = meddled.map((name) => `.git/${name}`);
    emit({ type: "warned", text: `${dispatch.role} changed git's own files: ${listNames(names)}` });
  }
  if (stands.head !== stood.head || stands.branch !== stood.branch) {
    emit({
      type: "warned",
      text: `${dispatch.role} moved the branch or made its own commit; only iflow commits during a run`,
    });
  }
  return { changed: changed.map(({ path, change }) => ({ path, change })), meddled, world: { ...world } };
}

/** Where HEAD stands, and the settings that can make git run something. */
type GitPosition = Pick<Whereabouts, "head" | "branch"> & { readonly settings: Readonly<Record<string, string>> };

export async function gitPosition({ ports: { repository } }: Parts<"ports">): Promise<GitPosition> {
  const { head, branch } = await repository.where();
  return { head, branch, settings: await repository.settings() };
}

/** Writes the outcome file first: once it exists, the dispatch counts as paid, whatever happens to the step. */
export async function endDispatch(
  phase: Parts<"ports" | "run">,
  dispatch: Dispatch,
  outcome: Outcome,
): Promise<DispatchResult> {
  await writeAnswer(phase, dispatch, outcome);
  const { status, usage, cost, error, milliseconds } = outcome;
  phase.ports.emit({
    ...{ type: "dispatch-ended", ...factsOf(dispatch, outcome.estimate), status, usage, milliseconds },
    ...(cost !== undefined && { cost }),
    ...(error !== undefined && { error }),
  });
  return resultOf(dispatch, outcome);
}

/** What events say about the dispatch. */
export function factsOf(dispatch: Dispatch, estimate: number | undefined) {
  const { step, role, round, activity, kind, reason, contextChars, prompt } = dispatch;
  return {
    ...{ step, role, round, activity, kind, reason, promptChars: prompt.text.length, contextChars },
    ...(estimate !== undefined && { estimate }),
  };
}
