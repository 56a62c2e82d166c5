// Lines come in pieces of any size; a secret must not slip through between two of them.
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { readLines } from "./output-lines.ts";

async function linesOf(pieces: readonly string[], secrets: readonly string[] = []): Promise<string[]> {
  const lines: string[] = [];
  const stream = Readable.from(pieces.map((piece) => Buffer.from(piece)));
  const tellLast = readLines(stream, { secrets, onLine: (line) => lines.push(line) });
  await new Promise((resolve) => stream.on("end", resolve));
  tellLast();
  return lines;
}

test("F2: a secret is removed wherever the pieces were cut", async () => {
  expect(await linesOf(["a s3cr", "3t-value b\nnext"], ["s3cr3t-value"])).toEqual(["a [secret] b", "next"]);
});

test("every kind of line end counts once", async () => {
  expect(await linesOf(["one\r", "\ntwo\rthree\r\n", "\nfour\n"])).toEqual(["one", "two", "three", "", "four"]);
});

test("F2: an endless line is cut, and no half of a secret stays at the cut", async () => {
  const secret = "s3cr3t-value";
  const [line = "", next] = await linesOf([`${"x".repeat(256 * 1024 - 5)}${secret}${"y".repeat(9)}\nnext`], [secret]);
  expect([line.length < 256 * 1024, line.includes("s3"), next]).toEqual([true, false, "next"]);
});
