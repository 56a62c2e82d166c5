// The lines of a journal. Line 1 is the run's head (domain/run/run.ts); every other line is one of these records. A record
// is one line, so a crash leaves it whole or torn at the end of the file, never half accepted.
import * as z from "zod";
import type { Pending } from "../../domain/run/questions/question.ts";
import type { OpenedBy } from "../../domain/run/run.ts";
import type { Json } from "../../domain/text/json/json.ts";

const at = z.string();
const step = z.string();
/** sha256 of what the step depends on. */
const input = z.string();
// JSON.parse produces only Json; a missing key is the one thing to refuse
const json = z.custom<Json>((value) => value !== undefined, "is missing");

const PendingSchema: z.ZodType<Pending> = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("question"),
    name: z.string(),
    topic: z.string(),
    id: z.exactOptional(z.string()),
    text: z.string(),
    detail: z.exactOptional(z.string()),
    options: z.array(z.strictObject({ value: z.string(), label: z.string(), hint: z.exactOptional(z.string()) })),
    freeText: z.exactOptional(z.boolean()),
    default: z.exactOptional(z.string()),
  }),
  z.strictObject({
    type: z.literal("pause"),
    name: z.string(),
    reason: z.enum(["agent-unavailable", "budget-reached", "not-approved", "blocked", "git-failed", "needs-answer"]),
    text: z.string(),
    detail: z.exactOptional(z.string()),
    fix: z.string(),
    until: z.exactOptional(z.string()),
    isGuessed: z.exactOptional(z.literal(true)),
    hard: z.exactOptional(z.literal(true)),
  }),
  z.strictObject({
    type: z.literal("order"),
    name: z.string(),
    id: z.string(),
    role: z.string(),
    kind: z.string(),
    text: z.string(),
    sentence: z.string(),
    promptFile: z.string(),
    promptHash: z.string(),
    agent: z.string().nullable(),
    access: z.enum(["read", "write", "blind"]),
    readable: z.array(z.string()),
    proof: z.enum(["hook", "self"]),
  }),
]);

/** Which agents the run continues with; missing when an earlier version opened it. */
const OpenedBySchema: z.ZodType<OpenedBy> = z.strictObject({
  id: z.string(),
  proof: z.exactOptional(z.enum(["hook", "self"])),
  yolo: z.exactOptional(z.boolean()),
  trusted: z.exactOptional(z.record(z.string(), z.unknown())),
  maxDispatches: z.exactOptional(z.int().positive()),
  maxCost: z.exactOptional(z.number().positive()),
});

export const JournalRecordSchema = z.discriminatedUnion("type", [
  /** A process opened the run again. */
  z.strictObject({ type: z.literal("opened"), runtime: z.exactOptional(OpenedBySchema), at }),
  /** The first note of a step in one opening of the run. */
  z.strictObject({ type: z.literal("begun"), step, input, note: json, at }),
  z.strictObject({ type: z.literal("note"), step, note: json, at }),
  z.strictObject({ type: z.literal("done"), step, input, result: json, at }),
  /** `input` is present only in a question about a changed input: the input it asks about. */
  z.strictObject({ type: z.literal("asked"), step, pending: PendingSchema, input: z.exactOptional(input), at }),
  z.strictObject({ type: z.literal("answered"), step, answer: z.string(), at }),
  /** The question no longer applies and no longer waits. */
  z.strictObject({ type: z.literal("withdrawn"), step, at }),
  /** A file of the run is about to be written with this checksum; see run-folder.ts. */
  z.strictObject({ type: z.literal("file"), name: z.string(), hash: z.string(), at }),
  z.strictObject({ type: z.literal("ended"), outcome: z.string(), at }),
]);
export type JournalRecord = z.infer<typeof JournalRecordSchema>;
