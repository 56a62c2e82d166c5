import { describe, expect, it } from "vitest";
import { askedWait } from "./asked-wait.ts";

const ANSWERED = { date: "Wed, 18 Nov 2026 20:00:00 GMT" };
const wait = (headers: Record<string, string>, said = "") =>
  askedWait({ headers: new Headers({ ...ANSWERED, ...headers }), said });

describe("how long to wait", () => {
  it.each<[Record<string, string>, number | undefined]>([
    [{ "retry-after": "7" }, 7000],
    [{ "retry-after": "0.5" }, 500],
    [{ "retry-after": "Wed, 18 Nov 2026 21:00:00 GMT" }, 3_600_000],
    [{ "retry-after": "Wed, 18 Nov 2026 19:00:00 GMT" }, undefined],
    [{ date: "", "retry-after": "Wed, 18 Nov 2026 21:00:00 GMT" }, undefined],
    [{ "retry-after": "soon" }, undefined],
    [{ "retry-after": "99999999999999999999" }, undefined],
    [{ "retry-after-ms": "9".repeat(400), "retry-after": "2" }, 2000],
    [{ "retry-after-ms": "1500", "retry-after": "2" }, 1500],
    [{ "x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "1h12m0s" }, 4_320_000],
    [{ "x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "20ms" }, 20],
    [{ "x-ratelimit-remaining-requests": "5", "x-ratelimit-reset-requests": "1h" }, undefined],
    [{ "x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "later" }, undefined],
    [{}, undefined],
  ])("is in headers: %j", (headers, milliseconds) => {
    expect(wait(headers)).toBe(milliseconds);
  });

  it.each<[string, number | undefined]>([
    ["Limit 200, Used 200. Please try again in 7m12s. Visit https://example.com", 432_000],
    ["Please try again in 6.2s", 6200],
    ["Quota exceeded, limit: 5. Please retry in 34.07s.", 34_070],
    ["Please try again in a while", undefined],
    ["try again in 3squares", undefined],
    ["try again in 99999999999999d", undefined],
  ])("or in words: %s", (said, milliseconds) => {
    expect(wait({}, said)).toBe(milliseconds);
  });

  it("may stand beside the words, and counts before them", () => {
    expect(askedWait({ headers: undefined, said: "Please try again in 1s.", seconds: 90 })).toBe(90_000);
    expect(askedWait({ headers: new Headers({ "retry-after": "7" }), said: "", seconds: 90 })).toBe(7000);
  });

  it("in headers counts before words", () => {
    expect(wait({ "retry-after": "60" }, "Please try again in 1s.")).toBe(60_000);
  });
});
