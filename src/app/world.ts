// The user's repository is theirs. Before every live step the engine looks whether the world is as it left it; if
// somebody switched the branch, committed or edited the artifact, the person is asked and never overruled.
import type { Json } from "../domain/json.ts";
import type { Question } from "../domain/question.ts";
import type { StepContext } from "../ports/runs.ts";
import { keepText } from "./artifact-text.ts";
import { type PhaseWork, stepName, type World } from "./phase-work.ts";

export async function look(work: PhaseWork): Promise<World> {
  const [where, blobs] = await Promise.all([
    work.ports.repository.where(),
    work.ports.snapshots.blobs([work.artifact]),
  ]);
  return { branch: where.branch ?? null, head: where.head ?? null, blob: blobs[work.artifact] ?? null };
}

export function isSameWorld(a: World, b: World): boolean {
  return a.branch === b.branch && a.head === b.head && a.blob === b.blob;
}

export interface GuardedStep<T> {
  readonly round: number;
  readonly segment: string;
  readonly input: Json;
  /** Already done by an earlier attempt that was killed before it could be recorded? Then its result. */
  found?(step: string): Promise<T | undefined>;
  work(step: string, context: StepContext): Promise<T>;
}

/** A step that only runs in a world nobody else has changed. */
export async function whenUndisturbed<T extends Json>(work: PhaseWork, step: GuardedStep<T>): Promise<T> {
  for (;;) {
    const name = stepName(work, step.round, step.segment);
    const expected = work.expected;
    const result = await work.run.step({
      name,
      input: [step.input, { ...expected }],
      work: async (context) => {
        const found = await step.found?.(name);
        if (found !== undefined) return { done: found };
        const seen = await look(work);
        if (!isSameWorld(seen, expected)) return { foreign: { ...seen } };
        return { done: await step.work(name, context) };
      },
    });
    if ("done" in result) return result.done as T;
    await settleForeignChange(work, name, result.foreign);
  }
}

/** Asks what to do about a change the engine did not make, and takes over the world as it is if the person says so. */
export async function settleForeignChange(work: PhaseWork, step: string, seen: World): Promise<void> {
  const question = foreignQuestion(work, step, seen);
  const [answer] = await work.run.wait([question]);
  if (answer === "switch") {
    await work.run.step({
      name: `${step}/switch`,
      input: work.feature.branch,
      work: async () => {
        await work.ports.repository.switchTo(work.feature.branch);
        return null;
      },
    });
    return;
  }
  await work.run.step({
    name: `${step}/taken`,
    input: { ...seen },
    work: async () => {
      await keepText(work, seen.blob);
      return null;
    },
  });
  work.expected = { ...seen, branch: work.expected.branch };
  for (const role of work.sessions.keys()) work.obstacles.set(role, "foreign-change");
}

function foreignQuestion(work: PhaseWork, step: string, seen: World): Question {
  const { expected, artifact, feature } = work;
  const base = { type: "question", name: `${step}/foreign` } as const;
  const stop = "(leave this question open to stop here)";
  if (seen.branch !== expected.branch) {
    return {
      ...base,
      topic: "wrong-branch",
      text: `HEAD is on ${seen.branch ? `branch ${seen.branch}` : "no branch"}, but this feature works on ${feature.branch}. ${stop}`,
      options: [
        {
          value: "switch",
          label: `Switch to ${feature.branch}`,
          hint: "as git switch does; local edits are carried along",
        },
      ],
    };
  }
  if (seen.head !== expected.head) {
    return {
      ...base,
      topic: "foreign-commit",
      text: `${feature.branch} has moved since iflow last worked on it: somebody else committed (${seen.head?.slice(0, 8)}). ${stop}`,
      options: [{ value: "include", label: "Go on from there", hint: "reviewers start afresh and see the change" }],
    };
  }
  return {
    ...base,
    topic: "foreign-change",
    text: `${artifact} was ${seen.blob ? "edited" : "deleted"} by somebody else. ${stop}`,
    options: [
      { value: "include", label: "Take it as it is now", hint: "it is committed and reviewed like any other text" },
    ],
  };
}
