// Questions that a command asks at the terminal before it changes something. Questions of a run, which outlive the
// command, are in prompt-question.ts. Leaving a prompt with Ctrl-C or escape means no.
import type { DriveContext } from "../../drive/context.ts";

type Asking = Pick<DriveContext, "signal">;

export async function confirm({ signal }: Asking, message: string, byDefault: boolean): Promise<boolean> {
  const prompts = await import("@clack/prompts");
  const answer = await prompts.confirm({ message, initialValue: byDefault, signal, output: process.stderr });
  return answer === true;
}

/** Undefined when the person leaves. */
export async function choose(
  { signal }: Asking,
  message: string,
  options: { value: string; label: string }[],
): Promise<string | undefined> {
  const prompts = await import("@clack/prompts");
  const answer = await prompts.select({ message, options, signal, output: process.stderr });
  return prompts.isCancel(answer) ? undefined : answer;
}

export async function askText({ signal }: Asking, message: string, proposed: string): Promise<string | undefined> {
  const prompts = await import("@clack/prompts");
  const answer = await prompts.text({ message, initialValue: proposed, signal, output: process.stderr });
  return prompts.isCancel(answer) || answer.trim() === "" ? undefined : answer.trim();
}
