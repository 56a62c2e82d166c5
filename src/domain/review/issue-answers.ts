// What an author or fixer answered to each issue, read from its closing words: a line with the id and `fixed: …`
// or `not changed: …`. A reply that answers otherwise is passed on as it is; nothing is guessed from it.
import { oneLine } from "../text/one-line.ts";
import type { Register } from "./issue-register.ts";

export function withAnswers(register: Register, reply: string): Register {
  const answers = answersIn(reply);
  return register.map((one) => {
    const answer = one.end === "open" ? answers.get(one.id) : undefined;
    return answer === undefined ? one : { ...one, answer };
  });
}

const LINE = /^[\s>*\-•`]*([A-Z]+\d+\.\d+)\b[`*:\s—–-]*(fixed|not changed)\b[`*\s]*[:—–-]?\s*(.*)$/i;

/** By id. The last answer to an id counts. */
export function answersIn(reply: string): Map<string, string> {
  const answers = new Map<string, string>();
  for (const line of reply.split("\n")) {
    const [, id, verb, rest = ""] = LINE.exec(line) ?? [];
    if (id && verb) answers.set(id.toUpperCase(), `${verb.toLowerCase()}: ${oneLine(rest) || "no reason given"}`);
  }
  return answers;
}
