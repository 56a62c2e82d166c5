import { expect, test } from "vitest";
import { diffView } from "./parse-diff.ts";

const RANGE = { title: "since round 1", from: "a".repeat(40), to: "b".repeat(40) };
const PATCH = `diff --git a/src/login.mjs b/src/login.mjs
index 1..2 100644
--- a/src/login.mjs
+++ b/src/login.mjs
@@ -3,4 +3,4 @@ export function createLogin() {
   const user = name;
-  const wait = attempts.waitSeconds(address);
+  const wait = attempts.take(address);
   return wait;
--- an old line that begins with two dashes
\\ No newline at end of file
diff --git "a/\\303\\244 b.md" "b/\\303\\244 b.md"
new file mode 100644
--- /dev/null
+++ "b/\\303\\244 b.md"
@@ -0,0 +1,2 @@
+diff --git a/no b/file
+@@ -1 +1 @@
`;
const STAT =
  "src/login.mjs | +1 -2\nä b.md | +2 -0\nlogo.png | binary\nx.lock | +9 -9 (lock file, not shown)\n4 files changed, +12 -11\n";

test("rows have both numbers, their sign and the changed words; what looks like a head inside the text is text", () => {
  const { files, added, more } = diffView({ stat: STAT, patch: PATCH, added: 12, removed: 11 }, RANGE);
  expect([added, more]).toEqual([12, 0]);
  expect(files.map(({ path, isBinary, hunks }) => [path, isBinary, hunks.length])).toEqual([
    ["src/login.mjs", false, 1],
    ["ä b.md", false, 1],
    ["logo.png", true, 0],
    ["x.lock", false, 0],
  ]);
  expect(files[0]?.hunks[0]).toEqual({
    about: "export function createLogin() {",
    lines: [
      { sign: " ", old: 3, new: 3, text: "  const user = name;" },
      { sign: "-", old: 4, new: null, text: "  const wait = attempts.waitSeconds(address);", marks: [[24, 35]] },
      { sign: "+", old: null, new: 4, text: "  const wait = attempts.take(address);", marks: [[24, 28]] },
      { sign: " ", old: 5, new: 5, text: "  return wait;" },
      { sign: "-", old: 6, new: null, text: "-- an old line that begins with two dashes" },
    ],
  });
  expect(files[1]?.hunks[0]?.lines.map(({ text }) => text)).toEqual(["diff --git a/no b/file", "@@ -1 +1 @@"]);
});

test("a large change is cut and counted", () => {
  const lines = Array.from({ length: 4000 }, (_, line) => `+${line}`).join("\n");
  const file = (name: string, text: string) =>
    `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n${text}\n`;
  const patch = `${file("a", `@@ -0,0 +1,4000 @@\n${lines}`)}${file("b", `@@ -0,0 +1 @@\n+${"x".repeat(5_000_000)}`)}`;
  const stat = `a | +4000 -0\nb | +1 -0\n${Array.from({ length: 200 }, (_, n) => `f${n} | +1 -0`).join("\n")}\n`;
  const view = diffView({ stat, patch, added: 1, removed: 0 }, RANGE);
  expect([view.files.length, view.more]).toEqual([80, 122]);
  expect([view.files[0]?.hunks[0]?.lines.length, view.files[0]?.more]).toEqual([1500, 2500]);
  expect(view.files[1]?.hunks[0]?.lines[0]?.text).toMatch(/^x{2000}… 4998000 more characters$/);
});
