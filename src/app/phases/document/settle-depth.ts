// How deep a feature is worked on, settled before anything is written. With `auto` one agent looks at the code and the
// engine decides by the project's rules; an answer that cannot be used means full depth.
import { riskQuestion } from "../../../domain/prompts/light-spec.ts";
import { taskPrompt } from "../../../domain/prompts/task-prompt.ts";
import { type ChosenDepth, chooseDepth } from "../../../domain/review/depth-rules.ts";
import { askRole } from "../../dispatch/ask-role.ts";
import { type Setup, setUpRole } from "../../review/set-up-phase.ts";
import type { Parts, PhaseRun } from "../../work/state/phase-run.ts";
import { tellFailed } from "../../work/tell-once.ts";

const ROLE = "risk-explorer";

/** Undefined for a feature at full depth, where there is nothing to settle. */
export async function settleDepth(
  phase: PhaseRun,
  setup: Omit<Setup, "featureText">,
): Promise<ChosenDepth | undefined> {
  const { depth } = phase.run.head.flags;
  if (depth === "light") return tellDepth(phase, { depth, why: ["as asked"] });
  return depth === "auto" ? tellDepth(phase, await look(phase, setup)) : undefined;
}

async function look(phase: PhaseRun, setup: Omit<Setup, "featureText">): Promise<ChosenDepth> {
  const { material, requiredChars } = await setUpRole(phase, setup, ROLE);
  const answer = await askRole(phase, {
    ...({ role: ROLE, activity: "research", writes: [], requiredChars } as const),
    prompt: (facts) => taskPrompt(material, riskQuestion(phase.feature.description), facts),
  });
  if (answer.status === "failed") await tellFailed(phase, ROLE, answer.problem);
  return chooseDepth(answer.status === "failed" ? undefined : answer.value, phase.run.head.config.risk);
}

/** The engine's own check of a short spec stays red: without a reviewer nobody could judge it. */
export function deepen(phase: Depths, problems: number): Promise<ChosenDepth> {
  const found = problems === 1 ? "1 problem" : `${problems} problems`;
  return tellDepth(phase, { depth: "full", why: [`iflow's own check still finds ${found} in the spec`] });
}

type Depths = Parts<"feature" | "ports" | "run" | "steps">;

async function tellDepth(phase: Depths, { depth, why }: ChosenDepth): Promise<ChosenDepth> {
  await phase.run.step({
    name: phase.steps.next(0, "depth"),
    input: { depth, why: [...why] },
    work: async () => {
      phase.ports.emit({ type: "depth-settled", feature: phase.feature.key, depth, escalated: false, why });
      return null;
    },
  });
  return { depth, why };
}
