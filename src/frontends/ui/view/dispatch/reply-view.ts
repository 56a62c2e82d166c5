// A reply: as text, and, where it is a verdict, what it says about each issue.
import type { Outcome } from "../../../../domain/billing/outcome.ts";
import { isPass, readVerdict } from "../../../../domain/review/verdict.ts";
import { replyMark, verdictSchemaOf } from "../../../../domain/roles/reply-schema.ts";
import { ROLES } from "../../../../domain/roles/role.ts";
import { safeMarkdown } from "../documents/safe-markdown.ts";
import type { DispatchView, ReplyView } from "../model/dispatch.ts";

type Answered = Pick<Outcome, "role" | "reply" | "status">;

/** Undefined for who gives no verdict, and for an answer that is none. */
export function verdictIn({ role, reply }: Pick<Outcome, "role" | "reply">) {
  const known = ROLES.find(({ id }) => id === role);
  if (known?.kind !== "reviewer") return undefined;
  const reading = readVerdict(reply, verdictSchemaOf(known.id), replyMark(known.id));
  return reading.ok ? reading.value : undefined;
}

export function verdictOf(outcome: Answered): DispatchView["verdict"] {
  const isReviewer = ROLES.some(({ id, kind }) => id === outcome.role && kind === "reviewer");
  if (!isReviewer || outcome.status !== "completed") return null;
  const verdict = verdictIn(outcome);
  if (!verdict) return "unreadable";
  return isPass(verdict) ? "approved" : "refused";
}

export function replyView(outcome: Answered): ReplyView {
  const { reply } = outcome;
  const verdict = verdictIn(outcome);
  const isJson = /^\s*(?:```json\s*)?\{/.test(reply);
  return {
    text: reply,
    html: isJson || reply.trim() === "" ? null : safeMarkdown(reply).html,
    issues: (verdict?.issues ?? []).map(({ severity, description, location }) => ({
      ...{ id: null, severity, text: description, where: location ?? null },
    })),
    resolutions: (verdict?.resolutions ?? []).map(({ id, status, why }) => ({ id, status, why: why ?? null })),
    summary: verdict?.summary ?? null,
  };
}
