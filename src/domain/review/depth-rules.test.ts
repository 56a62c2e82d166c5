import { expect, test } from "vitest";
import { DEFAULT_CONFIG } from "../config/config.ts";
import { chooseDepth, outgrows } from "./depth-rules.ts";

const RULES = { paths: ["auth", ".github", "*.sql", "package-lock.json"], size: { files: 3, lines: 10 } };
const file = (path: string, lines: number | null = 1) => ({ path, lines });

test.each([
  ["a small change", [file("src/page.ts", 2)], []],
  ["nothing at all", [], []],
  ["as many files and lines as allowed", [file("a", 4), file("b", 3), file("c", 3)], []],
  ["one line more", [file("a", 11)], ["changes 11 lines (risk.size.lines: 10)"]],
  ["one file more", ["a", "b", "c", "d"].map((path) => file(path)), ["changes 4 files (risk.size.files: 3)"]],
  ["a folder of risk", [file("src/auth/login.ts")], ["touches src/auth/login.ts (risk.paths)"]],
  ["a file of risk, deep down", [file("web/package-lock.json")], ["touches web/package-lock.json (risk.paths)"]],
  ["a file of risk in other letters", [file("db/UP.SQL")], ["touches db/UP.SQL (risk.paths)"]],
  ["a name that only begins alike", [file("src/author.ts")], []],
  ["no text", [file("logo.png", null)], ["changes logo.png, which cannot be counted in lines"]],
  [
    "everything at once",
    [file(".github/a.yml", 9), file("b.sql", 9), file("auth/c", null), file("auth/d")],
    [
      "touches .github/a.yml, b.sql, auth/c, 1 more (risk.paths)",
      "changes auth/c, which cannot be counted in lines",
      "changes 4 files (risk.size.files: 3)",
      "changes 19 lines (risk.size.lines: 10)",
    ],
  ],
])("%s", (_name, files, why) => {
  expect(outgrows(files, RULES)).toEqual(why);
});

const LOOK = { files: ["src/page.ts"], risk: "low" as const, size: 2, why: "one word" };

test.each([
  ["small and low", {}, "light", ["1 file, about 2 lines, none of them in risk.paths: one word"]],
  ["no answer", undefined, "full", ["the look gave no answer that can be used"]],
  ["no file", { files: [] }, "full", ["the look named no file"]],
  ["a risk", { risk: "medium" as const }, "full", ["the risk explorer sees a medium risk: one word"]],
  ["a file of risk", { files: ["./.github/ci.yml"] }, "full", ["touches .github/ci.yml (risk.paths)"]],
  ["too many lines", { size: 11 }, "full", ["changes 11 lines (risk.size.lines: 10)"]],
  ["too many files", { files: ["a", "b", "c", "d"] }, "full", ["changes 4 files (risk.size.files: 3)"]],
  [
    "one file named twice",
    { files: ["a", "./a", "/a"] },
    "light",
    ["1 file, about 2 lines, none of them in risk.paths: one word"],
  ],
  [
    "words on several lines, with a key",
    { why: "fine\ntoken: abcdef123456" },
    "light",
    ["1 file, about 2 lines, none of them in risk.paths: fine token: [secret]"],
  ],
])("the look: %s", (_name, answer, depth, why) => {
  expect(chooseDepth(answer && { ...LOOK, ...answer }, RULES)).toEqual({ depth, why });
});

test("a long reason is cut", () => {
  const [why = ""] = chooseDepth({ ...LOOK, why: "x".repeat(1000) }, RULES).why;

  expect(why.length).toBeLessThan(220);
  expect(why).toMatch(/x…$/);
});

test.each([
  "src/auth/index.ts",
  "lib/session-store.rb",
  "app/models/payment.py",
  "db/migrations/0007_add.py",
  "db/seed.sql",
  ".github/workflows/ci.yml",
  ".gitlab-ci.yml",
  "Jenkinsfile",
  "package-lock.json",
  "web/yarn.lock",
  "crates/x/Cargo.lock",
  "go.sum",
])("by default %s is a risk", (path) => {
  expect(outgrows([file(path)], DEFAULT_CONFIG.risk)).toEqual([`touches ${path} (risk.paths)`]);
});

test.each(["src/page.ts", "README.md", "src/authors.ts", "docs/blocks.md", "src/obsession.ts"])(
  "by default %s is none",
  (path) => {
    expect(outgrows([file(path)], DEFAULT_CONFIG.risk)).toEqual([]);
  },
);
