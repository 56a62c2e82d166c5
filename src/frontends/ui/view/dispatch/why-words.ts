// Why an agent was asked afresh, or resumed, as a sentence.
import type { Outcome } from "../../../../domain/billing/outcome.ts";

const WHY: Readonly<Record<string, string>> = {
  "first-round": "It had not worked in this loop before.",
  "always-fresh": "This role never resumes: it is to look without what it thought before.",
  "session-mode": "The settings ask for a fresh agent every time (review.session).",
  fork: "The settings ask for a new agent on the shared beginning (review.session).",
  rebase: "Its conversation, or what has changed since it began, had grown too large.",
  "no-resume": "This runtime cannot resume a conversation.",
  gate: "This runtime failed the test of its sessions, so none is resumed.",
  "no-change": "The revision changed nothing, so there was no delta to send.",
  "commit-failed": "The revision could not be committed, so there was no delta to send.",
  "invalid-reply": "Its last answer could not be used.",
  interrupted: "Its conversation was cut off in the middle of an answer.",
  "foreign-change": "Somebody else had changed the text or the branch.",
  voided: "Its last verdict did not count: the file was changed while it judged.",
  cheaper: "A fresh agent was expected to cost less than its conversation and the delta.",
  lean: "It was given only what the issues cite, which is cheaper than its conversation.",
  certify: "An approval was to be confirmed by eyes that know nothing of the conversation before.",
  "too-large": "The delta was larger than what the model can take in.",
  "final-validation": "It had approved, and the work has moved since: it was asked for a last look.",
  reopened: "The person opened the loop again, and it kept its conversation.",
  "resume-failed": "Its conversation could not be resumed, so a fresh agent took over.",
  "session-lost": "Its conversation was gone, so a fresh agent took over.",
};

export function whyWords({
  kind,
  reason,
  promptChars,
  contextChars,
}: Pick<Outcome, "kind" | "reason" | "promptChars" | "contextChars">): string {
  const share = contextChars === 0 ? 0 : Math.round((100 * promptChars) / contextChars);
  if (reason === "delta") return `What it was sent is ${share} % of what a fresh agent would have read.`;
  if (reason === "cold")
    return `What it was sent is ${share} % of what a fresh agent would have read, though little of its conversation was still in the cache.`;
  if (reason === "guard") return "The delta was more than half of what a fresh agent would be given.";
  if (kind === "repair") return "Its answer could not be read, and it was asked to repair it.";
  return WHY[reason] ?? `${kind}: ${reason}`;
}
