// What an author or fixer answered to each issue, read from its closing words: a line with the id and `fixed: …`
// or `not changed: …`. A reply that answers otherwise is passed on as it is; nothing is guessed from it.
import { oneLine } from "../../text/one-line.ts";
import type { Register } from "./issue-register.ts";

export function withAnswers(register: Register, reply: string): Register {
  const answers = answersIn(reply);
  return register.map((one) => {
    const answer = one.end === "open" ? answers.get(one.id) : undefined;
    return answer === undefined ? one : { ...one, answer, disputed: isRefusal(answer) };
  });
}

/** The author has a reason not to change it. */
function isRefusal(answer: string): boolean {
  return answer.startsWith("not changed:");
}

const ID = /^[\s>*\-•`]*([A-Z]+\d+\.\d+)\b/i;
const VERB = /^[`*:\s—–-]*(fixed|not changed)\b/i;
const SEPARATORS = /^[`*:\s—–-]+/;
const LONGEST = 2_000;

/** By id. The last answer to an id counts. */
export function answersIn(reply: string): Map<string, string> {
  const answers = new Map<string, string>();
  for (const whole of reply.split(/\r?\n|\r/)) {
    const line = whole.slice(0, LONGEST);
    const id = ID.exec(line);
    const verb = id && VERB.exec(line.slice(id[0].length));
    if (!id?.[1] || !verb?.[1]) continue;
    const rest = line.slice(id[0].length + verb[0].length).replace(SEPARATORS, "");
    answers.set(id[1].toUpperCase(), `${verb[1].toLowerCase()}: ${oneLine(rest) || "no reason given"}`);
  }
  return answers;
}
