// The closing question of a phase, asked after its completion commit.

import { phasesAfter } from "../../domain/feature/depth.ts";
import { nextPhase } from "../../domain/feature/phase.ts";
import { countOpen } from "../../domain/review/at-cap.ts";
import { thePhase } from "../../domain/run/events/work-words.ts";
import type { Parts, PhaseRun } from "../work/state/phase-run.ts";
import { askPerson } from "../work/wait-for.ts";
import { type Completion, outcomeOf } from "./complete-phase.ts";

export type ClosingChoice =
  | { readonly type: "end"; readonly next: "continue" | "review" }
  | { readonly type: "request-changes"; readonly text: string }
  | { readonly type: "rerun" };

/** `remark` is a sentence that the person should read before they decide. */
export async function askClosing(
  phase: PhaseRun,
  reviews: Pick<Completion, "review" | "handoff" | "depth">,
  remark = "",
): Promise<ClosingChoice> {
  const { flags } = phase.run.head;
  const chosen = phasesAfter(flags, reviews.depth?.depth);
  const name = `${phase.name}/${phase.steps.epoch}/closing`;
  const answer = await askPerson(phase, {
    name,
    topic: "closing",
    text: `${thePhase(phase.name)} is ${wordsOf(reviews)}${phase.name === "implement" && flags.depth === "light" ? ONE : ""} and committed${wordOfTheHost(phase)}.${remark && ` ${remark}`} What next?`,
    options: [
      {
        value: "continue",
        label: "Continue",
        hint: `next: ${nextPhase(phase.name, chosen) ?? "nothing"}`,
      },
      { value: "review", label: "Look at it first", hint: phase.artifact },
      { value: "request-changes", label: "Request changes", hint: "you will be asked what" },
      {
        value: "rerun",
        label: outcomeOf(reviews) === "completed" ? "Fix and check it again" : "Fix and rerun reviews",
        hint: "after you have edited the file yourself",
      },
    ],
    default: "continue",
  });
  if (answer === "continue" || answer === "review") return { type: "end", next: answer };
  if (answer === "rerun") return { type: "rerun" };
  const text = await askPerson(phase, {
    name: `${name}/changes`,
    topic: "requested-changes",
    text: "What should change?",
    options: [],
    freeText: true,
  });
  return { type: "request-changes", text };
}

const ONE = " by one reviewer (light depth)";

function wordsOf(reviews: Pick<Completion, "review" | "handoff">): string {
  const open = [...(reviews.review?.issues ?? []), ...(reviews.handoff?.issues ?? [])];
  const outcome = outcomeOf(reviews);
  if (outcome === "completed") return "completed without review (light depth)";
  return outcome === "approved" ? "approved" : `accepted with ${countOpen(open)} open`;
}

/** The person deciding here must know when a verdict or an answer rests only on the host's word. */
function wordOfTheHost({ host }: Parts<"host">): string {
  const answers = host.answered.map((question) => `answer to ${question}`);
  const words = [...[...host.selfReported].sort(), ...answers];
  return words.length === 0 ? "" : ` (self-reported by the host: ${words.join(", ")})`;
}
