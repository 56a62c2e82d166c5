// The files of a dispatch: its prompt, its outcome, and its reply for people to read.
import { type Outcome, parseOutcome } from "../../domain/billing/outcome.ts";
import { IflowError } from "../../domain/text/errors.ts";
import { fileOf } from "../work/given/dispatch-files.ts";
import { type Dispatch, hashOf } from "../work/given/dispatch-request.ts";
import type { Parts } from "../work/state/phase-run.ts";

/** The outcome of exactly this step and prompt, if an earlier attempt got as far as writing one. */
export async function paidOutcome(phase: Parts<"run">, dispatch: Dispatch): Promise<Outcome | undefined> {
  const outcome = await readOutcome(phase, fileOf(dispatch));
  return outcome?.step === dispatch.step && outcome.prompt === hashOf(dispatch) ? outcome : undefined;
}

/** Whether an earlier attempt at this step has a row, even if its prompt differed and its answer is of no use. */
export async function hasRow(phase: Parts<"run">, dispatch: Dispatch): Promise<boolean> {
  return (await readOutcome(phase, fileOf(dispatch)))?.step === dispatch.step;
}

/** The outcome of a dispatch whose step is recorded. */
export async function outcomeOf(phase: Parts<"run">, file: string): Promise<Outcome> {
  const outcome = await readOutcome(phase, file);
  if (outcome) return outcome;
  throw new IflowError("journal-corrupt", `the run needs ${file}.outcome.json, but it is missing or damaged`, {
    detail: phase.run.folder.path,
    fix: "Restore the file from a backup; without it, the recorded reply cannot be reused.",
  });
}

export async function writeReply(phase: Parts<"run">, dispatch: Dispatch, { reply }: Outcome): Promise<void> {
  if (reply !== "") await phase.run.folder.write(`${fileOf(dispatch)}.reply.md`, reply);
}

async function readOutcome(phase: Parts<"run">, file: string): Promise<Outcome | undefined> {
  const text = await phase.run.folder.read(`${file}.outcome.json`);
  return parseOutcome(text);
}
