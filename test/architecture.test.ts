// The arrows of ARCHITECTURE.md, checked. A layer imports the layers listed; inside a layer a room imports only rooms before
// it. A type is an import like any other: who needs to know a type is as tied to it as who needs a function.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, sep } from "node:path";
import { expect, test } from "vitest";

const MAY_IMPORT: Record<string, readonly string[]> = {
  domain: [],
  ports: ["domain"],
  app: ["domain", "ports"],
  adapters: ["domain", "ports"],
  frontends: ["domain", "ports", "app", "examples"],
  "wire.ts": ["domain", "ports", "app", "adapters"],
  "command-bundle.ts": ["wire.ts", "frontends"],
  "hook.ts": ["frontends", "adapters"],
  "main.ts": ["command-bundle.ts", "hook.ts", "frontends"],
  examples: [],
};

/** Rooms in order: each may import those before it. A file may stand there by itself. */
const ROOMS: Record<string, readonly string[]> = {
  domain: [
    ...["text", "documents", "tasks", "lint", "feature", "roles", "config", "billing"],
    ...["prompts/prompt.ts", "dispatch", "review", "run", "knowledge", "prompts", "host"],
  ],
  app: ["feature", "billing", "setup", "work", "economy", "dispatch", "knowledge", "review", "phases", "run"],
  "app/phases": ["document", "brainstorm", "implement", "retrospect", "finish"],
  "adapters/git": [
    "checkout",
    "looking",
    "commits",
    "merging",
    "repository.ts",
    "sample-repository.ts",
    "open-repository.ts",
  ],
  "adapters/runs": ["durable-files.ts", "processes", "journal", "archive", "journal-runs.ts"],
  "frontends/cli": ["screen", "command.ts", "commands", "program"],
};

/** Front ends share what moves a run, and nothing else. */
const FRONTENDS: Record<string, readonly string[]> = { drive: [], cli: ["drive"], mcp: ["drive"], hook: [] };

/** What only one place may touch. */
const RESERVED: readonly { readonly what: RegExp; readonly where: RegExp; readonly name: string }[] = [
  { name: "process.env", what: /\bprocess\.env\b|\benv\b.*= process\b/, where: /^(?:wire|hook)\.ts$/ },
  { name: "child processes", what: /"node:child_process"|from "tinyexec"/, where: /^adapters\// },
  { name: "console, process.exit", what: /\bconsole\.|\bprocess\.exit\b/, where: /^frontends\/cli\// },
  { name: "the clock", what: /\bDate\.now\b|\bnew Date\(\)/, where: /^(adapters\/clock\.ts|frontends\/cli\/)/ },
  { name: "the world", what: /from "node:(?!crypto)|\bprocess\./, where: /^(?!domain\/)/ },
];

const SRC = join(import.meta.dirname, "..", "src");
const sources = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
  .map((file) => ({ file: file.split(sep).join("/"), text: readFileSync(join(SRC, file), "utf8") }));
const imports = sources.flatMap(({ file, text }) => importsOf(file, text).map((target) => ({ file, target })));

test("imports follow the arrows between layers", () => {
  expect(printed(imports.filter(({ file, target }) => !mayImport(file, target)))).toEqual([]);
});

test("inside a layer a room imports only rooms before it, types included", () => {
  const broken = Object.entries(ROOMS).flatMap(([layer, rooms]) =>
    imports.filter(({ file, target }) => {
      if (!file.startsWith(`${layer}/`) || !target.startsWith(`${layer}/`)) return false;
      const [from, to] = [rankOf(file, layer, rooms), rankOf(target, layer, rooms)];
      return from === -1 || to === -1 || from < to;
    }),
  );
  expect(printed(broken)).toEqual([]);
});

test("front ends do not know each other", () => {
  const broken = imports.filter(({ file, target }) => {
    if (!file.startsWith("frontends/") || !target.startsWith("frontends/")) return false;
    const [from, to] = [kindOf(file), kindOf(target)];
    return from !== to && FRONTENDS[from]?.includes(to) !== true;
  });
  expect(printed(broken)).toEqual([]);
});

test("every folder is a room of its layer, and says what lives in it", () => {
  const folders = new Set(
    sources
      .map(({ file }) => dirname(file))
      .filter((folder) => folder.split("/").length >= 2)
      .map((folder) => folder.split("/").slice(0, 2).join("/")),
  );
  const silent = [...folders].filter((folder) => !existsSync(join(SRC, folder, "README.md")));
  expect(silent).toEqual([]);
  const named = Object.entries(ROOMS).flatMap(([layer, rooms]) => rooms.map((room) => `${layer}/${room}`));
  expect(named.filter((room) => !existsSync(join(SRC, room)))).toEqual([]);
});

test("what belongs to one place is not reached from another", () => {
  const broken = sources.flatMap(({ file, text }) =>
    RESERVED.filter(({ what, where }) => what.test(withoutComments(text)) && !where.test(file)).map(
      ({ name }) => `${file}: ${name}`,
    ),
  );
  expect(broken).toEqual([]);
});

test("no source file grows beyond 300 lines", () => {
  const long = sources.filter(({ text }) => text.split("\n").length > 300).map(({ file }) => file);
  expect(long).toEqual([]);
});

function importsOf(file: string, text: string): string[] {
  return [...text.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)].map(([, target = ""]) =>
    normalize(join(file, "..", target))
      .split(sep)
      .join("/")
      .replace(/^\.\.\//, ""),
  );
}

function mayImport(file: string, target: string): boolean {
  const [from, to] = [layerOf(file), layerOf(target)];
  if (from === "adapters" && to === "adapters") return kindOf(file) === kindOf(target);
  return from === to || MAY_IMPORT[from]?.includes(to) === true;
}

const layerOf = (path: string): string => path.split("/")[0] ?? "";

/** Adapters of one kind may share files; adapters of different kinds never know each other. */
const kindOf = (path: string): string => path.split("/").slice(1, -1)[0] ?? "";

/** The place of the file's own name in the list, or of its room. */
function rankOf(file: string, layer: string, rooms: readonly string[]): number {
  const inside = file.slice(layer.length + 1);
  const own = rooms.indexOf(inside);
  return own === -1 ? rooms.indexOf(inside.split("/")[0] ?? "") : own;
}

function printed(pairs: readonly { readonly file: string; readonly target: string }[]): string[] {
  return pairs.map(({ file, target }) => `${file} -> ${target}`);
}

function withoutComments(text: string): string {
  return text.replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, "");
}
