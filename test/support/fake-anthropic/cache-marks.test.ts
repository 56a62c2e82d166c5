// Where marks may stand, and what a request that places them otherwise is told.
import { expect, it } from "vitest";
import { asks, FIVE, HOUR, marked, words } from "./cache-desk.ts";
import { placeMarks } from "./cache-marks.ts";
import { renderPrompt } from "./rendered-prompt.ts";
import type { RequestBody } from "./request.ts";

const marksOf = (body: RequestBody) => placeMarks(renderPrompt(body), body.cache_control);
const five = [1, 2, 3, 4, 5].map((n) => words(`${n}`, 10, FIVE));

it("marks are found in the order tools, system, messages, also inside a tool result", () => {
  const inside = { type: "tool_result", tool_use_id: "1", content: [words("file", 10, FIVE)] };
  const body: RequestBody = {
    ...asks(words("q", 10), inside),
    tools: [{ name: "read", cache_control: HOUR }],
    system: [words("s", 10), words("t", 10, FIVE)],
  };

  expect(marksOf(body)).toEqual({
    marks: [
      { place: 0, lifetime: "1h" },
      { place: 2, lifetime: "5m" },
      { place: 4, lifetime: "5m" },
    ],
  });
});

it("the automatic mark stands on the last block that can carry one, with its own lifetime", () => {
  const thought = { type: "thinking", thinking: "Hm.", signature: "x" };
  const tail = [words("q", 10), thought, { type: "text", text: "" }];

  expect(marksOf({ ...asks(...tail), cache_control: FIVE })).toEqual({ marks: [{ place: 0, lifetime: "5m" }] });
  expect(marksOf({ ...asks(...tail), cache_control: HOUR })).toEqual({ marks: [{ place: 0, lifetime: "1h" }] });
  expect(marksOf({ ...asks(thought), cache_control: FIVE })).toEqual({ marks: [] });
  expect(marksOf({ ...asks(words("q", 10)), cache_control: null })).toEqual({ marks: [] });
});

it("the automatic mark changes nothing where the last block has the same one", () => {
  expect(marksOf({ ...asks(words("q", 10, FIVE)), cache_control: FIVE })).toEqual({
    marks: [{ place: 0, lifetime: "5m" }],
  });
});

it.each<[string, RequestBody, string]>([
  ["five marks", asks(...five), "at most 4"],
  ["four marks and an automatic one", { ...asks(...five.slice(1), words("q", 10)), cache_control: FIVE }, "at most 4"],
  ["an hour after 5 minutes", asks(words("a", 10, FIVE), words("b", 10, HOUR)), "ttl 1h must not come after"],
  ["an automatic hour after 5 minutes", { ...asks(five[0]!, words("q", 10)), cache_control: HOUR }, "must not come"],
  ["two lifetimes on the last block", { ...asks(words("q", 10, FIVE)), cache_control: HOUR }, "different ttl"],
  ["a mark on thinking", asks(marked({ type: "thinking", thinking: "Hm." })), "a thinking block"],
  ["a mark on nothing", asks(marked({ type: "text", text: "" })), "is empty"],
  ["a day", asks(words("a", 10, { type: "ephemeral", ttl: "1d" })), "no known form"],
  ["another type", asks(words("a", 10, { type: "persistent" })), "no known form"],
])("%s are refused", (_, body, words) => {
  expect(marksOf(body)).toEqual({ refusal: expect.stringContaining(words) });
});
