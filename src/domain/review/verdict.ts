// Reads an agent's reply. The engine is strict on purpose: a reply that is cut off, would need repair, or holds two
// different answers is never an approval. It goes back to the agent once, with the reason in words.
import type * as z from "zod";
import type { Issue, Verdict } from "../roles/reply-shapes.ts";
import { parseJson } from "../text/json/json.ts";
import { endOfString, repeatedKey } from "../text/json/repeated-key.ts";
import { isContractLine } from "./contract-lines.ts";

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
 * The verdict of a reviewer. Nothing but lines it was asked for may follow its object: whoever quotes the form and then
 * says "I cannot judge this" has not judged.
 */
export function readVerdict(reply: string, schema: z.ZodType<Verdict>, mark: string): Reading<Verdict> {
  const found = findAnswer(reply, mark);
  if (!found.ok) return found;
  const after = reply
    .slice(found.value.end)
    .split("\n")
    .map((line) => line.trim());
  const strange = after.find((line) => line !== "" && !/^`{3,}$/.test(line) && !isContractLine(line));
  if (strange !== undefined) return problem("text follows the JSON object; end your answer with the object");
  return check(found.value.answer, schema);
}

/**
 * The only JSON object of a reply, alone, in a fence or among prose, if the schema accepts it. `mark` is a key that
 * every answer of this kind has; objects without it are examples in prose and do not count.
 */
export function readReply<T>(reply: string, schema: z.ZodType<T>, mark: string): Reading<T> {
  const found = findAnswer(reply, mark);
  return found.ok ? check(found.value.answer, schema) : found;
}

function check<T>(answer: unknown, schema: z.ZodType<T>): Reading<T> {
  const checked = schema.safeParse(answer);
  if (checked.success) return { ok: true, value: checked.data };
  const reasons = checked.error.issues.map((issue) => `${issue.path.join(".") || "the object"}: ${issue.message}`);
  return problem(reasons.join("; "));
}

interface Found {
  readonly answer: unknown;
  /** Where its last copy ends. */
  readonly end: number;
}

/**
 * The one object that has the mark. Braces in prose are skipped, but anything that could be an answer and is incomplete,
 * invalid, ambiguous or part of something larger makes the reply invalid.
 */
function findAnswer(reply: string, mark: string): Reading<Found> {
  if (reply.length > LONGEST_REPLY) {
    return problem(`the reply is ${reply.length} characters long; answer with the JSON object only`);
  }
  const answers = new Map<string, Found>();
  for (let start = reply.indexOf("{"); start !== -1; ) {
    const extent = measureObject(reply, start);
    if (extent === undefined) return problem("the JSON object is cut off");
    const text = reply.slice(start, extent.end);
    if (withoutEscapes(text).includes(mark)) {
      if (extent.depth > DEEPEST) return problem("the JSON object is nested too deeply");
      const answer = readObject(text, mark);
      if (!answer.ok) return answer;
      if (/\[\s*$/.test(reply.slice(0, start)))
        return problem("the JSON object stands in a list; answer with the object alone");
      if (answer.value !== undefined)
        answers.set(JSON.stringify(answer.value), { answer: answer.value, end: extent.end });
    }
    start = reply.indexOf("{", extent.end);
  }
  const [found, ...others] = answers.values();
  if (found === undefined) return problem(`the reply holds no JSON object with "${mark}"`);
  if (others.length > 0) return problem("the reply holds two different JSON objects; answer with exactly one");
  return { ok: true, value: found };
}

/** Undefined for an object in which the mark is only a word in a text. */
function readObject(text: string, mark: string): Reading<object | undefined> {
  const value = parseJson(text);
  if (typeof value !== "object" || value === null) return problem("the JSON object is not valid JSON");
  const repeated = repeatedKey(text);
  if (repeated !== undefined) return problem(`the JSON object has "${repeated}" twice`);
  const isAnswer = Object.hasOwn(value, mark);
  if (!Object.values(value).some((member) => hasKey(member, mark)))
    return { ok: true, value: isAnswer ? value : undefined };
  return problem(
    isAnswer ? `the JSON object has "${mark}" again inside it` : "the JSON object stands inside another object",
  );
}

/** Whether any object in a value has this key. */
function hasKey(value: unknown, key: string): boolean {
  if (typeof value !== "object" || value === null) return false;
  return (
    (!Array.isArray(value) && Object.hasOwn(value, key)) || Object.values(value).some((member) => hasKey(member, key))
  );
}

/** A key may be written with escapes. */
function withoutEscapes(text: string): string {
  return text.replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

const DEEPEST = 100;

interface Extent {
  readonly end: number;
  readonly depth: number;
}

/** Where the object that opens at `start` ends; undefined if it never does. */
function measureObject(text: string, start: number): Extent | undefined {
  let level = 0;
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at) - 1;
    else if (character === "{" || character === "[") depth = Math.max(depth, ++level);
    else if ((character === "}" || character === "]") && --level === 0) return { end: at + 1, depth };
  }
  return undefined;
}

function problem(text: string): { ok: false; problem: string } {
  return { ok: false, problem: text };
}
