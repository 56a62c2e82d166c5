// Reading an agent's reply. The engine is strict on purpose: a reply that is cut off, would have to be mended, or holds
// two different answers is never an approval. It goes back to the agent once, with the reason in words.
import type * as z from "zod";
import type { Issue, Verdict } from "./reply-schema.ts";

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
 * The one JSON object of a reply, alone, in a fence or after prose, if the schema accepts it. `mark` is a key that every
 * answer of this kind has; objects without it are examples in prose and do not count.
 */
export function readReply<T>(reply: string, schema: z.ZodType<T>, mark: string): Reading<T> {
  if (reply.length > LONGEST_REPLY) {
    return problem(`the reply is ${reply.length} characters long; answer with the JSON object only`);
  }
  const found = findObjects(reply);
  if (!found.ok) return found;

  const answers = new Map<string, unknown>();
  for (const text of found.value) {
    const value: unknown = JSON.parse(text);
    if (Object.hasOwn(value as object, mark)) answers.set(JSON.stringify(value), value);
  }
  const [answer, ...others] = answers.values();
  if (answer === undefined) return problem(`the reply holds no JSON object with "${mark}"`);
  if (others.length > 0) return problem("the reply holds two different JSON objects; answer with exactly one");

  const checked = schema.safeParse(answer);
  if (checked.success) return { ok: true, value: checked.data };
  const reasons = checked.error.issues.map((issue) => `${issue.path.join(".") || "the object"}: ${issue.message}`);
  return problem(reasons.join("; "));
}

/** Texts of all top-level JSON objects. A fragment that looks like JSON and is not whole spoils the reply. */
function findObjects(reply: string): Reading<string[]> {
  const objects: string[] = [];
  const start = /\{\s*["}]/g;
  for (let match = start.exec(reply); match; match = start.exec(reply)) {
    const end = endOfObject(reply, match.index);
    if (end === undefined) return problem("the JSON object is cut off");
    const text = reply.slice(match.index, end);
    if (!isJson(text)) return problem("the JSON object is not valid JSON");
    objects.push(text);
    start.lastIndex = end;
  }
  return { ok: true, value: objects };
}

function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (inString) {
      if (character === "\\") at++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{") depth++;
    else if (character === "}" && --depth === 0) return at + 1;
  }
  return undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function problem(text: string): { ok: false; problem: string } {
  return { ok: false, problem: text };
}
