import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { limitLines } from "./limit-lines.ts";

async function passed(chunks: readonly string[], largest = 10): Promise<{ out: string; refused: string[] }> {
  const refused: string[] = [];
  const input = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
  const out = await text(input.pipe(limitLines(largest, (beginning) => refused.push(beginning))));
  return { out, refused };
}

it("passes lines on as they are, however they are cut into pieces", async () => {
  expect(await passed(["one\ntw", "o\n", "\nthree"])).toEqual({ out: "one\ntwo\n\nthree", refused: [] });
});

it("F10: leaves out a line that is too long, tells of its beginning once, and passes the next one on", async () => {
  const { out, refused } = await passed([
    "one\n",
    "x".repeat(8),
    "y".repeat(8),
    "z\ntw",
    "o\n",
    "w".repeat(30),
    "\nend\n",
  ]);

  expect(out).toBe("one\ntwo\nend\n");
  expect(refused).toEqual(["xxxxxxxxyyyyyyyy", "w".repeat(30)]);
});
