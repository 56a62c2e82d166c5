import { describe, expect, it } from "vitest";
import { sealLines } from "../../../../domain/text/json/sealed-lines.ts";
import { firstLine as newFirstLine, pastOf, readTranscript as readFile, type Transcript } from "./transcript.ts";

/** As earlier versions wrote it: no line has a checksum. */
const firstLine = (prefixVersion: number) => ({ ...newFirstLine(prefixVersion), format: 1 });
const readTranscript = (text: string) => readFile(Buffer.from(text)) as Transcript | undefined;

const begin = (turn: number, after: number) => ({ type: "begin", turn, after, step: "s", model: "m", marks: [0] });
const says = (text: string) => ({ type: "message", message: { role: "user", content: [{ type: "text", text }] } });
const commit = (turn: number) => ({ type: "commit", turn, answers: [] });
const file = (...lines: object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join("");

function textsAt(text: string, turn: number) {
  const transcript = readTranscript(text);
  return transcript && pastOf(transcript, turn)?.messages.flatMap(({ content }) => content.map((block) => block.text));
}

describe("a transcript", () => {
  it("gives messages back in the very bytes they were written in", () => {
    const raw = '{"role":"user","content":[{"zeta":1,"type":"x","alpha":{"b":1,"10":2},"text":"\\ud800 ü"}]}';
    const text = `${file(firstLine(1), begin(1, 0))}{"type":"message","message":${raw}}\n${file(commit(1))}`;

    const [message] = pastOf(readTranscript(text)!, 1)!.messages;

    // numeric keys come first in an object, here and in every later reading
    expect(JSON.stringify(message)).toBe(raw.replace('{"b":1,"10":2}', '{"10":2,"b":1}'));
    expect(JSON.stringify(JSON.parse(JSON.stringify(message)))).toBe(JSON.stringify(message));
  });

  it("knows committed turns only, each behind the one it names", () => {
    const text = file(
      ...[firstLine(1), begin(1, 0), says("a"), commit(1)],
      ...[begin(2, 1), says("cut off")],
      ...[begin(3, 1), says("b"), commit(3)],
      ...[begin(4, 3), says("c"), commit(4), begin(5, 2), says("d"), commit(5)],
    );

    expect(textsAt(text, 4)).toEqual(["a", "b", "c"]);
    expect(textsAt(text, 2)).toBeUndefined();
    expect(textsAt(text, 5)).toBeUndefined();
    expect(readTranscript(text)?.last).toBe(5);
    expect(pastOf(readTranscript(text)!, 4)?.marks).toEqual([0, 1, 2].map((message) => ({ message, block: 0 })));
  });

  it("ends where it cannot be read, and says how much of it is whole", () => {
    const whole = file(firstLine(1), begin(1, 0), says("ä"), commit(1));

    for (const rest of ['{"type":"beg', "nonsense\n", `${file(firstLine(1))}`, '{"type":"message","message":{}}\n']) {
      const transcript = readTranscript(`${whole}${rest}${rest.endsWith("\n") ? file(begin(2, 1), commit(2)) : ""}`);
      expect(transcript).toMatchObject({ bytes: Buffer.byteLength(whole), last: 1 });
    }
  });

  it.each([
    ["nothing", ""],
    ["no first line", file(begin(1, 0), says("a"), commit(1))],
    ["another format", file({ ...firstLine(1), format: 9 })],
  ])("is none with %s", (_, text) => {
    expect(readTranscript(text)).toBeUndefined();
  });

  it("has no past that leads in a circle, and none before its first turn", () => {
    const text = file(firstLine(1), begin(1, 1), says("a"), commit(1), commit(7));

    expect(textsAt(text, 1)).toBeUndefined();
    expect(textsAt(text, 0)).toBeUndefined();
    expect(textsAt(text, 7)).toBeUndefined();
  });
});

describe("a transcript with checksums", () => {
  const lines = [newFirstLine(1), begin(1, 0), says("ä"), commit(1)];
  const { text, sum } = sealLines(lines, "");

  it("is read like one without, and continues with the sum of its last line", () => {
    expect(textsAt(text, 1)).toEqual(["ä"]);
    expect(readTranscript(text)).toMatchObject({ sum, bytes: Buffer.byteLength(text) });
    expect(readTranscript(`${text}{"type":"beg`)).toMatchObject({ sum, bytes: Buffer.byteLength(text) });
  });

  it("F10: is damaged, with its line, where one letter is another, and where its first line has lost its checksum", () => {
    expect(readTranscript(text.replace("ä", "ö"))).toEqual({ damagedLine: 3 });
    expect(readTranscript(text.replace('"turn":1,"answers', '"turn":2,"answers'))).toEqual({ damagedLine: 4 });
    expect(readTranscript(file(newFirstLine(1), begin(1, 0)))).toEqual({ damagedLine: 1 });
  });
});
