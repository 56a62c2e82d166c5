import { expect, test } from "vitest";
import { StreamText } from "./stream-text.ts";

test("events are the same wherever their text was cut", () => {
  const text = 'event: hello\ndata: {"now":1}\n\nevent: fact\ndata: a\ndata: b\nid: place 2\n\nevent: bea';
  const whole = [
    { type: "hello", id: "", data: '{"now":1}' },
    { type: "fact", id: "place 2", data: "a\nb" },
  ];
  for (let cut = 0; cut <= text.length; cut++) {
    const read = new StreamText();
    expect([...read.take(text.slice(0, cut)), ...read.take(text.slice(cut))]).toEqual(whole);
  }
});
