// The pages and pictures in docs/ that are printed say what the program, its settings and the recorded demo say.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { RECORDING } from "../scripts/docs/demo-recording.ts";
import { printPages } from "../scripts/docs/pages.ts";
import { variableOf } from "../src/domain/config/config-environment.ts";
import { settingPaths } from "../src/domain/config/config-origins.ts";
import { isTrusted } from "../src/domain/config/trusted-keys.ts";
import { createProgram } from "../src/frontends/cli/program/program.ts";

const ROOT = join(import.meta.dirname, "..");
const pages = printPages(ROOT);
const commands = pages["docs/commands.md"] ?? "";
const configuration = pages["docs/configuration.md"] ?? "";

test("are as printed (if not: npm run docs)", () => {
  for (const [path, text] of Object.entries(pages)) expect(readFileSync(join(ROOT, path), "utf8"), path).toBe(text);
});

test("every command has a section, with its flags and what it says below them", () => {
  const program = createProgram("", () => Promise.reject(new Error("not run")));
  const names = program.commands.flatMap((command) => [
    command.name(),
    ...command.commands.map((one) => `${command.name()} ${one.name()}`),
  ]);

  for (const name of names) expect(commands).toMatch(new RegExp(`^##+ \`iflow ${name}\`$`, "m"));
  const cost = sectionOf(commands, "`iflow cost`");
  expect(cost).toContain("iflow cost [feature] [flags]");
  expect(cost).toContain("| `--by <group>` | what each row stands for: `phase`, `role`, `round` | `phase` |");
  expect(cost).toContain("Also works for a brainstorm (iflow cost b3)");
  expect(cost).not.toContain("--feature"); // hidden
});

test("exit codes are there once, each with what to do next", () => {
  const rows = sectionOf(commands, "Exit codes").match(/^\| \d+ \| .+ \| .+ \|$/gm) ?? [];

  expect(rows.map((row) => Number(row.split(" ")[1]))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 130]);
});

test("every setting has a row with its variable, and says what it decides", () => {
  const rows = configuration.split("\n").map((line) => line.split(" | "));
  const without = settingPaths().filter((path) => {
    const name = path.join(".");
    const row = rows.find(([key]) => key === `| \`${name}\`${isTrusted(name) ? " ●" : ""}`);
    return !row?.[3]?.endsWith(".") || row[3].length < 5 || row[4] !== `\`${variableOf(path)}\` |`;
  });

  expect(without).toEqual([]);
  expect(configuration).toContain("| `review.maxRounds` ● | whole number, 1 to 20 | `5` |");
  expect(configuration).toContain("| `runtime.minutes` ● | number, over 0, at most 1440 | `60` |");
});

test("the picture has every word of the recording, and nothing outside of its frame", () => {
  const recording = readFileSync(join(ROOT, RECORDING), "utf8");
  const words = (text: string) => text.replaceAll(/\s+/g, "");
  for (const scheme of ["light", "dark"]) {
    const picture = pages[`docs/images/demo-${scheme}.svg`] ?? "";
    const texts = [...picture.matchAll(/<text x="([\d.]+)" y="([\d.]+)" textLength="([\d.]+)".*>(.*)<\/text>/g)];
    const [, width, height] = /width="([\d.]+)" height="([\d.]+)"/.exec(picture) ?? [];

    expect(words(texts.map(([, , , , text]) => text).join(""))).toBe(words(recording));
    for (const [, x, y, length] of texts) {
      expect(Number(x) + Number(length)).toBeLessThan(Number(width) - 10);
      expect(Number(y)).toBeLessThan(Number(height) - 10);
    }
  }
});

function sectionOf(page: string, heading: string): string {
  const [, ...after] = page.split(`\n## ${heading}\n`);
  return after.join("").split("\n## ")[0] ?? "";
}
