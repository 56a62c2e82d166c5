// What happens to a reviewed PRD. Promoting only names the command: a phase never starts the next one.

import type { Readiness } from "../../../domain/review/brainstorm.ts";
import type { Option } from "../../../domain/run/questions/question.ts";
import type { Parts } from "../../work/state/phase-run.ts";
import { askPerson } from "../../work/wait-for.ts";

export type BrainstormDecision =
  | { readonly type: "promote" }
  | { readonly type: "save" }
  | { readonly type: "address" }
  | { readonly type: "refine"; readonly wish: string };

const SAVE: Option = { value: "save", label: "Save and stop", hint: "the PRD stays where it is" };

export async function askDecision(
  phase: Parts<"artifact" | "run" | "steps">,
  { result, text }: Readiness,
): Promise<BrainstormDecision> {
  const name = `brainstorm/${phase.steps.epoch}/decision`;
  const options =
    result === "blocked"
      ? [
          { value: "address", label: "Address the issues", hint: "the author revises, then it is reviewed again" },
          { value: "promote", label: "Promote anyway", hint: "make it a feature as it is" },
          SAVE,
        ]
      : [
          { value: "promote", label: "Promote to a feature", hint: "next: a number, a branch and a folder of its own" },
          { value: "refine", label: "Refine it", hint: "you will be asked what to change" },
          SAVE,
        ];
  const answer = await askPerson(phase, {
    name,
    topic: result === "blocked" ? "brainstorm-blocked" : "brainstorm-decision",
    text: `Readiness check: ${text}. What should happen to ${phase.artifact}?`,
    options,
    ...(options[0] && { default: options[0].value }),
  });
  if (answer === "promote" || answer === "address" || answer === "save") return { type: answer };
  const wish = await askPerson(phase, {
    name: `${name}/refine`,
    topic: "requested-changes",
    text: "What should change?",
    options: [],
    freeText: true,
  });
  return { type: "refine", wish };
}
