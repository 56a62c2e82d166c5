// The arrows of ARCHITECTURE.md, checked. A layer may import itself and the layers listed.
import { readdirSync, readFileSync } from "node:fs";
import { join, normalize, sep } from "node:path";
import { expect, test } from "vitest";

const MAY_IMPORT: Record<string, readonly string[]> = {
  domain: [],
  ports: ["domain"],
  app: ["domain", "ports"],
  adapters: ["domain", "ports"],
  frontends: ["domain", "ports", "app"],
  "wire.ts": ["domain", "ports", "app", "adapters"],
  "loaded.ts": ["wire.ts", "frontends"],
  "hook.ts": ["frontends", "adapters"],
  "main.ts": ["loaded.ts", "hook.ts", "frontends"],
};

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

test("imports follow the arrows", () => {
  const broken = sources.flatMap(({ file, text }) =>
    importsOf(text)
      .map((target) =>
        normalize(join(file, "..", target))
          .split(sep)
          .join("/"),
      )
      .filter((target) => !mayImport(file, target))
      .map((target) => `${file} -> ${target}`),
  );
  expect(broken).toEqual([]);
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

function importsOf(text: string): string[] {
  return [...text.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)].map(([, target = ""]) => target);
}

function mayImport(file: string, target: string): boolean {
  const [from, to] = [layerOf(file), layerOf(target)];
  if (from === "adapters" && to === "adapters") return kindOf(file) === kindOf(target);
  return from === to || MAY_IMPORT[from]?.includes(to) === true;
}

const layerOf = (path: string): string => path.split("/")[0] ?? "";

/** Adapters of one kind may share files; adapters of different kinds never know each other. */
const kindOf = (path: string): string => path.split("/").slice(1, -1)[0] ?? "";

function withoutComments(text: string): string {
  return text.replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, "");
}
