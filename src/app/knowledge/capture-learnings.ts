// After a review loop of two or more rounds, issues that came back become memories of the project. This is one recorded
// step; a memory's key is derived from the step, so a killed run that repeats it counts nothing twice.
import { type JudgedRound, learningsOf } from "../../domain/knowledge/learnings.ts";
import type { RoleIssue } from "../../domain/review/review-loop.ts";
import type { PhaseRun } from "../work/state/phase-run.ts";

export interface EndedLoop {
  /** Distinguishes the loops of a phase in step names. */
  readonly loop: string;
  readonly rounds: readonly JudgedRound[];
  /** Set when no further round was allowed. */
  readonly openAtCap: readonly RoleIssue[] | undefined;
}

export async function captureLearnings(phase: PhaseRun, { loop, rounds, openAtCap }: EndedLoop): Promise<void> {
  if (!phase.run.head.config.memory.learn || rounds.length < 2) return;
  const learnings = learningsOf({ feature: phase.feature, phase: phase.name, rounds, openAtCap });
  if (learnings.length === 0) return;
  const name = phase.steps.next(0, `${loop}-learnings`);
  await phase.run.step({
    name,
    input: learnings.map(({ description }) => description),
    work: async () => {
      const { memory, emit } = phase.ports;
      try {
        for (const [index, learning] of learnings.entries()) {
          await memory.store(learning, { scope: "project", key: `${phase.run.head.id}/${name}/${index}` });
        }
        const text = `Review learnings: ${learnings.length} patterns captured from ${rounds.length}-iteration review cycle`;
        emit({ type: "learned", text });
      } catch (error) {
        const problem = error instanceof Error ? error.message : String(error);
        emit({ type: "warned", text: `review learnings were not stored: ${problem}` });
      }
      return null;
    },
  });
}
