import { describe, expect, test } from "vitest";
import { assertNamedPaths, foldersAbove, inBatches } from "./named-paths.ts";

describe("named paths", () => {
  test("odd but honest names pass", () => {
    const paths = ["a", "app/[id]/page.tsx", ".gitignore", "a/.github/x", "...", "a\\b", "-", ":(glob)x", "new\nline"];

    expect(() => assertNamedPaths(paths)).not.toThrow();
  });

  test("batches fit on a command line, in order, each path once", () => {
    const paths = Array.from({ length: 5000 }, (_, n) => `folder/${n}/${"x".repeat(n % 200)}`);

    const batches = inBatches([...paths, ...paths]);

    expect(batches.flat()).toEqual(paths);
    expect(batches.length).toBeGreaterThan(5);
    for (const batch of batches) expect(batch.join(" ").length).toBeLessThan(64_000);
  });

  test("a single path longer than a batch still goes, and no paths make no batch", () => {
    expect(inBatches(["x".repeat(70_000), "y"])).toEqual([["x".repeat(70_000)], ["y"]]);
    expect(inBatches([])).toEqual([]);
  });

  test("folders above a path are listed from the outside in", () => {
    expect(foldersAbove("a/b/c")).toEqual(["a", "a/b"]);
    expect(foldersAbove("a")).toEqual([]);
  });
});
