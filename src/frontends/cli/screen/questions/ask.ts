// Questions that a command asks at the terminal before it changes something. Questions of a run, which outlive the
// command, are in prompt-question.ts. Leaving a prompt with Ctrl-C or escape means no.
import type { DriveContext } from "../../../drive/context.ts";
import { withOwnSignal } from "./own-signal.ts";

type Asking = Pick<DriveContext, "signal">;
type Prompts = typeof import("@clack/prompts");
/** How a prompt says that the person left it. */
type Left = Prompts["CANCEL_SYMBOL"];

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
}

export async function confirm(asking: Asking, message: string, byDefault: boolean): Promise<boolean> {
  return (await confirmOrLeave(asking, message, byDefault)) === true;
}

/** Undefined when the person leaves. */
export function confirmOrLeave(asking: Asking, message: string, byDefault: boolean): Promise<boolean | undefined> {
  return ask(asking, (prompts, common) => prompts.confirm({ message, initialValue: byDefault, ...common }));
}

/** Undefined when the person leaves. */
export function choose(
  asking: Asking,
  message: string,
  options: readonly Choice[],
  initial?: string,
): Promise<string | undefined> {
  const first = initial === undefined ? {} : { initialValue: initial };
  return ask(asking, (prompts, common) => prompts.select({ message, options: [...options], ...first, ...common }));
}

/** Undefined when the person leaves. */
export function chooseSeveral(
  asking: Asking,
  message: string,
  options: readonly Choice[],
  chosen: readonly string[],
): Promise<readonly string[] | undefined> {
  const list = { options: [...options], initialValues: [...chosen], required: false };
  return ask(asking, (prompts, common) => prompts.multiselect({ message, ...list, ...common }));
}

/** Undefined when the person leaves; `refusal` says what is wrong with a text, or nothing. */
export async function askText(
  asking: Asking,
  message: string,
  proposed: string,
  refusal: (text: string) => string | undefined,
): Promise<string | undefined> {
  const validate = (text: string | undefined) => refusal(text?.trim() ?? "");
  const answer = await ask(asking, (prompts, common) =>
    prompts.text({ message, initialValue: proposed, validate, ...common }),
  );
  return answer?.trim();
}

interface Common {
  readonly signal: AbortSignal;
  readonly output: NodeJS.WriteStream;
}

async function ask<Answer>(
  { signal }: Asking,
  prompt: (prompts: Prompts, common: Common) => Promise<Answer | Left>,
): Promise<Answer | undefined> {
  const prompts = await import("@clack/prompts");
  const answer = await withOwnSignal(signal, (own) => prompt(prompts, { signal: own, output: process.stderr }));
  return prompts.isCancel(answer) ? undefined : (answer as Answer); // `isCancel` does not narrow it
}

/** The line above the first question. */
export async function title(text: string): Promise<void> {
  const prompts = await import("@clack/prompts");
  prompts.intro(text, { output: process.stderr });
}

/** Lines between two questions. */
export async function note(lines: readonly string[]): Promise<void> {
  const prompts = await import("@clack/prompts");
  prompts.log.message([...lines], { output: process.stderr });
}

/** Keys pressed while something runs neither spoil the screen nor answer the next question; Ctrl-C still interrupts. */
export async function ignoringKeys<Result>(work: () => Promise<Result>): Promise<Result> {
  const { stdin } = process;
  if (!stdin.isTTY) return work();
  const onKeys = (keys: string | Buffer) => {
    if (keys.toString().includes(CTRL_C)) process.kill(process.pid, "SIGINT");
  };
  stdin.setRawMode(true);
  stdin.on("data", onKeys);
  stdin.resume(); // an earlier question has paused it
  try {
    return await work();
  } finally {
    stdin.off("data", onKeys);
    stdin.pause();
    stdin.setRawMode(false);
  }
}

const CTRL_C = "\u0003";
