// Code and comments around entries: a heading or field inside them does not count, and a change lands where it belongs.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BankFile, bankKey, lastObserved, observationCount, parseBank } from "./knowledge-bank.ts";
import {
  backfillBank,
  challengeEntry,
  confirmEntry,
  keepEntry,
  markStale,
  retireEntry,
  updateEntry,
} from "./knowledge-bank-edit.ts";

const file = (text: string): BankFile => ({ category: "heuristics", text });
const names = (text: string) => parseBank(file(text)).map(({ name }) => name);

describe("an entry with code in it", () => {
  const CODE = "````md\n```\n### Not an entry\n- Last observed: Feature #099\n- Observation count: 9\n```\n````";
  const FIELDS = "- Source: Feature #001\n- Last observed: Feature #001\n- Observation count: 1";
  const NEXT = "\n\n~~~\n### Neither\n~~~\n\n### B\nOther.\n";
  const changed = FIELDS.replace("observed: Feature #001", "observed: Feature #012");

  test("that stands above its fields: a confirmation changes the fields, an update replaces text and code", () => {
    const text = `### A\nText.\n\n${CODE}\n\n${FIELDS}${NEXT}`;
    expect(names(text)).toEqual(["A", "B"]);
    expect(confirmEntry(file(text), "A", 12)).toBe(text.replace(FIELDS, changed.replace("count: 1", "count: 2")));
    expect(updateEntry(file(text), "A", 12, "New.")).toBe(`### A\nNew.\n${changed}${NEXT}`);
    expect(confirmEntry(file(text), "Not an entry", 12)).toBe(text);
  });

  test("that stands below its fields: it stays where it is, also in a file of Windows lines", () => {
    const text = `### A\nText.\n${FIELDS}\n\n${CODE}${NEXT}`;
    expect(updateEntry(file(text), "A", 12, "New.")).toBe(`### A\nNew.\n${changed}\n\n${CODE}${NEXT}`);
    expect(challengeEntry(file(text), "A", 12, "no")).toBe(
      text.replace(FIELDS, `${FIELDS}\n- Challenged: Feature #012 — no`),
    );
    const windows = text.replaceAll("\n", "\r\n");
    expect(updateEntry(file(windows), "A", 12, "New.")).toBe(
      `### A\nNew.\n${changed}\n\n${CODE}${NEXT}`.replaceAll("\n", "\r\n"),
    );
  });

  test("that belongs to a field: the next field comes below it", () => {
    const item = "- Source: Feature #001\n  ```\n\n  ### Not\n  ```";
    const added = "\n- Challenged: Feature #012 — no";
    expect(challengeEntry(file(`### A\n${item}\n\n### B\n`), "A", 12, "no")).toBe(`### A\n${item}${added}\n\n### B\n`);
    expect(challengeEntry(file(`### A\n${item}\nmore\n`), "A", 12, "no")).toBe(`### A\n${item}${added}\nmore\n`);
  });

  test.each(["```\n### B\ncode\n", "<!-- for later\n### B\n- Observation count: 9\n"])(
    "that nobody closed: the entry ends above it, and what it swallowed stays: %j",
    (open) => {
      const text = `### A\nText.\n\n${open}`;
      expect(names(text)).toEqual(["A"]);
      const fields = (count: number) => `- Last observed: Feature #012\n- Observation count: ${count}`;
      const once = confirmEntry(file(text), "A", 12);
      expect(once).toBe(`### A\nText.\n${fields(2)}\n\n${open}`);
      expect(confirmEntry(file(once), "A", 12)).toBe(once);
      expect(updateEntry(file(text), "A", 12, "New.")).toBe(`### A\nNew.\n${fields(1)}\n\n${open}`);
      expect(retireEntry(file(text), "A")).toBe(open);
    },
  );

  test("a comment of its own in the text does not end it", () => {
    expect(parseBank(file("### A\n<!-- note -->\nIt points -->\n"))[0]?.description).toBe("It points -->");
  });
});

test("whatever stands around and in it, a change leaves all other bytes and entries, and twice is once", () => {
  const line = fc.constantFrom(
    ...["### Own", "### Other", "## Part", "- Source: Feature #2", "- Last observed: Feature #3", "- Last observed:"],
    ...["- Observation count: 3", "- Also observed: Feature #1", "- Challenged: Feature #2 — x", "- ⚠️ STALE: x"],
    ...["text", "", "", "  more", "---", "***", "```", "````md", "~~~~", "  ```", "<!--", "-->", "<!-- x -->", "<div>"],
    ...["> quote", "1. one", "\tcode", "    - Last observed: Feature #8"],
  );
  const eol = fc.constantFrom("\n", "\r\n");
  const features = Array.from({ length: 20 }, (_, index) => index + 1);
  const changes: Record<string, (one: BankFile) => string> = {
    confirm: (one) => confirmEntry(one, "Own", 15),
    "confirm late": (one) => confirmEntry(one, "Own", 1),
    challenge: (one) => challengeEntry(one, "Own", 15, "- Confidence: low"),
    keep: (one) => keepEntry(one, "Own", 15),
    update: (one) => updateEntry(one, "Own", 15, "### New"),
    stale: (one) => markStale(one, "Own", features),
  };
  fc.assert(
    fc.property(fc.array(line, { maxLength: 25 }), eol, fc.boolean(), (lines, end, isEnded) => {
      const text = lines.join(end) + (isEnded ? end : "");
      const before = parseBank(file(text));
      const own = before.find(({ name }) => bankKey(name) === "own");
      for (const [what, change] of Object.entries(changes)) {
        const after = change(file(text));
        const print = `${what}: ${JSON.stringify(after)}`;
        expect(change(file(after)), print).toBe(after);
        expect(names(after), print).toEqual(before.map(({ name }) => name));
        if (!own) continue;
        expect(after.startsWith(text.slice(0, own.start)), print).toBe(true);
        expect(after.endsWith(text.slice(own.end)), print).toBe(true);
        const [entry] = parseBank(file(after)).filter(({ name }) => name === own.name);
        if (what === "confirm" && after !== text) expect(entry && [lastObserved(entry)], print).toEqual([15]);
        if (what === "confirm late" && entry) expect(observationCount(entry)).toBeGreaterThan(0);
      }
      const filled = backfillBank(file(text), 9);
      expect(names(filled)).toEqual(before.map(({ name }) => name));
      expect(backfillBank(file(filled), 9), filled).toBe(filled);
      // an open fence that is indented becomes part of a list above it, and releases what it had swallowed
      const isLoose = /^ {2}```/m.test(text);
      if (own && !isLoose) expect(names(retireEntry(file(text), "Own"))).toHaveLength(before.length - 1);
    }),
    { numRuns: 300 },
  );
});
