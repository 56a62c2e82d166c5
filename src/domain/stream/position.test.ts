import { expect, test } from "vitest";
import { parseSince, printId, printSince } from "./position.ts";

test("a place is read as it was printed", () => {
  const positions = [
    { run: "007-rate-limit.specify.1", offset: 4711 },
    { run: "b3.brainstorm.1", offset: 0 },
  ];
  const until = "2026-03-01T10:00:00.000Z";
  expect(parseSince(printSince({ positions, until }))).toEqual({ positions, until });
  expect(parseSince(printSince({ positions: [], until }))).toEqual({ positions: [], until });
  expect(parseSince(positions.map(printId).join(","))).toEqual({ positions });
});

test.each([
  "",
  "nonsense",
  "all:",
  "all:yesterday",
  "all:2026-99-99T00:00:00.000Z",
  "all:2026-02-31T00:00:00.000Z",
  "all:2026-03-01T10:00:00.000Z,x",
  "a@1,b",
  "a@-1",
  "a/b@1",
])("%j is no place", (text) => {
  expect(() => parseSince(text)).toThrow(/is no place in the stream/);
});
