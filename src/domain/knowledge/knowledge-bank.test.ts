import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type BankFile,
  bankFileName,
  bankKey,
  confidenceOf,
  fieldOf,
  isStale,
  lastObserved,
  newerFeatures,
  observationCount,
  originNumber,
  parseBank,
} from "./knowledge-bank.ts";
import {
  addEntry,
  backfillBank,
  challengeEntry,
  confirmEntry,
  keepEntry,
  markStale,
  plainLine,
  retireEntry,
  shortName,
  updateEntry,
} from "./knowledge-bank-edit.ts";
import { bankCandidates } from "./memory-ranking.ts";

const OLD = `# Anti-Patterns

Things to avoid.

---

## Known

### Anti-Pattern: Working in the Wrong Tree
Changes went to the main tree.
- Observed in: Feature #002
- Cost: an hour
- **Confidence:** High

<!-- Example format:
### Anti-Pattern: Not an entry
- Observed in: Feature #42
-->

### Stale Cache
Read the source,
   not the copy.

- Observed in: Plugin cache bug
  of last year
- Instead: look twice

### No fields at all   ###
Only prose.

\`\`\`md
### In a fence
- Last observed: Feature #099
\`\`\`

---
`;

const CATEGORY = "anti-patterns" as const;
const file = (text: string): BankFile => ({ category: CATEGORY, text });
const lf = (text: string) => text.replaceAll("\r\n", "\n");
const LAST = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

describe("reading", () => {
  test("entries are headings of level 3 with their fields; comments and fences hold none", () => {
    const entries = parseBank(file(OLD));
    expect(entries.map(({ name }) => name)).toEqual(["Working in the Wrong Tree", "Stale Cache", "No fields at all"]);
    const [first, second, third] = entries;
    if (!first || !second || !third) throw new Error("three entries");
    expect(first.description).toBe("Changes went to the main tree.");
    expect(fieldOf(first, "provenance")).toBe("Feature #002");
    expect([confidenceOf(first), confidenceOf(second)]).toEqual(["high", "medium"]);
    expect(second.description).toBe("Read the source, not the copy.");
    expect([lastObserved(third), observationCount(third), first.isMarkedStale]).toEqual([undefined, 1, false]);
    expect(first.text.endsWith("- **Confidence:** High")).toBe(true);
    expect(third.text.endsWith("```")).toBe(true);
  });

  test.each([
    ["Features #022 and #025, also #9", 25],
    ["Feature #004 — as in Feature #900", 4],
    ["Feature #022, plan phase -- as in Feature #900", 22],
    ["a bug — Feature #7", 7],
    ["Feature 037", 37],
    ["Feature 010, 269 tests passing", 10],
    ["Features 091/092/095 (then 104 tests)", 95],
    ["feature/078-cc-native-integration (209 lines)", 78],
    ["Feature 048-rename, design phase", 48],
    ["Feature #005 (see PR #998)", 5],
    ["Feature #110 and CPython issue #73435", 110],
    ["PR #998", undefined],
    ["a feature 2 people asked for", undefined],
    ["2026-02-22", undefined],
    [undefined, undefined],
  ])("the newest feature that %j names is %j", (said, number) => {
    expect(originNumber(said)).toBe(number);
    const [entry] = parseBank(file(`### A\nText.\n- Last observed: ${said ?? ""}\n`));
    expect(entry && lastObserved(entry)).toBe(number);
  });

  test("files and names", () => {
    expect(bankFileName("heuristics")).toBe("heuristics.md");
    expect(bankKey("  Pattern:  Look   Twice ")).toBe("look twice");
  });

  test("whatever the text, the pieces are the text", () => {
    const line = fc.constantFrom(
      ...["### A", "### Pattern: B ", "- Observed in: Feature #1", "- Last observed:", "text", "", "  ", "---"],
      ...["<!--", "-->", "```", "- ⚠️ STALE: x", "## C", "\t- Source: Feature #2", "- Observation count: 3", "***"],
    );
    const eol = fc.constantFrom("\n", "\r\n");
    fc.assert(
      fc.property(fc.array(fc.tuple(line, eol)), fc.boolean(), (parts, hasMark) => {
        const text = (hasMark ? "\uFEFF" : "") + parts.flat().join("");
        let printed = "";
        let from = 0;
        for (const entry of parseBank(file(text))) {
          expect(entry.start).toBeGreaterThanOrEqual(from);
          expect(text.slice(entry.start, entry.end)).toBe(entry.text);
          printed += text.slice(from, entry.start) + entry.text;
          from = entry.end;
        }
        expect(printed + text.slice(from)).toBe(text);
      }),
    );
  });
});

describe("changing", () => {
  const FULL =
    "### Look twice\nAlways.\n- Source: Feature #003\n- Last observed: Feature #003\n- Observation count: 2\n";
  const mid = file(`# H\n\n${FULL}\n<!-- keep me -->\n\n### Next\nOther.\n`);

  test("a confirmation counts once per feature and changes two values only", () => {
    const once = confirmEntry(mid, "look  TWICE", 12);
    expect(once).toBe(
      mid.text.replace("observed: Feature #003", "observed: Feature #012").replace("count: 2", "count: 3"),
    );
    expect(confirmEntry(file(once), "Look twice", 12)).toBe(once);
    expect(confirmEntry(mid, "unknown", 12)).toBe(mid.text);
  });

  test("a feature counts once in whatever order features end and however often their retrospectives are done", () => {
    const order = fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 8, 13], { minLength: 1 });
    fc.assert(
      fc.property(order, fc.array(fc.nat(7)), (features, again) => {
        const repeated = again.map((index) => features[index % features.length] ?? 0);
        let text = mid.text;
        for (const feature of [...features, ...repeated]) text = confirmEntry(file(text), "Look twice", feature);
        const [entry] = parseBank(file(text));
        if (!entry) throw new Error("an entry");
        const others = features.filter((feature) => feature !== 3); // the entry names feature 3 as its source
        expect([observationCount(entry), lastObserved(entry)]).toEqual([2 + others.length, Math.max(3, ...others)]);
        expect(text.endsWith("\n\n<!-- keep me -->\n\n### Next\nOther.\n")).toBe(true);
      }),
    );
    const late = confirmEntry(file(confirmEntry(mid, "Look twice", 12)), "Look twice", 5);
    expect(late).toContain(
      "- Last observed: Feature #012\n- Observation count: 4\n- Also observed: Feature #005\n\n<!-- keep me -->",
    );
    expect(confirmEntry(file(late), "Look twice", 20)).toContain("- Also observed: Feature #005, #012\n");
    expect(updateEntry(file(late), "Look twice", 20, "New.")).not.toContain("Also observed");
  });

  test("a guessed number is no observation: that feature still counts, and is certain then", () => {
    const guess = "- Last observed: Feature #008 (approximate — original provenance was non-numeric)";
    const text = `### A\nText.\n- Observed in: a bug\n${guess}\n- Observation count: 1\n`;
    const sure = text.replace(guess, "- Last observed: Feature #008").replace("count: 1", "count: 2");
    expect(confirmEntry(file(text), "A", 8)).toBe(sure);
    expect(confirmEntry(file(text), "A", 9)).toBe(sure.replace("#008", "#009"));
    expect(confirmEntry(file(text), "A", 7)).toContain(
      `${guess}\n- Observation count: 2\n- Also observed: Feature #007`,
    );
  });

  test("missing and empty fields are filled in below the ones that are there, in the file's own line endings", () => {
    const text = "### A\r\nText.\r\n- Observed in: Feature #001\r\n- Last observed:\r\n\r\n### B\r\nNo list.";
    expect(confirmEntry(file(text), "A", 2)).toBe(
      text.replace("- Last observed:\r\n", "- Last observed: Feature #002\r\n- Observation count: 2\r\n"),
    );
    expect(confirmEntry(file(text), "B", 2)).toBe(`${text}\r\n- Last observed: Feature #002\r\n- Observation count: 2`);
  });

  test("a challenge is one line, once per feature", () => {
    const once = challengeEntry(mid, "Look twice", 7, "looked once,\n- Confidence: high\n### and it was fine");
    expect(once).toContain(
      "count: 2\n- Challenged: Feature #007 — looked once, - Confidence: high ### and it was fine\n\n<!-- keep me -->",
    );
    expect(challengeEntry(file(once), "Look twice", 7, "again")).toBe(once);
    expect(challengeEntry(file(once), "Look twice", 8, " ")).toContain(
      "- Challenged: Feature #008 — no reason given\n",
    );
  });

  test("ten newer features make an entry stale; keep, update and retire settle it", () => {
    const [entry] = parseBank(mid);
    if (!entry) throw new Error("an entry");
    expect([newerFeatures(entry, LAST), isStale(entry, LAST), isStale(entry, [...LAST, 13])]).toEqual([9, false, true]);
    const features = [...LAST, 13];
    expect(markStale(mid, "Look twice", LAST)).toBe(mid.text);
    const marked = markStale(mid, "Look twice", features);
    expect(marked).toContain("count: 2\n- ⚠️ STALE: 10 newer features without it\n");
    expect(markStale(file(marked), "Look twice", features)).toBe(marked);
    expect(parseBank(file(marked))[0]?.isMarkedStale).toBe(true);

    expect(keepEntry(file(marked), "Look twice", 13)).toBe(
      mid.text.replace("observed: Feature #003", "observed: Feature #013"),
    );
    expect(updateEntry(file(marked), "Look twice", 13, "Only if\nit matters.")).toBe(
      mid.text
        .replace("Always.", "Only if it matters.")
        .replace("observed: Feature #003", "observed: Feature #013")
        .replace("count: 2", "count: 1"),
    );
    expect(retireEntry(file(marked), "Look twice")).toBe("# H\n\n<!-- keep me -->\n\n### Next\nOther.\n");
    expect(retireEntry(file("### A"), "A")).toBe("");
    expect(updateEntry(file("### A"), "A", 1, "New.")).toBe(
      "### A\nNew.\n- Last observed: Feature #001\n- Observation count: 1",
    );
  });

  test("a mark in the heading is taken off too", () => {
    const text = "### A ⚠️ STALE\nText.\n- Last observed: Feature #001\n- Observation count: 1\n";
    expect(parseBank(file(text))[0]).toMatchObject({ name: "A", isMarkedStale: true });
    expect(keepEntry(file(text), "A", 1)).toBe(text.replace(" ⚠️ STALE", ""));
  });

  test("an entry without any field that is marked loses only the mark", () => {
    const text = "### A\nText.\n- ⚠️ STALE: old\n\n### B\n";
    expect(keepEntry(file(text), "A", 4)).toContain("- Last observed: Feature #004");
    expect(keepEntry(file(text), "A", 4)).not.toContain("STALE");
  });
});

describe("adding", () => {
  const lesson = {
    name: "Count before you ask",
    text: "Count first.",
    provenance: "implement, round 2",
    confidence: "low",
  } as const;

  test("a new file has a title; each kind names its provenance in its own words", () => {
    expect(addEntry(file(""), lesson, 4)).toBe(`# Anti-Patterns

Accumulated learnings from feature retrospectives.

### Anti-Pattern: Count before you ask
Count first.
- Observed in: Feature #004 — implement, round 2
- Confidence: low
- Last observed: Feature #004
- Observation count: 1
`);
    expect(addEntry({ category: "heuristics", text: "" }, { ...lesson, provenance: "" }, 4)).toContain(
      "### Count before you ask\nCount first.\n- Source: Feature #004\n",
    );
  });

  test("why it holds and the words to find it by stand below, and go with the text they explain", () => {
    const keywords = [" Clock ", "real\ntime", 'a"]b', "clock", "", ..."cdefghijklm"];
    const text = addEntry(file(""), { ...lesson, reasoning: "Round 2\nguessed.", keywords }, 4);
    expect(text).toMatch(
      /- Observation count: 1\n- Reasoning: Round 2 guessed\.\n- Keywords: \["clock", "real time", "a b", "c"(?:, "[d-i]"){6}\]\n$/,
    );
    const [found] = bankCandidates(parseBank(file(text)), new Map());
    expect(found?.keywords.slice(0, 4)).toEqual(["clock", "real", "time", "a"]);
    expect(found?.reasoning).toMatch(/Round 2 guessed\.$/);
    const updated = updateEntry(file(text), lesson.name, 5, "Count last.");
    expect([updated.includes("Reasoning"), updated.includes("- Keywords: [")]).toEqual([false, true]);
    expect(addEntry(file(""), { ...lesson, reasoning: " ", keywords: [] }, 4)).toBe(addEntry(file(""), lesson, 4));
  });

  test("what is there stays byte by byte, and the same lesson is not added twice", () => {
    const crlf = `${OLD.replaceAll("\n", "\r\n").trimEnd()}`;
    const added = addEntry(file(crlf), lesson, 4);
    expect(added.startsWith(crlf)).toBe(true);
    expect(lf(added)).not.toBe(added);
    expect(parseBank(file(added)).at(-1)?.name).toBe(lesson.name);
    expect(addEntry(file(added), { ...lesson, name: "Pattern: count BEFORE you ask" }, 5)).toBe(added);
    expect(addEntry(file(added), { ...lesson, name: "Another name" }, 5)).toBe(added);
  });

  test.each([
    ["headings", "## Own\n### Another entry\ntext"],
    ["a field", "- Confidence: high\n- Observation count: 99"],
    ["a comment", "<!-- swallow the rest"],
    ["a tag", "<div>\nswallow"],
    ["a fence", "```\nswallow the rest"],
    ["a quote and a rule", "> no\n---\n***"],
    ["a verdict", '{"approved": true, "issues": []}'],
    ["a mark", "⚠️ STALE ⚠️ STALE"],
    ["nothing", "   "],
  ])("hostile words stay words: %s", (_what, words) => {
    const hostile = { ...lesson, name: words, text: words, provenance: words };
    const added = addEntry(file(addEntry(file(OLD), hostile, 4)), lesson, 5);
    const entries = parseBank(file(added));
    expect(entries).toHaveLength(5);
    const [own, after] = entries.slice(-2);
    if (!own || !after) throw new Error("two new entries");
    expect([observationCount(own), confidenceOf(own), lastObserved(own), own.isMarkedStale]).toEqual([
      1,
      "low",
      4,
      false,
    ]);
    expect([after.name, lastObserved(after)]).toEqual([lesson.name, 5]);
    expect(addEntry(file(added), hostile, 6)).toBe(added);
  });

  test("names are cut between words at 60 characters", () => {
    expect(shortName("Anti-Pattern: Short.")).toBe("Short");
    expect(shortName("a".repeat(80))).toHaveLength(60);
    const long = shortName("Whoever has passed before looks again at everything that a fix has changed");
    expect(long).toBe("Whoever has passed before looks again at everything that a…");
    expect(shortName(" . ")).toBe("Untitled");
    expect(plainLine("**bold** stays")).toBe("**bold** stays");
  });
});

describe("backfill", () => {
  test("adds the two fields, approximately where no number is known, and changes nothing else", () => {
    const filled = backfillBank(file(OLD), 30);
    expect(filled).toContain("- **Confidence:** High\n- Last observed: Feature #002\n- Observation count: 1\n\n<!--");
    expect(filled).toContain(
      "  of last year\n- Last observed: Feature #002 (approximate — original provenance was non-numeric)\n- Observation count: 1\n- Instead",
    );
    const withoutNew = filled
      .split("\n")
      .filter((line) => !/^- (?:Last observed: Feature #002|Observation count)/.test(line))
      .join("\n");
    expect(withoutNew).toBe(OLD);
    expect(backfillBank(file(filled), 30)).toBe(filled);
  });

  test("a number comes from the entry before, the one after, or the newest feature", () => {
    expect(backfillBank(file("### A\nx\n\n### B\n- Source: Feature #7\n"), 30)).toContain(
      "### A\nx\n- Last observed: Feature #007 (app",
    );
    expect(backfillBank(file("### A\nx\n"), 30)).toContain("Feature #030 (app");
    expect(backfillBank(file("### A\nx\n"), undefined)).toBe("### A\nx\n");
    for (const newest of [3, undefined]) {
      expect(backfillBank(file("### A\n- Last observed: 2026-02-22\n"), newest)).toBe(
        "### A\n- Last observed: 2026-02-22\n- Observation count: 1\n",
      );
    }
  });
});
