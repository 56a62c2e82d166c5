import { expect, it } from "vitest";
import { watchNews } from "./stream-news.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const LONG = `data: {"text": "${"x".repeat(200)}"}\n\n`;

it.each<[string, readonly string[], readonly boolean[]]>([
  ["an event", ['data: {"a": 1}\n\n'], [true]],
  ["comments and blank lines", [": OPENROUTER PROCESSING\n\n", "\r\n", ":"], [false, false, false]],
  ["a ping", ['event: ping\ndata: {"type": "ping"}\n\n', 'data: {"type":"keepalive"}\n\n'], [false, false]],
  ["an event in pieces", ["da", "ta: {", "}\n", ": x\n"], [false, false, true, false]],
  ["a ping in pieces", ['data: {"ty', 'pe":"ping"}\n\n'], [false, false]],
  ["an event that is long", [LONG.slice(0, 150), LONG.slice(150)], [true, true]],
])("of a stream of events: %s", (_, pieces, expected) => {
  const isNews = watchNews("text/event-stream; charset=utf-8");

  expect(pieces.map((piece) => isNews(bytes(piece)))).toEqual(expected);
});

it("of anything else every byte", () => {
  expect([watchNews("application/json")(bytes(" ")), watchNews(null)(bytes(":"))]).toEqual([true, true]);
});
