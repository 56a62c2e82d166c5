// Reads an agent's reply. The engine is strict on purpose: a reply that is cut off, would need repair, or holds two
// different answers is never an approval. It goes back to the agent once, with the reason in words.
import type * as z from "zod";
import type { Issue, Verdict } from "../roles/reply-shapes.ts";
import { parseJson } from "../text/json.ts";

export type Reading<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };

/** Replies are small; a larger one is a runaway agent and is not searched. */
const LONGEST_REPLY = 1_000_000;

/** Pass means approved and nothing that a person would have to act on (LOOP-1). */
export function isPass(verdict: Verdict): boolean {
  return verdict.approved && !verdict.issues.some(isBlocking);
}

export function isBlocking(issue: Issue): boolean {
  return issue.severity !== "suggestion";
}

/**
 * The only JSON object of a reply, alone, in a fence or after prose, if the schema accepts it. `mark` is a key that
 * every answer of this kind has; objects without it are examples in prose and do not count.
 */
export function readReply<T>(reply: string, schema: z.ZodType<T>, mark: string): Reading<T> {
  if (reply.length > LONGEST_REPLY) {
    return problem(`the reply is ${reply.length} characters long; answer with the JSON object only`);
  }
  const found = findObjects(reply, mark);
  if (!found.ok) return found;

  const [answer, ...others] = new Map(found.value.map((value) => [JSON.stringify(value), value])).values();
  if (answer === undefined) return problem(`the reply holds no JSON object with "${mark}"`);
  if (others.length > 0) return problem("the reply holds two different JSON objects; answer with exactly one");

  const checked = schema.safeParse(answer);
  if (checked.success) return { ok: true, value: checked.data };
  const reasons = checked.error.issues.map((issue) => `${issue.path.join(".") || "the object"}: ${issue.message}`);
  return problem(reasons.join("; "));
}

/**
 * All top-level JSON objects that have the mark. Braces in prose are skipped, but anything that could be an answer and
 * is incomplete, invalid or part of something larger makes the reply invalid.
 */
function findObjects(reply: string, mark: string): Reading<unknown[]> {
  const objects: unknown[] = [];
  for (let start = reply.indexOf("{"); start !== -1; start = reply.indexOf("{", start)) {
    const extent = measureObject(reply, start, mark);
    if (extent === undefined) return problem("the JSON object is cut off");
    const text = reply.slice(start, extent.end);
    const value = parseJson(text);
    const isAnswer = value === undefined ? text.includes(`${mark}`) : extent.marks > 0;
    if (isAnswer) {
      if (value === undefined) return problem("the JSON object is not valid JSON");
      if (extent.marks > 1) return problem(`the JSON object has "${mark}" twice`);
      if (extent.depth > DEEPEST) return problem("the JSON object is nested too deeply");
      if (/\[\s*$/.test(reply.slice(0, start)))
        return problem("the JSON object stands in a list; answer with the object alone");
      objects.push(value);
    }
    start = extent.end;
  }
  return { ok: true, value: objects };
}

const DEEPEST = 100;

interface Extent {
  readonly end: number;
  readonly depth: number;
  /** How often the mark occurs as a key of the object itself. */
  readonly marks: number;
}

/** Where the object that opens at `start` ends; undefined if it never does. */
function measureObject(text: string, start: number, mark: string): Extent | undefined {
  const key = `"${mark}"`;
  let level = 0;
  let depth = 0;
  let marks = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (inString) {
      if (character === "\\") at++;
      else if (character === '"') inString = false;
    } else if (character === '"') {
      inString = true;
      if (level === 1 && text.startsWith(key, at) && /^\s*:/.test(text.slice(at + key.length, at + key.length + 20)))
        marks++;
    } else if (character === "{" || character === "[") depth = Math.max(depth, ++level);
    else if ((character === "}" || character === "]") && --level === 0) return { end: at + 1, depth, marks };
  }
  return undefined;
}

function problem(text: string): { ok: false; problem: string } {
  return { ok: false, problem: text };
}
