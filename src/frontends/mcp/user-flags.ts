// What is the user's to say and not the model's: that nothing needs to be asked, that a completed phase runs again. Where hooks
// see what the user types, such a word counts for the command it was typed behind and the run that came of it; elsewhere it
// is the client's own word, which the history marks (app/review-round.ts).
import type { Ports } from "../../app/ports.ts";
import { IflowError } from "../../domain/errors.ts";
import { commandOf, type Phase } from "../../domain/phase.ts";
import type { Proof } from "../../domain/question.ts";

export interface UserFlags {
  readonly yolo?: boolean | undefined;
  readonly rerun?: boolean | undefined;
}

export interface Start extends UserFlags {
  readonly phase: Phase | "run";
  readonly feature?: string | undefined;
}

export async function requireUsersWord(
  ports: Ports,
  proof: Proof,
  { phase, feature, yolo, rerun }: Start,
): Promise<void> {
  const flags = [...(yolo ? ["--yolo"] : []), ...(rerun ? ["--rerun"] : [])];
  if (flags.length === 0) return;
  await (proof === "hook" ? requireTyped(ports, phase, flags) : requireFromBeginning(ports, feature, flags));
}

async function requireTyped({ hostDesk, runs }: Ports, phase: Start["phase"], flags: readonly string[]): Promise<void> {
  const typed = await hostDesk.typedCommand();
  const [command, ...words] = typed?.text.split(/\s+/) ?? [];
  const name = phase === "run" ? phase : commandOf(phase);
  const isOver = typed?.run !== undefined && !(await runs.open()).some(({ head }) => head.id === typed.run);
  for (const flag of flags) {
    if (command === `/iflow:${name}` && words.includes(flag) && !isOver) continue;
    const missing = isOver ? "what they typed was for a run that is over" : "they did not";
    throw new IflowError("needs-answer", `${flag} is the user's to say, and ${missing}`, {
      fix: `leave \`${flag.slice(2)}\` out, or let the user type: /iflow:${name} ${flag}`,
    });
  }
}

/** Said by the client alone it stands in the head of the run, so that the history can tell. */
async function requireFromBeginning(
  { runs }: Ports,
  feature: string | undefined,
  flags: readonly string[],
): Promise<void> {
  const open = (await runs.open()).find(({ head }) => feature === undefined || head.feature === feature);
  if (!open || open.head.flags.yolo || !flags.includes("--yolo")) return;
  throw new IflowError("needs-answer", `${open.head.phase} of ${open.head.feature} began without --yolo`, {
    fix: "leave `yolo` out: the user answers its questions",
  });
}
