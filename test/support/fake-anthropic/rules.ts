// Which scripted reply a request gets.
import { isPrefill, PREFILLED } from "./prefill.ts";
import type { Reply, ReplySource } from "./reply.ts";
import { type MessagesRequest, sessionOf } from "./request.ts";

export interface Rule {
  /** The first rule that says yes answers; a rule without `when` takes all. */
  readonly when?: (request: MessagesRequest) => boolean;
  /** One per request, in order. The last is given again and again. */
  readonly replies: readonly ReplySource[];
  /** Start over in every conversation instead of continuing through the list. */
  readonly perSession?: boolean;
  /** Answers prefills, and nothing else. Without such a rule they are answered as they should be and use up no reply. */
  readonly prefills?: boolean;
}

export function chooser(rules: readonly Rule[]): (request: MessagesRequest) => Reply {
  const given = new Map<string, number>();
  return (request) => {
    const prefill = isPrefill(request.body);
    const place = rules.findIndex(({ prefills = false, when }) => prefills === prefill && (when?.(request) ?? true));
    const rule = rules[place];
    const key = `${place} ${rule?.perSession ? sessionOf(request) : ""}`;
    const count = given.get(key) ?? 0;
    given.set(key, count + 1);
    const source = rule?.replies[Math.min(count, rule.replies.length - 1)];
    if (source === undefined && prefill) return PREFILLED;
    if (source === undefined) {
      return { blocks: [], fault: { kind: "error", status: 400, message: "the fake has no rule for this request" } };
    }
    return typeof source === "function" ? source(request) : source;
  };
}
