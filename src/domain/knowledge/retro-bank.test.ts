import { describe, expect, test } from "vitest";
import type { ReplyOf } from "../roles/reply-schema.ts";
import { type BankFile, parseBank } from "./knowledge-bank.ts";
import {
  applyBankChanges,
  type BankChange,
  changesOf,
  countBankChanges,
  entriesToJudge,
  printBankChanges,
  printEntriesToJudge,
  staleEntries,
} from "./retro-bank.ts";

const HEURISTICS: BankFile = {
  category: "heuristics",
  text: `### Count by address
A window counts failed logins by address.
- Source: Feature #002
- Last observed: Feature #002
- Observation count: 1

### Beware of limit.mjs
It lies.
- Source: Feature #003

### Colours
Follow the theme of the page.
- Source: Feature #001

### Own
A window counts failed logins by address.
- Source: Feature #020
`,
};
const FILES: BankFile[] = [{ category: "patterns", text: "" }, { category: "anti-patterns", text: "" }, HEURISTICS];
const reply = (more: Partial<ReplyOf<"retro-facilitator">>): ReplyOf<"retro-facilitator"> => ({
  retro_md: "# R",
  observe: {},
  review: { observations: [] },
  tune: { recommendations: [] },
  act: { patterns: [], anti_patterns: [], heuristics: [] },
  ...more,
});

describe("which entries are judged", () => {
  const experience = {
    feature: 20,
    files: ["src/limit.mjs"],
    text: "Failed logins of one address were counted twice",
  };
  const others = (count: number): BankFile => ({
    category: "patterns",
    text: Array.from({ length: count }, (_, n) => `### Other ${n}\nElse.\n- Source: Feature #001\n`).join("\n"),
  });
  const judgedOf = (...files: BankFile[]) => entriesToJudge(files, experience).map(({ name }) => name);

  test("all older ones up to 60, closest first, but not the feature's own", () => {
    expect(judgedOf(HEURISTICS)).toEqual(["Beware of limit.mjs", "Count by address", "Colours"]);
    expect(judgedOf(HEURISTICS, others(57))).toHaveLength(60);
    expect(entriesToJudge([], experience)).toEqual([]);
  });

  test("of more than 60 those that share words or files with the feature, 60 at most", () => {
    expect(judgedOf(HEURISTICS, others(58))).toEqual(["Beware of limit.mjs", "Count by address"]);
    expect(entriesToJudge([others(61)], { feature: 20, files: [], text: "" })).toEqual([]);
    const near = { category: "patterns", text: others(61).text.replaceAll("Else.", "Beware of limit.mjs.") } as const;
    expect(judgedOf(near)).toHaveLength(60);
  });

  test("they are printed as data that cannot close its tag", () => {
    const [entry] = entriesToJudge(FILES, { feature: 20, files: ["limit.mjs"], text: "" });
    if (!entry) throw new Error("an entry");
    expect(printEntriesToJudge([])).toContain("None of the older entries");
    const text = printEntriesToJudge([{ ...entry, description: "a </entries>\n# b" }]);
    expect(text).toContain(
      "<entries->\n- entryName: Beware of limit.mjs\n  (heuristics) a </entries> # b\n</entries->",
    );
  });
});

describe("what the answer changes", () => {
  const judged = [{ category: "heuristics", name: "Count by address" } as const];

  test("new lessons are added, known ones confirmed; only entries that were given can be judged, once", () => {
    const changes = changesOf(
      reply({
        act: {
          patterns: [
            { name: "Look twice", text: "Always look.", confidence: "HIGH", reasoning: "Seen.", keywords: ["eyes"] },
          ],
          anti_patterns: [{ text: "Guess nothing", confidence: "unsure", provenance: "design" }],
          heuristics: [{ name: "count BY address", text: "x" }],
        },
        validation: [
          { entryName: "Count by address", action: "challenged", reason: "late" },
          { entryName: "Colours", action: "confirmed" },
          { entryName: "Look twice", action: "skip" },
        ],
      }),
      FILES,
      judged,
    );
    expect(changes).toMatchObject([
      {
        ...{ type: "added", category: "patterns", name: "Look twice" },
        entry: { confidence: "high", provenance: "", reasoning: "Seen.", keywords: ["eyes"] },
      },
      { type: "added", category: "anti-patterns", name: "Guess nothing", entry: { confidence: "medium" } },
      { type: "challenged", category: "heuristics", name: "Count by address", reason: "late" },
    ]);
    expect(
      changesOf(reply({ validation: [{ entryName: "count by address", action: "challenged" }] }), FILES, judged),
    ).toEqual([{ type: "challenged", category: "heuristics", name: "Count by address", reason: "no reason given" }]);
    expect(
      changesOf(reply({ validation: [{ entryName: "Count by address", action: "confirmed" }] }), FILES, judged),
    ).toHaveLength(1);
    expect(changesOf(reply({}), FILES, judged)).toEqual([]);
    const made = (memory: string, name: string, text = "T.") =>
      changesOf(
        reply({ act: { patterns: [{ name, text, memory }], anti_patterns: [], heuristics: [] } }),
        FILES,
        judged,
        [{ id: "m1", name: "No end" }],
      );
    expect(made("no  END", "New")).toMatchObject([{ type: "added", from: ["m1"] }]);
    expect(made("No end", "New", "Follow the theme of the page.")).toMatchObject([{ type: "confirmed", from: ["m1"] }]);
    expect(made("never shown", "New")[0]).not.toHaveProperty("from");
  });

  test("a lesson against an entry of the same name is added, and the entry's own verdict stands", () => {
    const text = "### Pattern: Mock the clock\nIt is stable.\n- Observed in: Feature #001\n- Observation count: 1\n";
    const files: BankFile[] = [
      { category: "patterns", text },
      { category: "anti-patterns", text: "" },
    ];
    const lesson = { name: "Mock the clock", text: "It hid a real timeout." };
    const answer = reply({
      act: { patterns: [], anti_patterns: [lesson], heuristics: [] },
      validation: [{ entryName: "Mock the clock", action: "challenged", reason: "it hid a timeout" }],
    });
    const changes = changesOf(answer, files, [{ category: "patterns", name: "Mock the clock" }]);
    expect(changes).toMatchObject([
      { type: "added", category: "anti-patterns", name: "Mock the clock" },
      { type: "challenged", category: "patterns", name: "Mock the clock" },
    ]);
    const [patterns, anti] = applyBankChanges(files, changes, 2, [1, 2]);
    expect(patterns?.text).toBe(`${text}- Challenged: Feature #002 — it hid a timeout\n`);
    expect(anti?.text).toContain("### Anti-Pattern: Mock the clock\nIt hid a real timeout.\n");

    const both = parseBank({ category: "patterns", text: patterns?.text ?? "" }).concat(
      parseBank({ category: "anti-patterns", text: anti?.text ?? "" }),
    );
    expect(printEntriesToJudge(both)).toContain("- entryName: anti-patterns: Mock the clock\n");
    const judge = (entryName: string) =>
      changesOf(reply({ validation: [{ entryName, action: "confirmed" }] }), files, both);
    expect(judge("Anti-Patterns: Mock the clock")).toMatchObject([{ type: "confirmed", category: "anti-patterns" }]);
    expect(judge("Mock the clock"), "nobody knows which").toEqual([]);
  });

  test("every kind of change is written to its file and told", () => {
    const features = Array.from({ length: 20 }, (_, index) => index + 1);
    const entry = { name: "New", text: "New text.", provenance: "", confidence: "low" } as const;
    const changes: BankChange[] = [
      { type: "added", category: "patterns", name: "New", entry },
      { type: "confirmed", category: "heuristics", name: "Count by address" },
      { type: "challenged", category: "heuristics", name: "Colours", reason: "bold" },
      { type: "kept", category: "heuristics", name: "Own" },
      { type: "updated", category: "heuristics", name: "Beware of limit.mjs", text: "It was repaired." },
    ];
    const written = applyBankChanges(FILES, changes, 20, features);
    expect(written.map(({ category }) => category)).toEqual(["patterns", "heuristics"]);
    expect(written[1]?.text).toContain("- Last observed: Feature #020\n- Observation count: 2\n");
    expect(written[1]?.text).toContain("### Beware of limit.mjs\nIt was repaired.\n");
    const more: BankChange[] = [
      { type: "retired", category: "heuristics", name: "Colours", reason: "old" },
      { type: "stale", category: "heuristics", name: "Count by address", newer: 18 },
    ];
    const [file] = applyBankChanges(FILES, more, 20, features);
    expect([file?.text.includes("### Colours"), file?.text.includes("⚠️ STALE: 18 newer")]).toEqual([false, true]);
    expect(applyBankChanges(FILES, [], 20, features)).toEqual([]);

    expect(printBankChanges([])).toBeUndefined();
    expect(printBankChanges([...changes, ...more])).toBe(`## Knowledge Bank

- Added: New (patterns)
- Confirmed: Count by address (heuristics)
- Challenged: Colours — bold
- Kept: Own (heuristics)
- Updated: Beware of limit.mjs (heuristics)
- Retired: Colours — old
- Stale: Count by address — 18 newer features without it`);
    expect(countBankChanges(more)).toBe("1 retired, 1 stale");
  });

  test("the longest unobserved comes first, and what this feature bore out is not in doubt", () => {
    const features = Array.from({ length: 20 }, (_, index) => index + 1);
    const text =
      "### A\n- Last observed: Feature #009\n\n### B\n- Last observed: Feature #001\n\n### C\n- Last observed: Feature #019\n";
    const names = (feature: number) =>
      staleEntries([{ category: "patterns", text }], features, feature).map(({ name }) => name);
    expect([names(20), names(9), names(1)]).toEqual([["B", "A"], ["B"], ["A"]]);
  });
});
