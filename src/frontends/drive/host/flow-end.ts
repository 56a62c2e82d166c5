// How a run ended, in words for a model and its user, with the next command in a form that the user can type.
import type { FeatureStatus } from "../../../app/feature/status.ts";
import { printCommands } from "../../../domain/feature/printed-commands.ts";
import { asHostCommand } from "../../../domain/host/host-commands.ts";
import type { Proof } from "../../../domain/run/questions/question.ts";
import { commandAfter } from "../command-after.ts";
import type { EndedPhase } from "../context.ts";
import { promoteCommand } from "../idea/promote-command.ts";
import type { Print } from "../printed-commands.ts";

export interface DescribedEnd {
  readonly message: string;
  readonly next: string | null;
}

/** `print` gives a command the name it needs where it is typed, and the word that starts it. */
export function describeEnd(ended: EndedPhase, proof: Proof, print: Print = (text) => text): DescribedEnd {
  const { run, end } = ended;
  if (end.choice === "cancelled") return { message: `${run.phase} of ${run.feature} was left as it is.`, next: null };
  if (run.phase === "brainstorm") return describeBrainstorm(ended, proof, print);
  if (end.choice === "abandoned")
    return {
      message: `${run.phase} of ${run.feature} was abandoned with ${end.notes} open issues; it is not completed.`,
      next: null,
    };
  const command = commandAfter(ended);
  const next = command === undefined ? null : typedCommand(print(command), proof);
  const after = next === null ? "Nothing comes after it." : `Next, if the user wants it: ${next}`;
  if (end.escalated) {
    const message = `${run.phase} of ${run.feature} needs full depth: the change ${end.escalated.join(", and ")}. ${after}`;
    return { message, next };
  }
  const message = `${run.phase} of ${run.feature} is ${end.outcome ?? "done"} (${end.choice}) after ${end.rounds} review rounds, with ${end.notes} open issues. ${after}`;
  return { message, next };
}

/** A brainstorm leaves a file and a decision; there is no feature yet. */
function describeBrainstorm({ end }: EndedPhase, proof: Proof, print: Print): DescribedEnd {
  const { prd, decision, readiness } = end.facts ?? {};
  const isPromoted = decision === "promote";
  const promote = typedCommand(print(promoteCommand(end)), proof);
  const after = isPromoted ? "Next, if the user wants it:" : "It is saved. If the user wants to make it a feature:";
  const message = [
    `The PRD is ${prd}, in the working tree and not committed; readiness check: ${readiness}; ${end.rounds} review rounds, ${end.notes} open notes.`,
    `${after} ${promote}`,
  ].join("\n");
  return { message, next: isPromoted ? promote : null };
}

/** What comes next for a feature; a question of the host's run is answered by typing its id. */
export function typedNext(
  { next, pendings }: Pick<FeatureStatus, "next" | "pendings">,
  proof: Proof,
  program: string,
): string | null {
  const [pending] = pendings;
  const isAsked = proof === "hook" && pending?.type === "question";
  return isAsked ? `${pending.id} …` : next && typedCommand(next, proof, program);
}

/** Where the plugin is installed, its commands are available too; any other client has a terminal beside it. */
export function typedCommand(command: string, proof: Proof, program = "iflow"): string {
  return proof === "hook" ? asHostCommand(command) : printCommands(command, { program });
}
