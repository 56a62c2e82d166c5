// After a round of readers: did one of them (or anybody else) change the text while it was being judged? If so, the
// verdicts are about bytes that are gone, and the person decides.

import type { Place } from "../../domain/review/register/issue-register.ts";
import type { LoopHealth } from "../../domain/review/register/loop-health.ts";
import type { Judgement } from "../../domain/review/review-loop.ts";
import { isPass } from "../../domain/review/verdict.ts";
import type { RoleId } from "../../domain/roles/role.ts";
import { keptText } from "../work/given/artifact-text.ts";
import type { Seen } from "../work/state/issue-register.ts";
import type { Parts, PhaseRun } from "../work/state/phase-run.ts";
import { askPerson } from "../work/wait-for.ts";
import { look, settleForeignChange } from "../work/world.ts";

export type Settled = { readonly type: "valid" } | { readonly type: "voided"; readonly kept: boolean };

/** Verdicts as they would count, with how many earlier issues each of them ends. */
export interface Told {
  readonly judgements: readonly Judgement[];
  readonly resolved: ReadonlyMap<string, number>;
  /** How a later round moves its loop. */
  readonly health: LoopHealth | undefined;
  /** Roles in whose place fresh eyes have looked. */
  readonly certified: readonly string[];
}

/** Before the register takes them in: the round may still turn out to be void. */
export function toldOf(
  { register }: Parts<"register">,
  place: Place,
  judgements: readonly Judgement[],
  { certified, ...seen }: Seen & { readonly certified: readonly string[] },
): Told {
  const { judged, health } = register.wouldJudge(place, judgements, seen);
  return {
    judgements: judged,
    resolved: new Map(judgements.map(({ role }) => [role, register.wouldResolve(place, judgements, role)])),
    // fresh eyes alone are no further round
    health: place.round > 1 && judgements.some(({ role }) => !certified.includes(role)) ? health : undefined,
    certified,
  };
}

export async function settleReview(phase: PhaseRun, reviewer: RoleId, round: number, told: Told): Promise<Settled> {
  const step = phase.steps.next(round, `${reviewer}-after`);
  const expected = phase.world.expected;
  const seen = await phase.run.step({
    name: step,
    input: { ...expected },
    work: async () => {
      const world = await look(phase);
      if (world.blob === expected.blob) tell(phase, round, told);
      return { ...world };
    },
  });
  if (seen.blob === expected.blob) return { type: "valid" };
  if (seen.branch !== expected.branch) {
    await settleForeignChange(phase, step, seen); // on another branch every file looks changed
    return settleReview(phase, reviewer, round, told);
  }

  const keep = {
    value: "keep",
    label: "Keep the change",
    hint: `it will be ${phase.ownsBranch ? "committed and " : ""}reviewed`,
  };
  const answer = await askPerson(phase, {
    name: `${step}/changed`,
    topic: "reviewer-wrote",
    text: `${phase.artifact} was changed while ${reviewer} was reviewing it, so that verdict does not count.`,
    options: [
      { value: "restore", label: "Put the reviewed text back", hint: "a copy of the changed one is kept" },
      ...(seen.blob === null ? [] : [keep]),
    ],
  });
  phase.sessions.requireFresh([reviewer], "voided");
  if (answer === "keep") {
    phase.world.wrote(seen.blob);
    return { type: "voided", kept: true };
  }
  await restore(phase, step);
  return { type: "voided", kept: false };
}

async function restore(phase: Parts<"artifact" | "ports" | "run" | "world">, step: string): Promise<void> {
  await phase.run.step({
    name: `${step}/restore`,
    input: phase.world.expected.blob,
    work: async () => {
      const { tree } = phase.ports;
      const changed = (await tree.isPlainFile(phase.artifact)) ? await tree.read(phase.artifact) : undefined;
      const judged = await keptText(phase);
      const kept = `${step.replaceAll("/", "-")}-changed.md`;
      // what a killed attempt has already put back must not replace the copy it kept
      if (changed !== undefined && changed !== judged) await phase.run.folder.write(kept, changed);
      await tree.writeOwn(phase.artifact, judged);
      phase.ports.emit({
        type: "warned",
        text: `restored ${phase.artifact}; the changed text is in ${phase.run.folder.path}/${kept}`,
      });
      return null;
    },
  });
}

/** Emitted once, in a separate step. */
export async function tellJudgements(
  phase: Parts<"ports" | "run" | "steps">,
  round: number,
  told: Told,
): Promise<void> {
  await phase.run.step({
    name: phase.steps.next(round, "judged"),
    input: null,
    work: async () => {
      tell(phase, round, told);
      return null;
    },
  });
}

function tell(phase: Parts<"ports">, round: number, { judgements, resolved, health, certified }: Told): void {
  for (const judgement of judgements) {
    const { role } = judgement;
    const by = certified.includes(role) ? { certifies: true } : {};
    if (judgement.type === "invalid") {
      phase.ports.emit({
        type: "verdict-read",
        role,
        round,
        passed: false,
        problem: judgement.problem,
        issues: [],
        ...by,
      });
    } else {
      const issues = judgement.verdict.issues.map((issue) => ({ ...issue, reviewer: role }));
      const passed = isPass(judgement.verdict);
      phase.ports.emit({ type: "verdict-read", role, round, passed, issues, resolved: resolved.get(role) ?? 0, ...by });
    }
  }
  if (health) phase.ports.emit({ type: "loop-moved", round, ...health });
}
