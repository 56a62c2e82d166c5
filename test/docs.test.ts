// Every file that the documentation names exists, and every link leads somewhere. Moved files are found here.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { ConfigSchema } from "../src/domain/config/config.ts";
import models from "../src/domain/roles/models.json" with { type: "json" };

const ROOT = join(import.meta.dirname, "..");
const PAGES = [
  ...["README.md", "ARCHITECTURE.md", "AGENTS.md", "CONTRIBUTING.md", "GLOSSARY.md", "CHANGELOG.md"],
  ...readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("README.md"))
    .map((file) => `src/${file}`),
  ...readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => `docs/${file}`),
];
const read = (page: string) => readFileSync(join(ROOT, page), "utf8");

test.each(PAGES)("%s names only files that exist", (page) => {
  expect(pathsIn(read(page)).filter((path) => !isThere(path))).toEqual([]);
});

test.each(PAGES)("%s has only links that lead somewhere", (page) => {
  const dead = linksIn(read(page)).filter(([path, anchor]) => {
    const target = path === "" ? page : join(dirname(page), path);
    if (!existsSync(join(ROOT, target))) return true;
    return anchor !== undefined && !anchorsOf(read(target)).includes(anchor);
  });

  expect(dead.map((link) => link.join("#"))).toEqual([]);
});

test("README.md is short, and has its two commands to the letter", () => {
  const readme = read("README.md");

  expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(7 * 1024);
  expect(readme).toContain("npm ci && npx iflow demo");
  expect(readme).toContain("npm ci && npm test");
});

test("every page of docs/ is reached from its index", () => {
  const linked = linksIn(read("docs/README.md")).map(([path]) => join("docs", path));

  expect(
    PAGES.filter((page) => page.startsWith("docs/") && page !== "docs/README.md" && !linked.includes(page)),
  ).toEqual([]);
});

test("every configuration in docs/ is one that iflow takes", () => {
  const blocks = PAGES.flatMap((page) =>
    [...read(page).matchAll(/^```json\n(.*?)^```/gms)].map(([, text = ""]) => ({ page, value: JSON.parse(text) })),
  );
  const isOther = ({ value }: { value: object }) => "command" in value || "roles" in value; // an MCP client's, a script
  const configs = blocks.filter((block) => !isOther(block));

  expect(configs.length).toBeGreaterThan(8);
  expect(configs.filter(({ value }) => !ConfigSchema.safeParse(value).success)).toEqual([]);
});

test("docs/agents.md names the models that are used", () => {
  const row = (tier: keyof typeof models.claude) => `\`${models.claude[tier]}\` | \`${models.openai[tier]}\` |`;

  for (const tier of ["strong", "standard", "light"] as const) expect(read("docs/agents.md")).toContain(row(tier));
  expect(models.anthropic).toEqual(models.claude);
});

describe("what counts as a file's name", () => {
  test.each<[string, string[]]>([
    ["see `app/run/run-phase.ts` and `src/wire.ts`", ["app/run/run-phase.ts", "src/wire.ts"]],
    ["`turn.ts`, `scripts/bench.mjs memory`", ["turn.ts", "scripts/bench.mjs"]],
    ["`src/domain/review` and `examples/demo/`", ["src/domain/review", "examples/demo/"]],
    ["`src/app/phases/{document,finish}`", ["src/app/phases/document", "src/app/phases/finish"]],
    ["`docs/features/007-…/`, `answers/007.2.json`, `.meta.json`, `{name}-command.ts`, `*-words.ts`", []],
    ["```\nsrc/not/there.ts `a.ts`\n```\n`b.ts`", ["b.ts"]],
  ])("%s", (text, paths) => expect(pathsIn(text)).toEqual(paths));
});

/** Code by its ending, folders by the one they begin with. What has a placeholder is a form of names, not a file. */
function pathsIn(text: string): string[] {
  return inlineCode(text)
    .flatMap((code) => code.split(/\s+/))
    .flatMap(expandBraces)
    .filter((word) => /^[\w@./-]+$/.test(word) && (CODE.test(word) || OURS.test(word)));
}

const CODE = /[\w-]\.(?:ts|mjs)$/;
const OURS =
  /^(?:src|test|scripts|bench|examples|prompts|plugin|docs\/internals)\/|^docs\/[a-z-]+\.md$|^\.(?:ci|github)\//;

function expandBraces(word: string): string[] {
  const [all, before, choices, after] = /^([^{}]*)\{([^{}]+,[^{}]+)\}([^{}]*)$/.exec(word) ?? [];
  return all === undefined ? [word] : (choices ?? "").split(",").map((choice) => `${before}${choice}${after}`);
}

function inlineCode(text: string): string[] {
  return [...withoutFences(text).matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);
}

function withoutFences(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```/gm, "");
}

/** From the root or from src/; a bare name is that of any file. */
function isThere(path: string): boolean {
  if (!path.includes("/")) return CODE_FILES.some((file) => basename(file) === path);
  return existsSync(join(ROOT, path)) || existsSync(join(ROOT, "src", path));
}

const CODE_FILES = codeFiles();

function codeFiles(): string[] {
  return ["src", "test", "scripts", "bench", "examples"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).filter(isOurs),
  );
}

/** Not of a package that the tests have installed, nor made by a run. */
function isOurs(file: string): boolean {
  return CODE.test(file) && !file.split("/").some((name) => name === "node_modules" || name.startsWith("."));
}

/** Path and anchor of links and pictures that stay in the repository. */
function linksIn(text: string): [string, string | undefined][] {
  return [...withoutFences(text).matchAll(/\]\(([^()\s]+)\)|\bsrc(?:set)?="([^"\s]+)"/g)]
    .map(([, link, picture]) => link ?? picture ?? "")
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = "", anchor] = target.split("#");
      return [path, anchor];
    });
}

/** As GitHub makes them from headings. */
function anchorsOf(page: string): string[] {
  return [...withoutFences(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}
