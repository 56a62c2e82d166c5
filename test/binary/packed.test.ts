// What people install: small, alone, with the licences of what is inside. That it runs is shown by demo.test.ts.
import { execFile } from "node:child_process";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { LARGEST } from "../../scripts/release/packed-file.ts";
import { type Installed, installPacked } from "../support/installed.ts";
import { writeFiles } from "../support/temp-repo.ts";

let installed: Installed;

beforeAll(async () => {
  installed = await installPacked();
});

const modules = (...path: string[]): string => join(installed.folder, "node_modules", ...path);

const iflow = (...args: string[]): Promise<string> =>
  new Promise((resolve) => {
    execFile(installed.command, args, { cwd: installed.folder }, (_, stdout) => resolve(stdout));
  });

test("the packed file is small, and installing it brings nothing else", async () => {
  expect((await stat(installed.packed)).size).toBeLessThan(LARGEST);
  const names = await readdir(modules());
  expect(names.filter((name) => !name.startsWith("."))).toEqual(["iflow-engine"]);
  expect(await readdir(modules("iflow-engine"))).not.toContain("node_modules");
  const { dependencies } = JSON.parse(await readFile(modules("iflow-engine", "package.json"), "utf8"));
  expect(dependencies).toBeUndefined();
});

test("it helps", async () => {
  expect(await iflow("--help")).toMatch(/^Usage: iflow /);
});

test("the licences of what is inside come with it", async () => {
  const text = await readFile(modules("iflow-engine", "dist", "THIRD-PARTY.txt"), "utf8");
  expect(text).toContain("\ncommander ");
});

test("Claude's SDK is found once somebody installs it beside", async () => {
  const claude = async () => {
    const { data } = JSON.parse(await iflow("--json", "doctor"));
    return data.runtimes.find(({ id }: { id: string }) => id === "claude").detail;
  };
  const missing = "its SDK is not installed";
  expect(await claude()).toBe(missing);
  await writeFiles(modules("@anthropic-ai", "claude-agent-sdk"), {
    "package.json": '{ "name": "@anthropic-ai/claude-agent-sdk", "version": "0.3.0", "main": "sdk.js" }',
    "sdk.js": "",
  });
  expect(await claude()).not.toBe(missing);
});
