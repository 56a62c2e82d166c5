// The shape of a role's reply: its parser, its JSON schema, its example. Only for roles with a reply shape; asking for
// the shape of a role that answers in prose (`reply: "text"`) is a bug.
import * as z from "zod";
import { printShape } from "./print-shape.ts";
import { REVIEWS, type Reply, type ReplyName, SHAPES, type Verdict, VerdictSchema } from "./reply-shapes.ts";
import { type ReplyNameOf, type RoleId, roleOf } from "./role.ts";

/** The type of a role's accepted reply. */
export type ReplyOf<Id extends RoleId> = Reply<ReplyNameOf<Id>>;

/** Printed on one line instead of several, as this reviewer has always been asked. */
const COMPACT: ReplyName = "plan-review";
/** Declared fields nest less deeply than this; anything deeper in an extra field is left unchanged. */
const DEEPEST = 6;

/** Made once for each role: whoever reads a thousand replies would wait for a thousand schemas. */
const made = new Map<RoleId, z.ZodType>();

export function replySchemaOf<Id extends RoleId>(id: Id): z.ZodType<ReplyOf<Id>> {
  const known = made.get(id) ?? makeSchema(id);
  made.set(id, known);
  return known as z.ZodType<ReplyOf<Id>>; // the compiler cannot see that the shape it found belongs to `Id`
}

function makeSchema(id: RoleId): z.ZodType {
  const shape: z.ZodType = shapeOf(id);
  const checked = roleOf(id).reply in REVIEWS ? shape.pipe(VerdictSchema) : shape;
  return z.preprocess((value) => withoutNulls(value, DEEPEST), checked);
}

/** The parser for a role that is only known at run time to be a reviewer. */
export function verdictSchemaOf(id: RoleId): z.ZodType<Verdict> {
  if (!(roleOf(id).reply in REVIEWS)) throw new Error(`${id} gives no verdict`);
  return replySchemaOf(id as "spec-reviewer"); // stands for any reviewer: all of them answer with a Verdict
}

/** A key that every reply of this role has; an object without it is an example in prose. */
export function replyMark(id: RoleId): string {
  return Object.keys(shapeOf(id).shape)[0] ?? "";
}

/** For runtimes that take a JSON schema. Constant per role, because it becomes part of a cached prefix. */
export function replyJsonSchema(id: RoleId): Record<string, unknown> {
  return z.toJSONSchema(shapeOf(id));
}

/** The example shown in prompts. */
export function printReplyShape(id: RoleId): string {
  return printShape(shapeOf(id), roleOf(id).reply === COMPACT ? "line" : "lines");
}

function shapeOf(id: RoleId): z.ZodObject {
  const name = roleOf(id).reply;
  if (name === "text") throw new Error(`${id} answers in prose and has no reply shape`);
  return SHAPES[name];
}

/** Null means the agent had nothing to say. */
function withoutNulls(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null || depth === 0) return value;
  if (Array.isArray(value)) return value.map((element) => withoutNulls(element, depth - 1));
  const kept = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(kept.map(([key, member]) => [key, withoutNulls(member, depth - 1)]));
}
