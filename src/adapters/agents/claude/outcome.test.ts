import { expect, it } from "vitest";
import { readReset } from "./messages.ts";
import { readOutcome } from "./outcome.ts";

const LATER = "2026-03-01T15:00:00.000Z";

const failed = (result: string, status: number | null, resetsAt?: string) =>
  readOutcome({
    result: {
      ...{ type: "result", subtype: "success", is_error: true, session_id: "s", result, api_error_status: status },
    },
    ...{ resetsAt, error: undefined, complaint: "" },
  });

it.each([
  ["You've hit your limit", null, LATER, /^wait until/, LATER],
  ["You've hit your limit", null, undefined, /^wait until/, undefined],
  ["rate limited", 429, LATER, /^wait until/, LATER],
  ["rate limited", 429, undefined, /^wait until/, 300_000],
  ["Credit balance is too low", null, LATER, /^wait until/, undefined],
  ["no credit", 402, LATER, /^wait until/, undefined],
  ["Overloaded", 529, undefined, /^wait a few minutes/, 300_000],
  ["invalid x-api-key", 401, undefined, /^log in/, undefined],
  ["bad request", 400, undefined, undefined, undefined],
  ["something else", null, undefined, undefined, undefined],
])("%s (%s): who has to do what, and when it ends by itself", (words, status, resetsAt, needs, lifted) => {
  const outcome = failed(words, status, resetsAt) as { needs?: string; lifted?: string | number };

  expect(outcome.needs).toEqual(needs && expect.stringMatching(needs));
  expect(outcome.lifted).toBe(lifted);
});

it("the client's own word about a limit has its time; one that only warns has none", () => {
  const event = (status: string, resetsAt?: number) => ({
    ...{ type: "rate_limit_event", rate_limit_info: { status, ...(resetsAt !== undefined && { resetsAt }) } },
  });

  expect(readReset(event("rejected", Date.parse(LATER) / 1000))).toBe(LATER);
  expect([event("allowed_warning", 1), event("rejected"), { type: "result" }].map(readReset)).toEqual(Array(3));
});
