// The files of a dispatch: its prompt, its reply for people to read, and its outcome, which is written last and whole.
import { type Outcome, OutcomeSchema } from "../../domain/billing/outcome.ts";
import { IflowError } from "../../domain/text/errors.ts";
import { fileOf, hashOf, type Order } from "../work/dispatch-request.ts";
import type { PhaseWork } from "../work/phase-work.ts";

/** The outcome of exactly this step and prompt, if an earlier attempt got as far as writing it. */
export async function paidOutcome(work: PhaseWork, order: Order): Promise<Outcome | undefined> {
  const outcome = await readOutcome(work, fileOf(order));
  return outcome?.step === order.step && outcome.prompt === hashOf(order) ? outcome : undefined;
}

/** An earlier attempt at this step has its row, also where its prompt was another one and its answer is of no use. */
export async function hasRow(work: PhaseWork, order: Order): Promise<boolean> {
  return (await readOutcome(work, fileOf(order)))?.step === order.step;
}

/** The outcome of a dispatch whose step is recorded. */
export async function outcomeOf(work: PhaseWork, file: string): Promise<Outcome> {
  const outcome = await readOutcome(work, file);
  if (outcome) return outcome;
  throw new IflowError("journal-corrupt", `the run needs ${file}.outcome.json, and it is missing or damaged`, {
    detail: work.run.folder.path,
    fix: "Restore the file from a backup; without it the reply it holds cannot be used again.",
  });
}

export async function writeOutcome(work: PhaseWork, order: Order, outcome: Outcome): Promise<void> {
  const { folder } = work.run;
  if (outcome.reply !== "") await folder.write(`${fileOf(order)}.reply.md`, outcome.reply);
  await folder.write(`${fileOf(order)}.outcome.json`, `${JSON.stringify(outcome, null, 2)}\n`);
}

async function readOutcome(work: PhaseWork, file: string): Promise<Outcome | undefined> {
  const text = await work.run.folder.read(`${file}.outcome.json`);
  if (text === undefined) return undefined;
  try {
    return OutcomeSchema.parse(JSON.parse(text));
  } catch {
    return undefined; // damaged: as good as not written
  }
}
