import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sampled } from "../../../test/support/sampled.ts";
import { boldLabelsOf, readProseLines, readSections } from "./markdown.ts";

const readBoldLabels = (text: string) => boldLabelsOf(readProseLines(text));

const outline = (text: string) => readSections(text).map(({ level, title, line }) => [level, title, line]);
const lines = (...parts: string[]) => parts.join("\n");

test("a section reaches to the next heading of its level or higher and holds the deeper ones", () => {
  const text = "# Title\n\n## One\ntext\n### Deep\nmore\n## Two\nlast";

  const [title, one, deep, two] = readSections(text);

  expect(title).toMatchObject({ level: 1, title: "Title", line: 1, start: 0, end: text.length });
  expect(one).toMatchObject({ level: 2, title: "One", line: 3, body: "text\n### Deep\nmore\n" });
  expect(deep).toMatchObject({ level: 3, body: "more\n", end: two?.start });
  expect(text.slice(two?.start, two?.end)).toBe("## Two\nlast");
});

test("a heading keeps its inline marks and loses its closing hashes", () => {
  expect(outline("##   `C1`: **Parser**   ##\n\n##\n")).toEqual([
    [2, "`C1`: **Parser**", 1],
    [2, "", 3],
  ]);
});

test.each([
  ["a fence", "```\n## no\n```"],
  ["a fence of tildes with backticks inside", "~~~\n```\n## no\n~~~"],
  ["a fence that is never closed", "```js\n## no"],
  ["an indented block", "text\n\n    ## no"],
  ["a comment", "<!--\n## no\n-->"],
  ["a quote", "> ## no"],
  ["a list item", "- ## no"],
  ["a front matter", "---\nid: 7\nstate: draft\n---\ntext"],
  ["a table followed by a rule", "| a | b |\n|---|---|\n| 1 | 2 |\n---"],
  ["a word with a hash and no space", "##no"],
])("%s holds no heading", (_, text) => {
  expect(outline(text)).toEqual([]);
});

test("an underlined heading counts, over several lines too", () => {
  expect(outline("Title\n===\n\ntwo\nlines\n---\ntext")).toEqual([
    [1, "Title", 1],
    [2, "two lines", 4],
  ]);
});

test("a rule on top of a document is not taken for a front matter", () => {
  expect(outline("---\n\n## One\n\n---\n")).toEqual([[2, "One", 3]]);
  expect(outline("---\nkey: the block is never closed\n\n## One\n")).toEqual([[2, "One", 4]]);
});

test("headings below a front matter keep their true lines and offsets", () => {
  const text = "---\nid: 7\n...\n# Title\n";

  expect(readSections(text)).toMatchObject([{ title: "Title", line: 4, start: text.indexOf("# Title") }]);
  expect(readProseLines(text)).toMatchObject([{ text: "# Title", line: 4 }]);
});

test("offsets fit the text as given when it starts with a byte order mark", () => {
  const text = "\uFEFF# Title\n## One\nbody";

  const [title, one] = readSections(text);

  expect(text.slice(title?.start)).toBe("# Title\n## One\nbody");
  expect(text.slice(one?.start, one?.end)).toBe("## One\nbody");
});

test.each(["\r\n", "\r"])("line endings %j give the same sections", (ending) => {
  const text = "# Title\n\nTwo\n---\n```\n## no\n```\n### Three\ntext\n";
  const other = text.replaceAll("\n", ending);

  expect(outline(other)).toEqual(outline(text));
  expect(readSections(other).map(({ body }) => body.replaceAll(ending, "\n"))).toEqual(
    readSections(text).map(({ body }) => body),
  );
});

test("a markdown sample that quotes a fence of its own length does not swallow what follows", () => {
  const text = lines("## One", "```markdown", "## no", "```mermaid", "graph", "```", "## no", "```", "## Two");

  expect(outline(text)).toEqual([
    [2, "One", 1],
    [2, "Two", 9],
  ]);
});

test("only a markdown fence that is closed in the end is read as nested", () => {
  expect(outline(lines("```js", "```x", "```", "## Two", "```", "code", "```"))).toEqual([[2, "Two", 4]]);
  expect(outline(lines("```markdown", "```js", "```", "## Two"))).toEqual([[2, "Two", 4]]);
  expect(outline(lines("````markdown", "```js", "```", "````", "## Two"))).toEqual([[2, "Two", 5]]);
  expect(outline(lines("```inline``` text", "## Two"))).toEqual([[2, "Two", 2]]);
});

test("bold labels are found with the colon inside or outside, after a dash or not", () => {
  const text = lines(
    "**Why:** because",
    "- **Depends on**: Task 1.1",
    "  * **Done when :**",
    "**Bold** text",
    "text **Not:** x",
  );

  expect(readBoldLabels(text).map(({ label, value, line }) => [label, value, line])).toEqual([
    ["Why", "because", 1],
    ["Depends on", "Task 1.1", 2],
    ["Done when", "", 3],
  ]);
});

test("a bold label inside a fence is no label", () => {
  expect(readBoldLabels("```\n**Why:** x\n```\n**Why:** y")).toMatchObject([{ value: "y", line: 4 }]);
});

test("prose lines leave out code and HTML blocks and nothing else", () => {
  const text = "a\n```\ncode\n```\n- b\n\n      code\n<div>\nhtml\n</div>\n\nc";

  expect(readProseLines(text).map((line) => line.text)).toEqual(["a", "- b", "", "", "c"]);
});

test("an empty text has neither sections nor lines", () => {
  expect(readSections("")).toEqual([]);
  expect(readProseLines("\uFEFF")).toEqual([]);
});

const FRAGMENTS = ["# A\n", "## B b\n", "#### C\r\n", "text\n", "===\n", "---\n", "```\n", "```markdown\n", "```js\n"];
const MORE = ["- item\n", "> ", "    code\n", "\n", "\uFEFF", "|a|\n|-|\n", "<!-- ", "-->\n", "**L:** v\r", "é𝒳\n"];

test("sections and lines tile any text", () => {
  const anyDocument = fc
    .array(fc.constantFrom(...FRAGMENTS, ...MORE), { maxLength: 40 })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(anyDocument, (text) => {
      const sections = readSections(text);
      for (const [index, section] of sections.entries()) {
        const after = sections.slice(index + 1);
        expect(section.end).toBe(after.find(({ level }) => level <= section.level)?.start ?? text.length);
        expect(text.slice(section.start, section.end).endsWith(section.body)).toBe(true);
        expect(section.line).toBe(text.slice(0, section.start).split(/\r\n?|\n/).length);
        expect(after.every(({ start }) => start > section.start)).toBe(true);
      }
      let from = 0;
      for (const line of readProseLines(text)) {
        expect(line.start).toBeGreaterThanOrEqual(from);
        expect(text.slice(line.start, line.end).replace(/[\r\n]*$/, "")).toBe(line.text);
        from = line.end;
      }
    }),
  );
});

const SHAPES = ["### heading\n\n", "- **Label:** text\n", "> [a]: ", "```markdown\n```js\n```\n```\n"];

test.each(sampled(SHAPES, 2))("a megabyte of %j is read in one go", (shape) => {
  const text = shape.repeat(1_000_000 / shape.length);

  expect(readSections(text).length + readBoldLabels(text).length).toBeLessThanOrEqual(1_000_000 / shape.length);
});

test("a sample that quotes a hundred thousand fences is one block", () => {
  expect(outline(`\`\`\`markdown\n${"```js\n```\n".repeat(100_000)}\`\`\`\n## End\n`)).toEqual([[2, "End", 200_003]]);
});

describe("a bare fence inside a fence of markdown", () => {
  const titles = (text: string) => readSections(text).map(({ title }) => title);

  test.each([
    ["below an empty line", "## Output\n\n```\ntext\n# no heading\n```\n"],
    ["below a colon", "Say:\n```\ntext\n# no heading\n```\n"],
    ["below a bold colon", "**Say:**\n```\r\ntext\n# no heading\n```\n"],
    ["indented below a colon", "- Say:\n  ```\n  text\n  ```\n- # no heading\n"],
  ])("opens %s", (_, inner) => {
    expect(titles(`# A\n\n\`\`\`markdown\n${inner}\`\`\`\n\n# B\n`)).toEqual(["A", "B"]);
  });

  test.each([
    ["with an empty line below", "# A\n\n```markdown\n# quoted\n```\n\n# B\n"],
    ["at the end", "# A\n\n```md\n# quoted\n```"],
    ["right below text", "# A\n\n```md\n# quoted\n```\ntext\n# B\n"],
  ])("closes %s", (_, text) => {
    expect(titles(text)).toEqual(text.includes("# B") ? ["A", "B"] : ["A"]);
  });
});
