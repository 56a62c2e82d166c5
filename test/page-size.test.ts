// The page of `iflow ui` is small: all of it, as it goes over the wire, and what it adds to the package.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { tempFolder } from "./support/temp-repo.ts";

const ROOT = join(import.meta.dirname, "..");
const FOLDER = join(ROOT, "dist", "ui");
const MOST = 60_000;
const MOST_IN_PACKAGE = 400_000;

test("script, style and shell together are at most 60 kB with gzip", () => {
  const files = readdirSync(FOLDER);
  expect(files.sort()).toEqual(["icon.svg", "index.html", "page.js", "style.css"]);
  const sizes = files.map((file) => gzipSync(readFileSync(join(FOLDER, file))).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST);
});

test("nothing in it names an address of anybody else", () => {
  const texts = readdirSync(FOLDER).map((file) => readFileSync(join(FOLDER, file), "utf8"));
  const named = texts.flatMap((text) => text.match(/https?:\/\/[\w.]+[^"'`\s)]*/g) ?? []);
  expect(named.filter((address) => !address.startsWith("http://www.w3.org/"))).toEqual([]);
});

test("the package grows by less than 400 kB with it: page, server and the libraries that only they have", async () => {
  const folder = await tempFolder();
  const meta = join(folder, "meta.json");
  execFileSync(process.execPath, ["scripts/build.mjs", folder, meta], { cwd: ROOT, stdio: "pipe" });
  const { outputs } = JSON.parse(readFileSync(meta, "utf8")) as { outputs: Record<string, Output> };
  const parts = Object.values(outputs).flatMap(({ inputs }) => Object.entries(inputs));
  const own = parts.filter(([path]) => OF_THE_PAGE.test(path));
  expect(own.some(([path]) => path.includes("/hono/"))).toBe(true);
  expect(own.some(([path]) => path.includes("/preact/"))).toBe(true);
  expect(own.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0)).toBeLessThan(MOST_IN_PACKAGE);
});

const OF_THE_PAGE = /^src\/(?:frontends\/ui|adapters\/page)\/|node_modules\/(?:hono|@hono|preact|@preact)\//;

interface Output {
  readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>>;
}
