import { expect, test } from "vitest";
import { printCodeChange, printMarkdownChange } from "./compact-diff.ts";

const PATH = "docs/features/007-limit/spec.md";
const HEAD = `diff --git a/${PATH} b/${PATH}\nindex ${"a".repeat(40)}..${"b".repeat(40)} 100644\n--- a/${PATH}\n+++ b/${PATH}\n`;
const TEXT = `# Spec\n\nAt most six tries.\n\nThen it waits.\n\n## Scope\n\n- logins only\n`;

const change = (plain: string, words: string, text: string | undefined = TEXT) => ({ path: PATH, plain, words, text });

const PLAIN = `${HEAD}@@ -1,5 +1,5 @@\n # Spec\n \n-At most five tries.\n+At most six tries.\n \n-Then it stops.\n+Then it waits.\n`;
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
  const short = `${HEAD}@@ -3 +3 @@\n-a\n+b\n`;
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

test("of code the lines that repeat the path are left out, and nothing else", () => {
  const added = `diff --git a/b.ts b/b.ts\nnew file mode 100644\nindex 000..abc\n--- /dev/null\n+++ b/b.ts\n@@ -0,0 +1 @@\n+1\n`;

  expect(printCodeChange(`${HEAD}@@ -1 +1 @@\n-a\n+index b\n${added}`)).toBe(
    `--- a/${PATH}\n+++ b/${PATH}\n@@ -1 +1 @@\n-a\n+index b\n${added}`,
  );
});
