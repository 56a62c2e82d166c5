// What a person is asked before a feature is created while HEAD is on the branch of another one.
import { branchOf } from "../../feature/feature-key.ts";
import { BASE, type OpenStart } from "../../feature/start-point.ts";
import type { Question } from "./question.ts";

/** Its answers are `base` and `stack`. */
export function startQuestion({ base, feature }: OpenStart): Question {
  return {
    type: "question",
    name: "start-point",
    topic: "start-point",
    text: `HEAD is on ${branchOf(feature)}, which is not merged. Where should the new branch begin?`,
    options: [
      { value: BASE, label: `At ${base}`, hint: `without the work of ${feature}` },
      { value: "stack", label: `On top of ${feature}`, hint: `to be merged after ${feature}` },
    ],
    default: BASE,
  };
}
