import { expect, test } from "vitest";
import { promptBlocks } from "./prompt-blocks.ts";
import { replyView, verdictOf } from "./reply-view.ts";
import { whyWords } from "./why-words.ts";

const TOKENS = { new: 10, read: 60, written: 30, output: 5, estimated: false };

test("a prompt falls into blocks above and below the line; what was cached is told from the front", () => {
  const text = `You are the reviewer.\n\n## Rules\n${"r".repeat(200)}\n\`\`\`\n## no heading\n\`\`\`\n\n---\n\n## Spec\n${"s".repeat(90)}\n\n## Facts\nall pass`;
  const blocks = promptBlocks({ text, tokens: TOKENS, isResumed: false });
  expect(blocks.map(({ name, isAbove, state }) => [name, isAbove, state])).toEqual([
    ["Role", true, "read"],
    ["Rules", true, "read"],
    ["Spec", false, "written"],
    ["Facts", false, "new"],
  ]);
  expect(blocks[1]?.text).toContain("## no heading");
});

test("a resumed one knew everything before", () => {
  const blocks = promptBlocks({ text: "## Delta\nx", tokens: TOKENS, isResumed: true });
  expect(blocks.map(({ name, isAbove, tokens, state }) => [name, isAbove, tokens, state])).toEqual([
    ["What it already knew", true, 60, "read"],
    ["Delta", false, 3, "written"],
  ]);
});

test("a huge prompt is bounded", () => {
  const text = `${"## a\nb\n".repeat(100_000)}${"x".repeat(5_000_000)}`;
  const blocks = promptBlocks({ text, tokens: TOKENS, isResumed: false });
  expect(blocks.length).toBe(80);
  expect(JSON.stringify(blocks).length).toBeLessThan(700_000);
});

const reply = JSON.stringify({
  approved: false,
  issues: [{ severity: "blocker", description: "no number", location: "AC-1" }],
  resolutions: [{ id: "SR1.1", status: "open", why: "still none" }],
  summary: "Not yet.",
});

test("a verdict is read as the engine reads it; prose becomes markup, JSON does not", () => {
  const said = { role: "spec-reviewer", reply, status: "completed" } as const;
  expect(verdictOf(said)).toBe("refused");
  expect(replyView(said)).toMatchObject({
    html: null,
    issues: [{ severity: "blocker", text: "no number", where: "AC-1" }],
    resolutions: [{ id: "SR1.1", status: "open", why: "still none" }],
    summary: "Not yet.",
  });
  expect(verdictOf({ ...said, reply: "I approve" })).toBe("unreadable");
  expect(verdictOf({ ...said, status: "failed" })).toBeNull();
  expect(replyView({ role: "spec-author", reply: "**Did** it <b>", status: "completed" }).html).toBe(
    '<p data-line="1"><strong>Did</strong> it &lt;b&gt;</p>\n',
  );
});

test("why it was fresh or resumed is a sentence", () => {
  const about = { kind: "resume", reason: "delta", promptChars: 30, contextChars: 1000 };
  expect(whyWords(about)).toBe("What it was sent is 3 % of what a fresh agent would have read.");
  expect(whyWords({ ...about, reason: "of another build" })).toBe("resume: of another build");
});
