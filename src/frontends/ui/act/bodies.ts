// What the page may say, checked: nothing of it is used before it has this shape and a sane size.
import * as z from "zod";
import type { Act, Body } from "../view/model/addresses.ts";

/** What a person types, or pastes. */
const LONGEST_WORDS = 100_000;
const LONGEST_IDEA = 20_000;

const amount = z.number().positive().max(1_000_000);
const many = z.int().positive().max(1_000_000);
const name = z.string().regex(/^[\w.-]{1,100}$/);
const questionId = z.string().regex(/^[\w.-]{1,40}$/);
const words = z.string().trim().min(1).max(LONGEST_WORDS).refine(isPlain, "has signs that cannot be shown");

/** What a shell or a terminal would cut off, or run. */
function isPlain(text: string): boolean {
  return !/(?![\n\r\t])\p{Cc}/u.test(text);
}

export const BODIES: { readonly [Name in Act]: z.ZodType<Body<Name>> } = {
  create: z.strictObject({
    repo: name,
    idea: words.max(LONGEST_IDEA),
    runtime: z.exactOptional(name),
    depth: z.exactOptional(z.enum(["full", "light", "auto"])),
    maxCost: z.exactOptional(amount),
    maxDispatches: z.exactOptional(many),
    worktree: z.exactOptional(z.boolean()),
    yolo: z.exactOptional(z.boolean()),
    skipBrainstorm: z.exactOptional(z.boolean()),
  }),
  answer: z.strictObject({ id: questionId, answer: words }),
  skip: z.strictObject({ id: questionId }),
  continue: z.strictObject({
    maxCost: z.exactOptional(amount),
    maxDispatches: z.exactOptional(many),
    runtime: z.exactOptional(name),
  }),
  stop: z.strictObject({ now: z.exactOptional(z.boolean()) }),
  finish: z.strictObject({ how: z.exactOptional(z.enum(["merge", "squash", "pull-request"])) }),
  abandon: z.strictObject({ confirm: name }),
};
