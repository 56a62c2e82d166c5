// Which promises have a test? Read from the sources, so that it holds however the tests are run.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { REQUIREMENTS } from "./requirements.ts";

const ROOT = join(import.meta.dirname, "..");

test("every promise is cited by a test, or named as one for later", () => {
  const cited = new Set(testFiles().flatMap((text) => citations(text)));
  const known = Object.keys(REQUIREMENTS);
  const states: Readonly<Record<string, { readonly state: string }>> = REQUIREMENTS;
  const later = known.filter((id) => states[id]?.state === "later");

  expect(
    [...cited].filter((id) => !known.includes(id)),
    "cited, but no such promise",
  ).toEqual([]);
  expect(
    known.filter((id) => !later.includes(id) && !cited.has(id)),
    "promised, but not shown",
  ).toEqual([]);
  expect(
    later.filter((id) => cited.has(id)),
    "shown: no longer one for later",
  ).toEqual([]);
  console.log(`promises shown: ${known.length - later.length} of ${known.length}; not yet: ${later.join(" ")}`);
});

function testFiles(): string[] {
  return ["src", "test"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".test.ts") && !file.includes("node_modules"))
      .map((file) => readFileSync(join(ROOT, folder, file), "utf8")),
  );
}

function citations(text: string): string[] {
  return [...text.matchAll(/\bverifies\(\s*(\[[^\]]*\]|"[^"]+")/g)].flatMap(([, ids = ""]) =>
    [...ids.matchAll(/"([^"]+)"/g)].map(([, id = ""]) => id),
  );
}
