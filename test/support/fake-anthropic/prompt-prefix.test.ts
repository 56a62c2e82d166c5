// Checks and sums over recorded requests.
import { describe, expect, it } from "vitest";
import { asks, FIVE, HOUR, marked, openDesk, words } from "./cache-desk.ts";
import { summariseCache } from "./cache-summary.ts";
import { blocksToMark, siblingViolations, threadViolations } from "./prompt-prefix.ts";
import type { RequestBody } from "./request.ts";

const a = words("a", 1000);
const b = words("b", 200);
const c = words("c", 30);

/** Records of requests, each with its thread. */
function recorded(...requests: readonly (readonly [RequestBody, string?])[]) {
  const { send, records } = openDesk();
  for (const [body, thread] of requests) send(body, 0, thread);
  return records;
}

describe("a thread", () => {
  it("that only grows has no violations, wherever its marks are and whichever role speaks in between", () => {
    const other = asks(words("other", 10));
    const prefill = { ...asks(a, words("warm up", 2)), max_tokens: 0 };
    const records = recorded(
      [asks(marked(a)), "one"],
      [other, "two"],
      [other],
      [prefill, "one"],
      [asks(a, marked(b)), "one"],
      [asks(a, b), "one"],
    );

    expect(threadViolations(records)).toEqual([]);
  });

  it("does not answer for a request that failed", () => {
    const records = recorded([asks(a), "one"], [asks(b), "one"], [asks(a, c), "one"]);
    records[1]!.usage = undefined;

    expect(threadViolations(records)).toEqual([]);
  });

  it.each<[string, RequestBody, string]>([
    ["changed a block", asks(a, words("x", 2)), 'block 1 is user text "x......." instead of user text "b...'],
    ["lost a block", asks(a), 'block 1, user text "b'],
    [
      "changed its model",
      { ...asks(a, b), model: "claude-opus-4-8" },
      "model claude-opus-4-8 instead of claude-opus-5",
    ],
    ["changed its settings", { ...asks(a, b), tool_choice: { type: "any" } }, "settings"],
    ["put a tool in front", { ...asks(a, b), tools: [{ name: "read" }] }, "block 0 is tool"],
  ])("that %s is told with the place", (_, later, words) => {
    const violations = threadViolations(recorded([asks(a, b), "one"], [later, "one"]));

    expect(violations).toEqual([expect.stringContaining(words)]);
    expect(violations[0]).toContain("thread one: request 2 after 1: ");
  });
});

describe("siblings", () => {
  it("share the trunk up to a mark, and are told where they leave it", () => {
    const records = recorded([asks(a, marked(b), c)], [asks(a, marked(b))], [asks(a, words("x", 9)), "three"]);
    const trunk = blocksToMark(records[0]!, 0);

    expect(trunk).toBe(2);
    expect(siblingViolations(records.slice(0, 2), trunk)).toEqual([]);
    expect(siblingViolations(records, trunk)).toEqual([expect.stringContaining("request 3 beside 1: block 1 is")]);
    expect(siblingViolations(records.slice(0, 2), 3)).toEqual([expect.stringContaining("only in one")]);
    expect(siblingViolations(records.slice(0, 2), 4)).not.toEqual([]);
    expect(siblingViolations([], trunk)).toEqual([]);
    expect(blocksToMark(records[2]!, 0)).toBe(0);
  });

  it("may differ in what only the messages depend on while the trunk ends before them", () => {
    const system = { system: [words("s", 600, FIVE)] };
    const records = recorded([{ ...asks(a), ...system }], [{ ...asks(b), ...system, tool_choice: { type: "any" } }]);

    expect(siblingViolations(records, 1)).toEqual([]);
  });

  it("are the same or not by their bytes, longer than what a sentence shows of them", () => {
    const long = { ...b, text: `${b.text}!` };

    expect(siblingViolations(recorded([asks(b)], [asks(long)]), 1)).toHaveLength(1);
  });
});

describe("a summary", () => {
  const multipliers = { write5m: 1.25, write1h: 2, read: 0.1 };

  it("adds up what was paid and what could not have been avoided", () => {
    const records = recorded([asks(marked(a, HOUR), marked(b), c)], [asks(marked(a, HOUR), b, c)]);

    expect(summariseCache(records, multipliers)).toEqual({
      requests: 2,
      uncached: 30 + 230,
      written5m: 200,
      written1h: 1000,
      read: 1000,
      output: 2,
      bite: 260 + 250 + 2000 + 100,
      readShare: 1000 / 2460,
      unique: 1230,
      writeAmplification: 1460 / 1230,
    });
  });

  it("takes the multipliers it is given", () => {
    const records = recorded([asks(marked(a))], [asks(marked(a))]);

    expect(summariseCache(records, { write5m: 1, write1h: 1, read: 0.05 }).bite).toBe(1050);
  });

  it("knows content by its text, under any id, and counts what one prompt repeats as often as it does", () => {
    const result = (id: string) => ({ type: "tool_result", tool_use_id: id, content: "x".repeat(400) });
    const records = recorded([asks(result("1"))], [asks(result("2"))], [asks(result("3"), result("4"))]);

    expect(summariseCache(records, multipliers)).toMatchObject({ uncached: 400, unique: 200, writeAmplification: 2 });
  });

  it("leaves out what failed, and of nothing makes zeros", () => {
    const records = recorded([asks(a)]);
    records[0]!.usage = undefined;

    expect(summariseCache(records, multipliers)).toMatchObject({ requests: 0, readShare: 0, writeAmplification: 0 });
  });
});
