// An idea is continued from wherever the person is: HEAD goes to the feature's branch, as it did when it was created.
import type { KnownFeature } from "../../../app/feature/features.ts";
import { requireIdleRepository } from "../../../app/feature/require-idle-repository.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import type { Ports } from "../../../ports/ports.ts";
import type { DrivePlace } from "../context.ts";

export async function goToBranch({ ports, person }: DrivePlace, { feature, meta }: KnownFeature): Promise<void> {
  const { key, branch } = feature;
  const { branch: current } = await ports.repository.where();
  const isFinishing = meta?.status === "completed"; // HEAD may be at the base branch already, for the merge
  if (current === branch) return answerOpenQuestion(ports, key);
  if (isFinishing || (await ports.repository.tip(branch)) === undefined) return;
  const elsewhere = await ports.repository.checkedOutIn(branch);
  if (elsewhere !== undefined) {
    throw new IflowError("repository-state", `${key} is worked on in another working tree: ${elsewhere}`, {
      fix: `cd ${elsewhere} && iflow continue ${key}`,
    });
  }
  const lock = await ports.runs.lock(key, { command: "iflow run" });
  try {
    await requireIdleRepository(ports.repository);
    await ports.repository.switchTo(branch);
  } finally {
    await lock.release();
  }
  await answerOpenQuestion(ports, key);
  person.say(`continues ${key}, on branch ${branch}`);
}

/** A run that has asked about the branch has its answer now: HEAD is no longer where the question says. */
async function answerOpenQuestion({ runs }: Ports, key: string): Promise<void> {
  const waiting = (await runs.open()).filter(({ head }) => head.feature === key).flatMap(({ pendings }) => pendings);
  for (const pending of waiting) {
    if (pending.type !== "question" || pending.topic !== "wrong-branch" || pending.id === undefined) continue;
    await runs.answer(pending.id, "switch");
  }
}
