// The shape of a role's reply: its parser, its JSON schema, its example. For roles that owe a shape; asking for one that
// answers in prose (`reply: "text"`) is a bug.
import * as z from "zod";
import { printShape } from "./print-shape.ts";
import { REVIEWS, type Reply, type ReplyName, SHAPES, type Verdict, VerdictSchema } from "./reply-shapes.ts";
import { type ReplyNameOf, type RoleId, roleOf } from "./role.ts";

/** What a role's reply is once it is accepted. */
export type ReplyOf<Id extends RoleId> = Reply<ReplyNameOf<Id>>;

/** One line instead of several, as this reviewer has always been asked. */
const COMPACT: ReplyName = "plan-review";
/** Declared fields nest less deep than this; what lies deeper in an extra field stays as it came. */
const DEEPEST = 6;

/** The parser of a role's reply. */
export function replySchemaOf<Id extends RoleId>(id: Id): z.ZodType<ReplyOf<Id>> {
  const shape: z.ZodType = shapeOf(id);
  const checked = roleOf(id).reply in REVIEWS ? shape.pipe(VerdictSchema) : shape;
  const schema: z.ZodType = z.preprocess((value) => withoutNulls(value, DEEPEST), checked);
  return schema as z.ZodType<ReplyOf<Id>>; // the compiler cannot see that the shape found belongs to `Id`
}

/** The parser for a role that is known to be a reviewer only when it runs. */
export function verdictSchemaOf(id: RoleId): z.ZodType<Verdict> {
  if (!(roleOf(id).reply in REVIEWS)) throw new Error(`${id} gives no verdict`);
  return replySchemaOf(id as "spec-reviewer"); // any reviewer: all of them answer with a Verdict
}

/** A key that every reply of this role has; an object without it is an example in prose. */
export function replyMark(id: RoleId): string {
  return Object.keys(shapeOf(id).shape)[0] ?? "";
}

/** For runtimes that take a JSON schema. Constant for a role, as it becomes part of a cached prefix. */
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
