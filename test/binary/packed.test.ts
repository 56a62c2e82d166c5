// What people install: the project is packed, the packed file is installed in an empty folder without a network, and the
// command that then lies there is run. Nothing of the project's own folder can help it.
import { execFile, execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeFiles } from "../support/temp-repo.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const LARGEST = 2.5 * 1024 * 1024;

let folder: string;
let packed: string;
let place: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "iflow-test-"));
  place = join(folder, "place");
  await mkdir(place);
  npm(ROOT, "pack", "--ignore-scripts", "--pack-destination", folder); // dist/ was built before the first test
  packed = join(folder, (await readdir(folder)).find((name) => name.endsWith(".tgz")) ?? "");
  npm(place, "install", "--offline", "--prefix", place, packed);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** With a cache of its own, and without what an npm around this test has set for itself. */
function npm(cwd: string, ...args: string[]): void {
  const kept = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  const env = { ...Object.fromEntries(kept), npm_config_cache: join(folder, "cache"), npm_config_audit: "false" };
  execFileSync("npm", args, { cwd, env, stdio: "pipe" });
}

const iflow = (...args: string[]): Promise<string> =>
  new Promise((resolve) => {
    execFile(join(place, "node_modules", ".bin", "iflow"), args, { cwd: place }, (_, stdout) => resolve(stdout));
  });

test("the packed file is small, and installing it brings nothing else", async () => {
  expect((await stat(packed)).size).toBeLessThan(LARGEST);
  const installed = await readdir(join(place, "node_modules"));
  expect(installed.filter((name) => !name.startsWith("."))).toEqual(["iflow-engine"]);
  expect(await readdir(join(place, "node_modules", "iflow-engine"))).not.toContain("node_modules");
  const { dependencies } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
  expect(dependencies).toBeUndefined();
});

test("it helps, and takes the demo to its merge commit", async () => {
  expect(await iflow("--help")).toMatch(/^Usage: iflow /);
  const { ok, data } = JSON.parse(await iflow("--json", "demo"));
  try {
    const head = execFileSync("git", ["rev-parse", "HEAD"], { cwd: data.repository, encoding: "utf8" }).trim();
    expect([ok, data.merge.commit]).toEqual([true, head]);
  } finally {
    await rm(data.repository, { recursive: true, force: true });
  }
});

test("the licences of what is inside come with it", async () => {
  const text = await readFile(join(place, "node_modules", "iflow-engine", "dist", "THIRD-PARTY.txt"), "utf8");
  expect(text).toContain("\ncommander ");
});

test("Claude's SDK is found once somebody installs it beside", async () => {
  const claude = async () => {
    const { data } = JSON.parse(await iflow("--json", "doctor"));
    return data.runtimes.find(({ id }: { id: string }) => id === "claude").detail;
  };
  const missing = "its SDK is not installed";
  expect(await claude()).toBe(missing);
  await writeFiles(join(place, "node_modules", "@anthropic-ai", "claude-agent-sdk"), {
    "package.json": '{ "name": "@anthropic-ai/claude-agent-sdk", "version": "0.3.0", "main": "sdk.js" }',
    "sdk.js": "",
  });
  expect(await claude()).not.toBe(missing);
});
