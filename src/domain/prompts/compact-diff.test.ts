import { expect, test } from "vitest";
import { printCodeChange, printMarkdownChange } from "./compact-diff.ts";

const PATH = "docs/features/007-limit/spec.md";
const HEAD = `diff --git a/${PATH} b/${PATH}\nindex ${"a".repeat(40)}..${"b".repeat(40)} 100644\n--- a/${PATH}\n+++ b/${PATH}\n`;
const TEXT = `# Spec\n\nAt most six tries.\n\nThen it waits.\n\n## Scope\n\n- logins only\n`;

const change = (plain: string, words: string, text: string | undefined = TEXT) => ({ path: PATH, plain, words, text });

const PLAIN = `${HEAD}@@ -1,5 +1,5 @@\n # Spec\n \n-At most five tries.\n+At most six tries.\n \n-Then it stops.\n+Then it waits.\n@@ -6,3 +6,4 @@\n \n ## Scope\n \n+- logins only\n`;
const WORDS = `${HEAD}@@ -3 +3 @@ # Spec\nAt most [-five-]{+six+} tries.\n@@ -5 +5 @@ whatever git finds\nThen it [-stops.-]{+waits.+}\n@@ -8,0 +9 @@\n{+- logins only+}\n`;

test("a document's change names each heading once, and the line it is at now", () => {
  expect(printMarkdownChange(change(PLAIN, WORDS))).toMatchInlineSnapshot(`
    "--- docs/features/007-limit/spec.md (changed lines only, [-removed-]{+added+}; @@ is the line in the new text and its heading)
    @@ 3 # Spec
    At most [-five-]{+six+} tries.
    @@ 5
    Then it [-stops.-]{+waits.+}
    @@ 9 ## Scope
    {+- logins only+}
    "
  `);
});

test("before the first heading only the line is named", () => {
  expect(printMarkdownChange(change(PLAIN, WORDS, "\n\nAt most six tries.\n"))).toContain("\n@@ 3\nAt most");
});

test("the plain diff stays where it is shorter, or where there is nothing to compare", () => {
  const short = "@@ -3 +3 @@\n-a\n+b\n";
  const long = `${HEAD}@@ -3 +3 @@\n${"[-a-]{+b+} ".repeat(40)}\n`;

  expect(printMarkdownChange(change(short, long))).toBe(short);
  expect(printMarkdownChange({ path: PATH, plain: PLAIN, words: WORDS, text: undefined })).toBe(PLAIN);
  expect(printMarkdownChange(change("old mode 100644\nnew mode 100755\n", "old mode 100644\n"))).toBe(
    "old mode 100644\nnew mode 100755\n",
  );
});

test.each(["+a set [-a-z]", "-x-] y", "+{+1}", "-{1+}", "+@@ -1 +1 @@"])(
  "where the text has such marks itself (%s) the plain diff stays",
  (line) => {
    const plain = `${PLAIN}${line}\n`;
    expect(printMarkdownChange(change(plain, WORDS))).toBe(plain);
  },
);

const DEEPER = `${HEAD}@@ -3 +3 @@\n-  - logins only\n+- logins too\n`;

test("where words do not say how a line was indented, or which empty lines are new, whole lines do", () => {
  const lines = (plain: string, words: string) => printMarkdownChange(change(plain, words)).split("\n").slice(1);
  const words = `${HEAD}@@ -3 +3 @@\n- logins [-only-]{+too+}\n`;
  expect(lines(DEEPER, words)).toEqual(["@@ 3 # Spec", "[-  - logins only-]", "{+- logins too+}", ""]);

  const plain = `${HEAD}@@ -3,2 +3,3 @@\n-a one\n-\n+a two\n+b\n+\n`;
  const moved = `${HEAD}@@ -3,2 +3,3 @@\na [-one-]\n\n{+two+}\n{+b+}\n\n`;
  const whole = ["[-a one-]", "[--]", "{+a two+}", "{+b+}", "{++}"];
  expect(lines(plain, moved)).toEqual(["@@ 3 # Spec", ...whole, ""]);
});

test("an empty line is marked when only one side has it", () => {
  const plain = `${HEAD}@@ -3,3 +3,3 @@\n-one\n-\n-\n+two\n+\n+new\n`;
  const words = `${HEAD}@@ -3,3 +3,3 @@\n[-one-]{+two+}\n\n\n{+new+}\n`;
  expect(printMarkdownChange(change(plain, words))).toContain("\n[-one-]{+two+}\n\n[--]\n{+new+}\n");
  const grown = words.replace("{+new+}\n", "");
  const added = plain.replace("-\n-\n", "-\n").replace("+new\n", "+\n").replace("-3,3", "-3,2");
  expect(printMarkdownChange(change(added, grown.replace("-3,3", "-3,2")))).toContain("\n\n{++}\n");
});

test("a text that loses or gets its last newline, and words of other lines, stay plain", () => {
  const unended = `${DEEPER}\\ No newline at end of file\n`;
  expect(printMarkdownChange(change(unended, WORDS))).toBe(unended);
  expect(printMarkdownChange(change(DEEPER, `${HEAD}@@ -3,0 +3 @@\n{+- logins too+}\n`))).toBe(DEEPER);
});

test("of code the lines that repeat the path are left out, and nothing else", () => {
  const added = `diff --git a/b.ts b/b.ts\nnew file mode 100644\nindex 000..abc\n--- /dev/null\n+++ b/b.ts\n@@ -0,0 +1 @@\n+1\n`;

  expect(printCodeChange(`${HEAD}@@ -1 +1 @@\n-a\n+index b\n${added}`)).toBe(
    `--- a/${PATH}\n+++ b/${PATH}\n@@ -1 +1 @@\n-a\n+index b\n${added}`,
  );
});
