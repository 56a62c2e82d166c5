// A dispatch that was sent and has no answer: its process was killed or stopped, or is still at it. What it says of itself
// before it leaves and what it notes on its way are enough for its row in the bill, so that nothing that was paid is missing
// until somebody goes on with the run, or for good when nobody does.
import * as z from "zod";
import type { Json } from "../text/json.ts";
import { NOTHING_DONE, type Outcome } from "./outcome.ts";
import { costOf, inputOf, type Usage, UsageSchema } from "./usage.ts";

const SentSchema = z.object({
  /** Of its files, without their endings. */
  file: z.string(),
  prompt: z.string(),
  phase: z.string(),
  role: z.string(),
  round: z.number(),
  kind: z.string(),
  runtime: z.string(),
  /** Undefined where the runtime does not say. */
  model: z.string().optional(),
  promptChars: z.number(),
  contextChars: z.number(),
  at: z.string(),
});
/** Noted before the agent is asked. */
export type SentNote = z.infer<typeof SentSchema>;

/** The others say nothing about what was paid. */
const NoteSchema = z.object({ sent: SentSchema.optional(), usage: UsageSchema.optional() });

export const CUT_OFF = "it was cut off before it answered";

export interface Unanswered {
  readonly file: string;
  readonly outcome: Outcome;
}

/** Undefined when nothing was used, as far as anybody knows, or when the step is no dispatch. */
export function unansweredDispatch(step: string, notes: readonly Json[]): Unanswered | undefined {
  const said = notes.flatMap((note) => NoteSchema.safeParse(note).data ?? []);
  const sent = said.findLast((note) => note.sent)?.sent;
  const usage = said.findLast((note) => note.usage)?.usage;
  if (!sent || !usage || !isPaid(usage)) return undefined;
  const { file, model, ...facts } = sent;
  const cost = costOf(usage, model);
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

/** Beside the files of its next attempt, which may have the same number. */
export function interruptedFile(file: string): string {
  return `${file}-interrupted`;
}

/** The files it was sent with: its prompt is kept under that name. */
export function sentFile(file: string): string {
  return file.replace(/-interrupted$/, "");
}

export function isPaid(usage: Usage): boolean {
  return inputOf(usage) + usage.output > 0;
}
