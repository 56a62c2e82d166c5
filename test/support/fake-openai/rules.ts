// Which scripted reply a request gets. Replies are those of the other fake: texts, thoughts, calls and faults.
import type { Reply } from "../fake-anthropic/reply.ts";
import type { OpenAiRequest } from "./request.ts";

export type ReplySource = Reply | ((request: OpenAiRequest) => Reply);

export interface Rule {
  /** The first rule that says yes answers; a rule without `when` takes all. */
  readonly when?: (request: OpenAiRequest) => boolean;
  /** One per request, in order. The last is given again and again. */
  readonly replies: readonly ReplySource[];
}

export function chooser(rules: readonly Rule[]): (request: OpenAiRequest) => Reply {
  const given = new Map<Rule, number>();
  return (request) => {
    const rule = rules.find(({ when }) => when?.(request) ?? true);
    const count = rule ? (given.get(rule) ?? 0) : 0;
    const source = rule?.replies[Math.min(count, rule.replies.length - 1)];
    if (!rule || source === undefined) {
      return { blocks: [], fault: { kind: "error", status: 400, message: "the fake has no rule for this request" } };
    }
    given.set(rule, count + 1);
    return typeof source === "function" ? source(request) : source;
  };
}
