// What follows every dispatch, however it was carried out: its answer goes to disk; then a check of what it did to the
// files, while it is still known who did it; the outcome file; the event; and the small result that the journal keeps.
import type { Before, Outcome } from "../../domain/billing/outcome.ts";
import { isEngineFile } from "../../domain/prompts/delta.ts";
import { answersIn } from "../../domain/review/register/issue-answers.ts";
import { IflowError } from "../../domain/text/errors.ts";
import { listNames } from "../../domain/text/list-names.ts";
import { bringToBranch } from "../trees/lane-branch.ts";
import { changedSettings } from "../work/git-settings.ts";
import { fileOf, writeOutcome } from "../work/given/dispatch-files.ts";
import type { Dispatch } from "../work/given/dispatch-request.ts";
import { putBackConfig } from "../work/keep-config.ts";
import type { Parts, PhaseRun } from "../work/state/phase-run.ts";
import { look } from "../work/world.ts";
import { type DispatchResult, resultOf } from "./dispatch-result.ts";
import { writeReply } from "./outcome-files.ts";
import type { Answer } from "./run-agent.ts";

/** Nothing else is looked at before this: once it is written, the dispatch counts as paid, whatever happens next. */
export async function keepAnswer(
  phase: Parts<"run">,
  dispatch: Dispatch,
  answer: Answer,
  unchecked: Before,
): Promise<Outcome> {
  const outcome = { ...answer, changed: [], meddled: [], world: { ...dispatch.expected }, unchecked };
  await writeOutcome(phase, fileOf(dispatch), outcome);
  return outcome;
}

/** Completes the outcome of an answer that is kept; the step is recorded only after this. */
export async function endDispatch(
  phase: PhaseRun,
  dispatch: Dispatch,
  { unchecked, ...kept }: Outcome,
): Promise<DispatchResult> {
  const outcome: Outcome = {
    ...kept,
    ...(unchecked && (await lookAfter(phase, dispatch, unchecked))),
    ...(unchecked && kept.unfinished !== undefined && { base: unchecked.base }),
  };
  await writeReply(phase, dispatch, outcome);
  await writeOutcome(phase, fileOf(dispatch), outcome);
  const { status, usage, cost, error, needs, ofRequest, milliseconds } = outcome;
  phase.ports.emit({
    ...{ type: "dispatch-ended", ...factsOf(dispatch, outcome.estimate), status, usage, milliseconds },
    ...(cost !== undefined && { cost }),
    ...(error !== undefined && { error }),
    ...(needs !== undefined && !(dispatch.isOptional && ofRequest) && { needs }),
    ...answersOf(dispatch, outcome.reply),
  });
  return resultOf(dispatch, outcome);
}

/** What an author or fixer says about the issues it was given. */
function answersOf({ activity }: Dispatch, reply: string) {
  if (activity !== "revise" && activity !== "fix") return {};
  const answers = [...answersIn(reply).values()];
  const fixed = answers.filter((answer) => answer.startsWith("fixed")).length;
  return answers.length === 0 ? {} : { answers: { fixed, disputed: answers.length - fixed } };
}

async function lookAfter(
  phase: PhaseRun,
  dispatch: Dispatch,
  before: Before,
): Promise<Pick<Outcome, "changed" | "meddled" | "world">> {
  const { snapshots, emit } = phase.ports;
  const { base, config } = before;
  await requireTree(phase, dispatch);
  if (phase.steps.isBranch) await bringBack(phase, dispatch);
  await putBackConfig(phase, config, { who: dispatch.role, file: fileOf(dispatch) });
  const after = (await snapshots.take()).tree;
  const changed = await snapshots.changed(base, after).catch(async (error: unknown) => {
    if (before.head === null || (await snapshots.has(base))) throw error;
    return snapshots.changed(before.head, after); // an adopted answer whose snapshot is gone: what is uncommitted counts
  });
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
  const meddled = changedSettings(before.settings, stands.settings);
  if (meddled.length > 0) {
    const names = meddled.map((name) => `.git/${name}`);
    const text = phase.steps.isBranch
      ? `git's own files, which all lanes share, changed while ${dispatch.role} worked in one: ${listNames(names)}`
      : `${dispatch.role} changed git's own files: ${listNames(names)}`;
    emit({ type: "warned", text });
  }
  if (stands.head !== before.head || stands.branch !== before.branch) {
    emit({
      type: "warned",
      text: `${dispatch.role} moved the branch or made its own commit; only iflow commits during a run`,
    });
  }
  return { changed: changed.map(({ path, change }) => ({ path, change })), meddled, world: { ...world } };
}

/** In which tree, where HEAD stands there, and the settings that can make git run something. */
export async function gitPosition({ ports }: Parts<"ports">): Promise<Omit<Before, "base" | "config">> {
  const { repository, trees } = ports;
  const { head, branch } = await repository.where();
  const tree = (await trees.mark(repository.root)) ?? null;
  return { head: head ?? null, branch: branch ?? null, settings: { ...(await repository.settings()) }, tree };
}

/** On another branch every file looks changed, so this comes first. */
async function bringBack({ feature, ports }: Parts<"feature" | "ports">, { role }: Dispatch): Promise<void> {
  const where = await bringToBranch(ports, feature.branch);
  if (where === undefined) return;
  const text = `${role} left its work tree on ${where}; it is back on ${feature.branch}, with what was not committed`;
  ports.emit({ type: "warned", text });
}

/** Without its tree nothing can be said about the work; its answer is kept, and what becomes of it is settled at the next opening. */
async function requireTree({ ports }: Parts<"ports">, { role }: Dispatch): Promise<void> {
  const { root } = ports.repository;
  const standing = await ports.trees.standing(root);
  if (standing === "whole") return;
  const what = standing === "gone" ? "was removed" : "lost its .git";
  throw new IflowError("repository-state", `the work tree ${root} ${what} while ${role} worked in it`, {
    fix: "iflow continue   (makes it whole again; what is lost is done again)",
  });
}

/** What events say about the dispatch. */
export function factsOf(dispatch: Dispatch, estimate: number | undefined) {
  const { step, number, role, round, activity, about, kind, reason, contextChars, prompt } = dispatch;
  return {
    ...{ step, number, role, round, activity, kind, reason, promptChars: prompt.text.length, contextChars },
    ...(about !== undefined && { about }),
    ...(estimate !== undefined && { estimate }),
  };
}
