// A feature that is being created, written down before anything is changed. Each part may be done again without harm,
// so a command that finds such a record left by a killed process can finish what it describes.
import * as z from "zod";
import { RunFlagsSchema } from "./run.ts";

export const CreationSchema = z.strictObject({
  key: z.string(),
  description: z.string(),
  branch: z.string(),
  folder: z.string(),
  /** Where its branch begins. */
  start: z.strictObject({
    branch: z.string(),
    revision: z.string(),
    stackedOn: z.exactOptional(z.string()),
    /** The branch HEAD was on, if it was another one. */
    left: z.exactOptional(z.string()),
  }),
  /** The git directory of the working tree it was begun in. */
  gitDir: z.string(),
  /** What the commit contains; the first is `.meta.json`. */
  files: z.array(z.strictObject({ path: z.string(), text: z.string() })).readonly(),
  /** The row that is marked, if the PRD names one. */
  backlog: z.exactOptional(z.strictObject({ path: z.string(), id: z.string() })),
  /** Path of the PRD it grew out of. */
  prd: z.exactOptional(z.string()),
  /** It had a number and a folder before; only its own lock is needed. */
  planned: z.exactOptional(z.literal(true)),
  /** Its branch was there before and is not ours to remove. */
  foundBranch: z.exactOptional(z.literal(true)),
  /** The chain that continues with it: kept until the first run of the feature has these in its head. */
  chain: z.exactOptional(
    z.strictObject({
      flags: RunFlagsSchema,
      runtime: z.strictObject({ id: z.string(), script: z.exactOptional(z.string()) }),
    }),
  ),
  /** The commit stands, and nothing is left to do; only the chain is still of interest. */
  done: z.exactOptional(z.literal(true)),
});
export type Creation = z.infer<typeof CreationSchema>;
export type BegunChain = NonNullable<Creation["chain"]>;
