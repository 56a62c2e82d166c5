// What follows a dispatch, however it was carried out: a look at what it did to the files while it is still known who did
// it, the outcome file, the event, and the small result that the journal keeps.
import { isEngineFile } from "../domain/delta.ts";
import type { Outcome } from "../domain/outcome.ts";
import type { Whereabouts } from "../ports/repository.ts";
import type { DispatchResult, Order } from "./dispatch.ts";
import { fileOf, writeOutcome } from "./outcome-files.ts";
import type { PhaseWork } from "./phase-work.ts";
import { look } from "./world.ts";

export async function lookAfter(
  work: PhaseWork,
  order: Order,
  base: string,
  stood: Pick<Whereabouts, "head" | "branch">,
): Promise<Pick<Outcome, "changed" | "world">> {
  const { snapshots, repository, emit } = work.ports;
  const changed = await snapshots.changed(base, (await snapshots.take()).tree);
  const world = await look(work);
  const elsewhere = changed
    .map(({ path }) => path)
    .filter((path) => !isEngineFile(work.feature.folder, path) && path !== work.artifact);
  // what a writer changed besides is asked about before its commit; where there is no commit, this is all that is said
  const isReader = order.writes.length === 0;
  if ((isReader || !work.ownsBranch) && elsewhere.length > 0) {
    const doing = isReader ? "reading" : "writing";
    emit({ type: "warned", text: `files changed while ${order.role} was ${doing}: ${elsewhere.join(", ")}` });
  }
  const stands = await repository.where();
  if (stands.head !== stood.head || stands.branch !== stood.branch) {
    emit({
      type: "warned",
      text: `${order.role} moved the branch or made a commit of its own; only iflow commits during a run`,
    });
  }
  return { changed: changed.map(({ path, change }) => ({ path, change })), world: { ...world } };
}

/** The outcome file first: from then on it is paid for, whatever happens to the step. */
export async function endDispatch(work: PhaseWork, order: Order, outcome: Outcome): Promise<DispatchResult> {
  await writeOutcome(work, order, outcome);
  const { status, usage, cost, error, milliseconds } = outcome;
  work.ports.emit({
    ...{ type: "dispatch-ended", ...factsOf(order), status, usage, milliseconds },
    ...(cost !== undefined && { cost }),
    ...(error !== undefined && { error }),
  });
  return resultOf(order, outcome);
}

/** What events say about it. */
export function factsOf({ step, role, round, activity, kind, reason, contextChars, prompt }: Order) {
  return { step, role, round, activity, kind, reason, promptChars: prompt.text.length, contextChars };
}

export function resultOf(order: Order, { status, changed, world }: Outcome): DispatchResult {
  return { status, file: fileOf(order), changed, world };
}
