// A work tree that iflow makes for an idea, written down before git is asked for it: whatever a killed command left is then
// found again, and only what is written down here is ever removed.
import * as z from "zod";

export const OwnTreeSchema = z.strictObject({
  /** Of its folder and of this record. */
  name: z.string().regex(/^[a-z0-9][a-z0-9-]*$/),
  /** Absolute, without symlinks. */
  path: z.string().startsWith("/"),
  /** The sentence it was made for. */
  idea: z.string(),
  /** The branch it begins at, and where that stood. Until its feature has a branch, HEAD is detached there. */
  from: z.string(),
  revision: z.string(),
  /** `b3` while the idea is a brainstorm, then `007-rate-limit`. */
  key: z.exactOptional(z.string()),
  /** For tasks of that feature, side by side with others: in which of its lanes. */
  lane: z.exactOptional(z.strictObject({ of: z.string(), number: z.int().positive() })),
  /** git has made it. */
  made: z.exactOptional(z.literal(true)),
  /** The set-up command that has succeeded in it. */
  setUp: z.exactOptional(z.string()),
  /** One that was begun: a killed command may have left it running. */
  settingUp: z.exactOptional(z.strictObject({ pid: z.int().positive(), startTime: z.string() })),
  /** Its feature is merged or abandoned, or the tasks of its lane are all joined: it goes as soon as nothing in it would be lost. */
  leaving: z.exactOptional(z.enum(["merged", "abandoned", "joined"])),
  /** The command that ended the feature: it takes the tree away when it needs nothing in it any more. */
  leaver: z.exactOptional(
    z.strictObject({ pid: z.int().positive(), startTime: z.string(), bootId: z.string(), host: z.string() }),
  ),
});
export type OwnTree = z.infer<typeof OwnTreeSchema>;

/** HEAD counts as being on the branch it was made from: its feature has no branch yet. */
export function isForIdea({ key, lane, leaving }: OwnTree): boolean {
  return leaving === undefined && lane === undefined && (key === undefined || /^b\d+$/.test(key));
}
