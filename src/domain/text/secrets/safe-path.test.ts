import { posix, win32 } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkPath, isInsideGit } from "./safe-path.ts";

describe("a path reported by an agent (IMP-7)", () => {
  it.each([
    ["", "names no file"],
    [".", "names no file"],
    ["./", "names no file"],
    [".%2f", "names no file"],
    ["/etc/passwd", "is absolute"],
    ["//server/share", "is absolute"],
    ["C:/Windows", "is absolute"],
    ["./c:x", "is absolute"],
    ["\\\\server\\share", "contains a backslash"],
    ["a\\b", "contains a backslash"],
    ["..", "contains a .. segment"],
    ["a/../b", "contains a .. segment"],
    ["a/..", "contains a .. segment"],
    ["%2e%2e/a", "contains a percent-encoded dot"],
    ["a/%2E", "contains a percent-encoded dot"],
    ["%252e%252e/a", "contains a percent-encoded dot"],
    ["%25%32%65/a", "contains a percent-encoded dot"],
    ["..%2fa", "contains a .. segment"],
    ["a%5cb", "contains a backslash"],
    ["%2fetc/passwd", "is absolute"],
    ["./%2fetc/passwd", "is absolute"],
    ["a\0b", "contains a NUL character"],
    ["a%00b", "contains a NUL character"],
    ["a\u001b[31mb", "contains a control character"],
    ["a\rb", "contains a control character"],
    ["a\u009bb", "contains a control character"],
    ["a\ud800", "is not well-formed Unicode"],
    ["~/a", "starts with ~"],
    ["./~root", "starts with ~"],
    [".git", "points into .git"],
    [".git/config", "points into .git"],
    ["a/.GIT/hooks/pre-commit", "points into .git"],
    [".git./config", "points into .git"],
    ["a/.git /config", "points into .git"],
    [".git. ./config", "points into .git"],
    [".git::$INDEX_ALLOCATION/config", "points into .git"],
    ["GIT~1/config", "points into .git"],
    [".g\u200cit/config", "points into .git"],
  ])("%j is refused: %s", (path, why) => {
    expect(checkPath(path)).toEqual({ ok: false, why });
  });

  it.each([
    ["a", "a"],
    ["./a//b", "a/b"],
    ["a/./b/", "a/b"],
    ["app/[id]/page.tsx", "app/[id]/page.tsx"],
    ["app/[...slug]/page.tsx", "app/[...slug]/page.tsx"],
    ["a file\nwith\ttricks.md", "a file\nwith\ttricks.md"],
    ["größe/日本.md", "größe/日本.md"],
    [".gitignore", ".gitignore"],
    [".github/workflows/ci.yml", ".github/workflows/ci.yml"],
    ["git/a~1", "git/a~1"],
    ["100%.md", "100%.md"],
    ["caf%C3%A9%20x.md", "caf%C3%A9%20x.md"],
    ["..a/b..", "..a/b.."],
  ])("%j is accepted as %j", (path, plain) => {
    expect(checkPath(path)).toEqual({ ok: true, path: plain });
  });

  it("is refused when it is longer than any real path", () => {
    expect(checkPath("a".repeat(4096))).toMatchObject({ ok: true });
    expect(checkPath("a".repeat(4097))).toEqual({ ok: false, why: "is longer than 4096 characters" });
  });

  it("stays below the root and out of .git on every system, whatever it is made of, when it is accepted", () => {
    const parts = [
      "..",
      ".",
      "/",
      "\\",
      "%2e",
      "%252e",
      "%",
      "25",
      "2e",
      "%2f",
      ".git",
      ".GiT",
      " ",
      "git~1",
      "~",
      "C:",
      "a",
      "é",
      "\n",
      "\0",
    ];
    const tricky = fc.array(fc.constantFrom(...parts), { maxLength: 8 }).map((chosen) => chosen.join(""));

    fc.assert(
      fc.property(fc.oneof(tricky, fc.string({ unit: "binary" })), (path) => {
        const check = checkPath(path);
        if (!check.ok) return;

        for (const form of [path, check.path, decodeFully(check.path)]) {
          expect(posix.resolve("/root", form)).toMatch(/^\/root\/./s);
          expect(win32.resolve("D:\\root", form)).toMatch(/^D:\\root\\./s);
          const names = form.split(/[/\\]/).map((name) => name.toLowerCase().replace(/[ .]+$/, ""));
          expect(names).not.toContain(".git");
          expect(names).not.toContain("git~1");
        }
        expect(checkPath(check.path)).toEqual(check);
      }),
      { numRuns: 3000 },
    );
  });
});

describe("a real path below the root", () => {
  it("is git's own when any of its segments is", () => {
    expect(isInsideGit("modules/a/.git/config")).toBe(true);
    expect(isInsideGit("modules/a/.github/x")).toBe(false);
    expect(isInsideGit("")).toBe(false);
  });
});

function decodeFully(path: string): string {
  try {
    const decoded = decodeURIComponent(path);
    return decoded === path ? path : decodeFully(decoded);
  } catch {
    return path;
  }
}
