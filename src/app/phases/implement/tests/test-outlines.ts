// Test outlines come from the documents alone: their author is blind to the code, so it can be asked while tasks are worked on.
import { taskPrompt } from "../../../../domain/prompts/task-prompt.ts";
import type { ReplyOf } from "../../../../domain/roles/reply-schema.ts";
import { askRole, type RoleAnswer } from "../../../dispatch/ask-role.ts";
import { type Setup, setUpRole } from "../../../review/set-up-phase.ts";
import type { PhaseRun } from "../../../work/state/phase-run.ts";
import { warnOf } from "../../../work/tell-once.ts";
import type { Implementation } from "../code/implementation.ts";

export type Outlines = ReplyOf<"test-deepener-a">["outlines"];

export interface AskedOutlines {
  readonly requiredPaths: readonly string[];
  readonly answer: RoleAnswer<"test-deepener-a">;
}

export async function askOutlines(phase: PhaseRun, setup: Setup): Promise<AskedOutlines> {
  const { material, requiredPaths, requiredChars } = await setUpRole(phase, setup, "test-deepener-a");
  const answer = await askRole(phase, {
    role: "test-deepener-a",
    activity: "tests",
    writes: [],
    readable: requiredPaths,
    requiredPaths,
    requiredChars,
    prompt: (facts) =>
      taskPrompt(material, `PHASE A: outlines from the documents alone.\n\nFeature: ${phase.feature.slug}`, facts),
  });
  return { requiredPaths, answer };
}

/** Undefined when there is nothing to write tests from; why is told. */
export async function takeOutlines(
  phase: PhaseRun,
  code: Implementation,
  { requiredPaths, answer }: AskedOutlines,
): Promise<Outlines | undefined> {
  if (answer.status === "failed") return void (await warnOf(phase, "test-deepener", answer.problem));
  code.confirmReads("test-deepener", answer, requiredPaths);
  if (answer.value.outlines.length > 0) return answer.value.outlines;
  await warnOf(phase, "test-deepener", "Test deepening Phase A returned no outlines — skipping test deepening");
  return undefined;
}
