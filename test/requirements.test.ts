// Which promises have a test? Read from the sources, so that it holds however the tests are run.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { REQUIREMENTS } from "./requirements.ts";
import { IN_TURN } from "./support/in-turn.ts";

const ROOT = join(import.meta.dirname, "..");

test("every promise is cited by a test, or named as one for later", () => {
  const cited = new Set([...testFiles().values()].flatMap(citations));
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

test("what `npm test` plays in turn is never all there is of a promise", () => {
  const inTurn = new Set(
    Object.entries(IN_TURN).flatMap(([kind, turns]) =>
      turns.flatMap(({ of }) => of.map((name) => `test/${kind}/${name}.test.ts`)),
    ),
  );
  const files = testFiles();
  const always = new Set([...files].filter(([file]) => !inTurn.has(file)).flatMap(([, text]) => citations(text)));
  const all = new Set([...files.values()].flatMap(citations));

  expect([...inTurn].filter((file) => !files.has(file))).toEqual([]);
  expect([...all].filter((id) => !always.has(id))).toEqual([]);
});

/** By their paths. */
function testFiles(): Map<string, string> {
  const paths = ["src", "test"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .map((file) => `${folder}/${file.replaceAll("\\", "/")}`)
      .filter((file) => file.endsWith(".test.ts") && !file.includes("node_modules")),
  );
  return new Map(paths.map((path) => [path, readFileSync(join(ROOT, path), "utf8")]));
}

function citations(text: string): string[] {
  return [...text.matchAll(/\bverifies\(\s*(\[[^\]]*\]|"[^"]+")/g)].flatMap(([, ids = ""]) =>
    [...ids.matchAll(/"([^"]+)"/g)].map(([, id = ""]) => id),
  );
}
