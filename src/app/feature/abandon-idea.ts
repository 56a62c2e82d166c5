// Abandoning an idea that has no feature yet: its open brainstorm ends. Nothing is committed, since nothing of it is in git;
// the PRD stays where it is.
import { brainstormPrd } from "../../domain/review/brainstorm.ts";
import type { RunSummary } from "../../domain/run/run.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { Ports } from "../../ports/ports.ts";
import { endRun, requireUnowned } from "./end-run.ts";
import { requireHere } from "./require-here.ts";

export interface AbandonIdeaPlan {
  readonly key: string;
  readonly idea: string;
  /** Where its PRD is; undefined when none was written yet. */
  readonly prd: string | undefined;
  readonly runs: readonly RunSummary[];
}

/** Refuses what cannot be abandoned, before the person is asked. */
export async function planAbandonIdea(ports: Ports, key: string): Promise<AbandonIdeaPlan> {
  await requireUnowned(ports, key);
  const runs = (await ports.runs.open()).filter(({ head }) => head.feature === key);
  const [first] = runs;
  if (!first) throw await notOpen(ports, key);
  for (const run of runs) requireHere(run);
  const path = brainstormPrd(first.head);
  const isThere = path !== undefined && (await ports.tree.isThere(path));
  return { key, idea: first.head.idea ?? "", prd: isThere ? path : undefined, runs };
}

export async function abandonIdeaRuns(ports: Ports, { key, runs }: AbandonIdeaPlan) {
  const lock = await ports.runs.lock(key, { command: "iflow abandon" });
  try {
    for (const { head } of runs) await endRun(ports, head.id);
    if ((await ports.runs.open()).length === 0) await ports.snapshots.clear(); // another run may need its own
    return { endedRuns: runs.map(({ head }) => head.id) };
  } finally {
    await lock.release();
  }
}

async function notOpen(ports: Ports, key: string): Promise<IflowError> {
  const over = (await ports.archive.brainstorms()).findLast(({ head }) => head.feature === key);
  if (over?.outcome === "abandoned") {
    return new IflowError("usage", `${key} is already abandoned`, { fix: "iflow status" });
  }
  const path = over && brainstormPrd(over.head);
  if (path === undefined || !(await ports.tree.isThere(path))) {
    return new IflowError("feature-unknown", `there is no open brainstorm ${key}`, { fix: "iflow status" });
  }
  const fix = `to drop the idea, remove or move its PRD: ${path}`;
  return new IflowError("usage", `the brainstorm ${key} is over`, { fix });
}
