// Is every row of the hostile set tried on every runtime, and does the page say the same? Titles are read from the sources,
// so that it holds however the tests are run.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { HOSTILE_ROWS, HOSTILE_RUNTIMES } from "./support/hostile-rows.ts";

const ROOT = join(import.meta.dirname, "..");
const rows = Object.entries(HOSTILE_ROWS);

test("every row of the hostile set has one test on every runtime, and no test has a row of its own", () => {
  const wanted = rows.flatMap(([row]) => HOSTILE_RUNTIMES.map((runtime) => `${row} on ${runtime}`));

  expect(titles().sort()).toEqual(wanted.sort());
});

test("docs/security.md has the table", () => {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const page = readFileSync(join(ROOT, "docs", "security.md"), "utf8");
  const table = page.slice(page.indexOf("| what is tried |")).split("\n\n", 1);

  expect(table.join().split("\n")).toEqual([
    line(["what is tried", ...HOSTILE_RUNTIMES.map((name) => `\`${name}\``)]),
    "|---|---|---|---|",
    ...rows.map(([, { attempt, held }]) => line([attempt, ...HOSTILE_RUNTIMES.map((name) => held[name])])),
  ]);
});

/** `config on claude`, from `hostile: config on claude: refused`. */
function titles(): string[] {
  return readdirSync(join(ROOT, "test"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts") && !file.includes("node_modules"))
    .map((file) => readFileSync(join(ROOT, "test", file), "utf8"))
    .flatMap((text) => [...text.matchAll(/\bverifies\(\s*"[A-Z0-9-]+",\s*"hostile: ([a-z-]+ on \w+): /g)])
    .map(([, title = ""]) => title);
}
