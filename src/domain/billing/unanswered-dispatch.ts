// A dispatch that was sent and has no answer: its process was killed or stopped, or is still running. The note written
// before it is sent and the notes made on its way are enough for its row in the bill. So nothing that was paid for is
// missing until the run continues, or for good if it never does.
import * as z from "zod";
import type { Json } from "../text/json/json.ts";
import { NOTHING_DONE, type Outcome } from "./outcome.ts";
import { costOf, inputOf, type Usage, UsageSchema } from "./usage.ts";

const dollars = z.number().nonnegative();
const OwnPriceSchema = z.object({
  input: dollars,
  output: dollars,
  read: dollars.optional(),
  write: dollars.optional(),
  window: z.number().optional(),
});

const SentSchema = z.object({
  /** Name of its files, without extension. */
  file: z.string(),
  prompt: z.string(),
  phase: z.string(),
  role: z.string(),
  round: z.number(),
  kind: z.string(),
  runtime: z.string(),
  /** Undefined if the runtime does not report it. */
  model: z.string().optional(),
  /** Of this model, where the person has named it. */
  price: OwnPriceSchema.optional(),
  promptChars: z.number(),
  contextChars: z.number(),
  at: z.string(),
});
/** Recorded before the agent is asked. */
export type SentNote = z.infer<typeof SentSchema>;

/** Other notes say nothing about what was paid. */
const NoteSchema = z.object({ sent: SentSchema.optional(), usage: UsageSchema.optional() });

export const CUT_OFF = "it was cut off before it answered";

export interface Unanswered {
  readonly file: string;
  readonly outcome: Outcome;
}

/** Undefined when no usage is known, or when the step is not a dispatch. */
export function unansweredDispatch(step: string, notes: readonly Json[]): Unanswered | undefined {
  const said = notes.flatMap((note) => NoteSchema.safeParse(note).data ?? []);
  const sent = said.findLast((note) => note.sent)?.sent;
  const usage = said.findLast((note) => note.usage)?.usage;
  if (!sent || !usage || !isPaid(usage)) return undefined;
  const { file, model, price, ...facts } = sent;
  const cost = costOf(usage, model, model !== undefined && price ? { [model]: price } : {});
  const outcome: Outcome = {
    ...{ step, ...facts, reason: "interrupted", usage },
    ...{ status: "failed", error: CUT_OFF, reply: "", session: null, sessionLost: false },
    ...NOTHING_DONE,
    world: { branch: null, head: null, blob: null, meta: null },
    ...(cost !== undefined && { cost }),
    milliseconds: 0,
  };
  return { file: interruptedFile(file), outcome };
}

/** Keeps it apart from the files of the next attempt, which may have the same number. */
export function interruptedFile(file: string): string {
  return `${file}-interrupted`;
}

/** The name of the files it was sent with; its prompt is kept under that name. */
export function sentFile(file: string): string {
  return file.replace(/-interrupted$/, "");
}

export function isPaid(usage: Usage): boolean {
  return inputOf(usage) + usage.output > 0;
}
