// The user's repository is theirs. Before every live step the engine checks that the world is as it left it. If
// somebody switched the branch, committed or edited the artifact, the engine asks the person and never overrules them.
import type { Question } from "../../domain/run/questions/question.ts";
import type { Json } from "../../domain/text/json/json.ts";
import type { StepContext } from "../../ports/runs/runs.ts";
import { findKeptText, keepText } from "./given/artifact-text.ts";
import type { World } from "./state/expected-world.ts";
import type { Parts, PhaseRun } from "./state/phase-run.ts";
import { askPerson } from "./wait-for.ts";

export async function look(phase: PhaseRun): Promise<World> {
  const meta = metaPath(phase);
  if (!phase.ownsBranch) {
    const blobs = await phase.ports.snapshots.blobs([phase.artifact]);
    return { branch: phase.feature.branch, head: phase.run.head.base, blob: blobs[phase.artifact] ?? null, meta: null };
  }
  const where = await phase.ports.repository.where();
  const blobs = await phase.ports.snapshots.blobs([phase.artifact, meta], where);
  return {
    branch: where.branch ?? null,
    head: where.head ?? null,
    blob: blobs[phase.artifact] ?? null,
    meta: blobs[meta] ?? null,
  };
}

export function isSameWorld(a: World, b: World): boolean {
  return a.branch === b.branch && a.head === b.head && a.blob === b.blob && a.meta === b.meta;
}

export function metaPath(phase: Parts<"feature">): string {
  return `${phase.feature.folder}/.meta.json`;
}

export interface GuardedStep<T> {
  readonly round: number;
  readonly segment: string;
  readonly input: Json;
  /** Puts right what an attempt left that was killed, from its notes; before anything is looked at. */
  recover?(step: string, notes: readonly Json[]): Promise<void>;
  /** The result, if an earlier attempt already did the work but was killed before it was recorded. */
  found?(step: string): Promise<T | undefined>;
  work(step: string, context: StepContext): Promise<T>;
}

/** Runs a step only if the world has not been changed from outside. */
export async function whenUndisturbed<T extends Json>(phase: PhaseRun, step: GuardedStep<T>): Promise<T> {
  for (;;) {
    const name = phase.steps.next(step.round, step.segment);
    const expected = phase.world.expected;
    const result = await phase.run.step({
      name,
      input: [step.input, { ...expected }],
      work: async (context) => {
        if (context.interrupted) await step.recover?.(name, context.interrupted);
        const found = await step.found?.(name);
        if (found !== undefined) return { done: found };
        const seen = await look(phase);
        if (!isSameWorld(seen, expected)) return { foreign: { ...seen } };
        return { done: await step.work(name, context) };
      },
    });
    if ("done" in result) return result.done as T;
    await settleForeignChange(phase, name, result.foreign);
  }
}

/** Asks what to do about a change the engine did not make, and accepts the world as it is if the person says so. */
export async function settleForeignChange(phase: PhaseRun, step: string, seen: World): Promise<void> {
  const lost = seen.blob === null && phase.world.expected.blob !== null ? await findKeptText(phase) : undefined;
  const answer = await askPerson(phase, foreignQuestion(phase, step, seen, lost !== undefined));
  await phase.run.step({
    name: `${step}/${answer}`,
    input: { ...seen },
    work: async () => {
      if (answer === "switch") await phase.ports.repository.switchTo(phase.feature.branch);
      else if (lost !== undefined) await phase.ports.tree.writeOwn(phase.artifact, lost);
      else await keepText(phase, seen.blob);
      return null;
    },
  });
  if (answer === "switch") return;
  const { branch, blob } = phase.world.expected;
  phase.world.accept({ ...seen, branch, ...(lost !== undefined && { blob }) });
  phase.sessions.requireFresh(phase.sessions.roles(), "foreign-change");
}

function foreignQuestion(
  phase: Parts<"artifact" | "feature" | "name" | "ownsBranch" | "steps" | "world">,
  step: string,
  seen: World,
  canRestore: boolean,
): Question {
  const { artifact, feature, name } = phase;
  const { expected } = phase.world;
  const base = { type: "question", name: `${step}/foreign` } as const;
  const inLane = phase.steps.isBranch ? `In the work tree of ${feature.branch}: ` : "";
  if (seen.branch !== expected.branch) {
    const hint = "as git switch does; local edits are carried along";
    return {
      ...base,
      topic: "wrong-branch",
      text: `${inLane}HEAD is on ${seen.branch ? `branch ${seen.branch}` : "no branch"}, but this feature works on ${feature.branch}.`,
      options: [{ value: "switch", label: `Switch to ${feature.branch}`, hint }],
    };
  }
  if (seen.head !== expected.head) {
    // finish has no reviewers: what is committed while it waits is merged by the person's word alone
    const hint =
      name === "finish" ? "it is merged as it is; no reviewer sees it" : "reviewers start afresh and see the change";
    return {
      ...base,
      topic: "foreign-commit",
      text: `${feature.branch} has moved since iflow last worked on it, to ${seen.head?.slice(0, 8) ?? "no commit"}: somebody else committed.`,
      options: [{ value: "include", label: "Continue from there", hint }],
    };
  }
  const topic = "foreign-change";
  if (seen.blob === expected.blob) {
    return {
      ...base,
      topic,
      text: `${inLane}${metaPath(phase)} was changed by somebody else; only iflow writes it.`,
      options: [{ value: "include", label: "Leave it as it is now", hint: "or restore it first: git restore" }],
    };
  }
  if (canRestore) {
    return {
      ...base,
      topic,
      text: `${inLane}${artifact} was deleted by somebody else.`,
      options: [{ value: "restore", label: "Put it back", hint: "as iflow last saw it" }],
    };
  }
  return {
    ...base,
    topic,
    text: `${inLane}${artifact} was ${seen.blob ? "edited" : "deleted"} by somebody else.`,
    options: [
      {
        value: "include",
        label: "Take it as it is now",
        hint: `it is ${phase.ownsBranch ? "committed and " : ""}reviewed like any other text`,
      },
    ],
  };
}
