// The files of a dispatch: its prompt, its reply for people to read, and its outcome, which is written last and whole.
import { type Outcome, OutcomeSchema } from "../../domain/billing/outcome.ts";
import { IflowError } from "../../domain/text/errors.ts";
import { fileOf, hashOf, type Order } from "../work/dispatch-request.ts";
import type { PhaseRun } from "../work/phase-work.ts";

/** The outcome of exactly this step and prompt, if an earlier attempt got as far as writing it. */
export async function paidOutcome(phase: PhaseRun, order: Order): Promise<Outcome | undefined> {
  const outcome = await readOutcome(phase, fileOf(order));
  return outcome?.step === order.step && outcome.prompt === hashOf(order) ? outcome : undefined;
}

/** An earlier attempt at this step has its row, also where its prompt was another one and its answer is of no use. */
export async function hasRow(phase: PhaseRun, order: Order): Promise<boolean> {
  return (await readOutcome(phase, fileOf(order)))?.step === order.step;
}

/** The outcome of a dispatch whose step is recorded. */
export async function outcomeOf(phase: PhaseRun, file: string): Promise<Outcome> {
  const outcome = await readOutcome(phase, file);
  if (outcome) return outcome;
  throw new IflowError("journal-corrupt", `the run needs ${file}.outcome.json, and it is missing or damaged`, {
    detail: phase.run.folder.path,
    fix: "Restore the file from a backup; without it the reply it holds cannot be used again.",
  });
}

export async function writeOutcome(phase: PhaseRun, order: Order, outcome: Outcome): Promise<void> {
  const { folder } = phase.run;
  if (outcome.reply !== "") await folder.write(`${fileOf(order)}.reply.md`, outcome.reply);
  await folder.write(`${fileOf(order)}.outcome.json`, `${JSON.stringify(outcome, null, 2)}\n`);
}

async function readOutcome(phase: PhaseRun, file: string): Promise<Outcome | undefined> {
  const text = await phase.run.folder.read(`${file}.outcome.json`);
  if (text === undefined) return undefined;
  try {
    return OutcomeSchema.parse(JSON.parse(text));
  } catch {
    return undefined; // damaged: as good as not written
  }
}
