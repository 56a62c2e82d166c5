import { describe, expect, it } from "vitest";
import { seal, unseal } from "./seal.ts";
import { readSealedLines, sealLines } from "./sealed-lines.ts";

const bytesOf = (text: string) => Buffer.from(text);

describe("a sealed text", () => {
  it.each([{ a: 1 }, {}, { deep: { sum: "mine" }, text: 'a "quoted" ü, }' }])(
    "opens to what was sealed: %j",
    (value) => {
      for (const json of [JSON.stringify(value), `${JSON.stringify(value, null, 2)}\n`]) {
        expect(unseal(bytesOf(seal(json)))).toMatchObject({ state: "intact", value });
      }
    },
  );

  it("notices every single flipped bit, or means the same", () => {
    const value = { answer: "yes", at: "2026-03-01", note: "ü" };
    const whole = bytesOf(seal(JSON.stringify(value)));
    for (let bit = 0; bit < whole.length * 8; bit++) {
      const read = unseal(flipped(whole, bit));
      // without a seal that can be read, it looks like the text of an earlier version: what it says is unchanged
      if (read.state === "unsealed" && read.value !== undefined) expect(read.value).toMatchObject(value);
      else expect(read.state, `bit ${bit}`).not.toBe("intact");
    }
  });

  it("of an earlier version has no sum and is read as it is", () => {
    expect(unseal(bytesOf('{"a":1}'))).toEqual({ state: "unsealed", value: { a: 1 } });
    expect(unseal(bytesOf("rubbish"))).toEqual({ state: "unsealed", value: undefined });
  });
});

describe("sealed lines", () => {
  const values = [{ n: 1 }, { n: 2, text: "ü" }, { n: 3 }];
  const { text, sum } = sealLines(values, "");
  const whole = bytesOf(text);
  const lines = text.split("\n");

  it("are read back, and continued in a second go", () => {
    expect(readSealedLines(whole)).toMatchObject({ sum, damagedLine: undefined });
    expect(readSealedLines(whole).lines.map(({ value }) => value)).toEqual(values);
    const more = sealLines([{ n: 4 }], sum);
    expect(readSealedLines(bytesOf(text + more.text))).toMatchObject({ sum: more.sum, damagedLine: undefined });
  });

  it("show any flipped bit, with its line", () => {
    for (let bit = 0; bit < whole.length * 8; bit++) {
      const line = whole.toString("latin1", 0, bit >> 3).split("\n").length;
      const { damagedLine } = readSealedLines(flipped(whole, bit));
      expect(damagedLine, `bit ${bit}`).toBeGreaterThan(0);
      expect(Math.abs((damagedLine ?? 0) - line), `bit ${bit}`).toBeLessThanOrEqual(1);
    }
  });

  it.each([
    ["removed", [lines[0], lines[2]], 2],
    ["swapped", [lines[0], lines[2], lines[1]], 2],
    ["repeated", [lines[0], lines[1], lines[1]], 3],
    ["removed at the beginning", [lines[1], lines[2]], 1],
  ])("show a line that was %s", (_what, kept, damagedLine) => {
    expect(readSealedLines(bytesOf(`${kept.join("\n")}\n`))).toMatchObject({ damagedLine });
  });

  it("that were cut anywhere are torn, not damaged, and keep the whole lines before", () => {
    for (let length = 0; length <= whole.length; length++) {
      const read = readSealedLines(whole.subarray(0, length));
      expect(read.damagedLine, `cut at ${length}`).toBeUndefined();
      expect(read.lines.length).toBe(whole.toString("latin1", 0, length).split("\n").length - 1);
    }
  });

  it("that end in zeros after a power loss are torn too", () => {
    expect(readSealedLines(bytesOf(`${text}${"\0".repeat(80)}\n`))).toMatchObject({ sum, damagedLine: undefined });
  });
});

function flipped(bytes: Buffer, bit: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return copy;
}
