import { expect, it } from "vitest";
import { readReset } from "./messages.ts";
import { readOutcome } from "./outcome.ts";

const LATER = "2026-03-01T15:00:00.000Z";

const failed = (result: string, status: number | null, resetsAt?: string, isResumed = false) =>
  readOutcome({
    result: {
      ...{ type: "result", subtype: "success", is_error: true, session_id: "s", result, api_error_status: status },
    },
    ...{ resetsAt, error: undefined, complaint: "", isResumed },
  });

it.each([
  ["You've hit your limit", null, LATER, /^wait until/, LATER],
  ["You've hit your limit", null, undefined, /^wait until/, undefined],
  ["rate limited", 429, LATER, /^wait until/, LATER],
  ["rate limited", 429, undefined, /^wait until/, 300_000],
  ["Credit balance is too low", null, LATER, /^add credit/, undefined],
  ["no credit", 402, LATER, /^add credit/, undefined],
  ["Overloaded", 529, undefined, /^wait a few minutes/, 300_000],
  ["invalid x-api-key", 401, undefined, /^log in/, undefined],
  ["bad gateway", 502, undefined, /^wait a few minutes/, 300_000],
  ["bad request", 400, undefined, /^set models\.claude to a model that takes it/, undefined],
  ["Prompt is too long", 400, undefined, /make the feature smaller$/, undefined],
  ["Opus's safeguards flagged this message. Request ID: r_1", null, undefined, /^set models\.claude/, undefined],
  ["API Error: Connection lost mid-response.", null, undefined, /^look at the network/, undefined],
  ["something else", null, undefined, undefined, undefined],
])("%s (%s): who has to do what, and when it ends by itself", (words, status, resetsAt, needs, lifted) => {
  const outcome = failed(words, status, resetsAt) as { needs?: string; lifted?: string | number; isGuessed?: true };

  expect(outcome.needs).toEqual(needs && expect.stringMatching(needs));
  expect(outcome.lifted).toBe(lifted);
  expect(outcome.isGuessed).toBe(lifted === 300_000 ? true : undefined); // nobody has said when
});

it("an answer that the provider paused is no answer, unless it was handed in", () => {
  const paused = { type: "result", subtype: "success", is_error: false, session_id: "s", stop_reason: "pause_turn" };
  const end = { error: undefined, complaint: "", isResumed: false };
  const result = { ...paused, type: "result" as const, result: "So far" };

  expect(readOutcome({ result, ...end })).toMatchObject({ status: "failed", needs: "wait a few minutes" });
  expect(readOutcome({ result: { ...result, structured_output: {} }, ...end })).toMatchObject({ status: "completed" });
});

it("a conversation that is too long, refused or not taken is for a fresh agent first, then for the person", () => {
  const words = "Prompt is too long";

  expect(failed(words, 400, undefined, true)).not.toHaveProperty("needs");
  expect(failed(words, 400)).toHaveProperty("needs");
  expect(failed("thinking blocks cannot be modified", 400, undefined, true)).not.toHaveProperty("needs");
  expect(failed("no such model", 404, undefined, true)).toHaveProperty("needs");
  expect(failed("key", 401, undefined, true)).toHaveProperty("needs"); // nobody else would be let in
});

it("the client's own word about a limit has its time; one that only warns has none", () => {
  const event = (status: string, resetsAt?: number) => ({
    ...{ type: "rate_limit_event", rate_limit_info: { status, ...(resetsAt !== undefined && { resetsAt }) } },
  });

  expect(readReset(event("rejected", Date.parse(LATER) / 1000))).toBe(LATER);
  expect(
    [event("allowed_warning", 1), event("rejected"), event("rejected", 1e20), { type: "result" }].map(readReset),
  ).toEqual(Array(4));
});
