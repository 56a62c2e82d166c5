// After a round of readers: did one of them (or anybody) touch the text while it was judged? Then the verdicts are about
// bytes that are gone, and the person decides. A change elsewhere is only a warning.
import type { Judgement } from "../../domain/review/review-loop.ts";
import { isPass } from "../../domain/review/verdict.ts";
import type { RoleId } from "../../domain/roles/role.ts";
import { keptText } from "../work/artifact-text.ts";
import { type PhaseWork, stepName } from "../work/phase-work.ts";
import { look, settleForeignChange } from "../work/world.ts";

export type Settled = { readonly type: "valid" } | { readonly type: "voided"; readonly kept: boolean };

export async function settleReview(
  work: PhaseWork,
  reviewer: RoleId,
  round: number,
  judgements: readonly Judgement[],
): Promise<Settled> {
  const step = stepName(work, round, `${reviewer}-after`);
  const expected = work.expected;
  const seen = await work.run.step({
    name: step,
    input: { ...expected },
    work: async () => {
      const world = await look(work);
      if (world.blob === expected.blob) tell(work, round, judgements);
      return { ...world };
    },
  });
  if (seen.blob === expected.blob) return { type: "valid" };
  if (seen.branch !== expected.branch) {
    await settleForeignChange(work, step, seen); // on another branch every file looks changed
    return settleReview(work, reviewer, round, judgements);
  }

  const keep = {
    value: "keep",
    label: "Keep the change",
    hint: `it is ${work.ownsBranch ? "committed and " : ""}reviewed`,
  };
  const [answer] = await work.run.wait([
    {
      type: "question",
      name: `${step}/changed`,
      topic: "reviewer-wrote",
      text: `${work.artifact} was changed while ${reviewer} was reviewing it, so that verdict does not count.`,
      options: [
        { value: "restore", label: "Put the reviewed text back", hint: "a copy of the changed one is kept" },
        ...(seen.blob === null ? [] : [keep]),
      ],
    },
  ]);
  work.obstacles.set(reviewer, "voided");
  if (answer === "keep") {
    work.expected = { ...expected, blob: seen.blob };
    return { type: "voided", kept: true };
  }
  await restore(work, step);
  return { type: "voided", kept: false };
}

async function restore(work: PhaseWork, step: string): Promise<void> {
  await work.run.step({
    name: `${step}/restore`,
    input: work.expected.blob,
    work: async () => {
      const changed = await work.ports.tree.read(work.artifact);
      const kept = `${step.replaceAll("/", "-")}-changed.md`;
      if (changed !== undefined) await work.run.folder.write(kept, changed);
      await work.ports.tree.write(work.artifact, await keptText(work));
      work.ports.emit({
        type: "warned",
        text: `put ${work.artifact} back; the changed text is ${work.run.folder.path}/${kept}`,
      });
      return null;
    },
  });
}

/** Told once, in a step of its own. */
export async function tellJudgements(work: PhaseWork, round: number, judgements: readonly Judgement[]): Promise<void> {
  await work.run.step({
    name: stepName(work, round, "judged"),
    input: null,
    work: async () => {
      tell(work, round, judgements);
      return null;
    },
  });
}

function tell(work: PhaseWork, round: number, judgements: readonly Judgement[]): void {
  for (const judgement of judgements) {
    const { role } = judgement;
    if (judgement.type === "invalid") {
      work.ports.emit({ type: "verdict-read", role, round, passed: false, problem: judgement.problem, issues: [] });
    } else {
      const issues = judgement.verdict.issues.map((issue) => ({ ...issue, reviewer: role }));
      work.ports.emit({ type: "verdict-read", role, round, passed: isPass(judgement.verdict), issues });
    }
  }
}
