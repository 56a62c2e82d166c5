// `iflow doctor` as a stranger meets it: nothing set up, something wrong, an agent that greets.
import { chmodSync, existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { workplace } from "../../support/iflow.ts";
import { tempFolder } from "../../support/temp-repo.ts";

describe("iflow doctor", () => {
  it("with no agent names every way to get one and exits 5", async () => {
    const place = await workplace();

    const ended = await place.iflow("doctor");

    expect(ended.code).toBe(5);
    expect(ended.stdout).toMatch(/node +\d+\.\d+/);
    expect(ended.stdout).toMatch(/git +\d+\.\d+/);
    expect(ended.stdout).toMatch(/prices +as of \d{4}-\d{2}-\d{2}/);
    expect(ended.stdout).toContain("Fix: npm install -g opencode-ai");
    expect(ended.stdout).toContain("iflow demo");
  });

  it("says the same as one JSON document", async () => {
    const place = await workplace();

    const { document } = await place.json("doctor");

    expect(document.ok).toBe(true);
    expect(document.data.checks.map(({ name }: { name: string }) => name)).toEqual([
      "node",
      "git",
      "repository",
      "config",
      "tests",
      "sandbox",
      "prices",
    ]);
    expect(document.data.runtimes[0]).toMatchObject({ id: "claude", state: "missing" });
  });

  it("a wrong key in the config is a problem with its fix; the other checks still run", async () => {
    const place = await workplace({}, { "iflow.config.json": '{"revew": {}}' });

    const ended = await place.iflow("doctor");

    expect(ended.code).toBe(1);
    expect(ended.stdout).toContain('unknown key "revew"');
    expect(ended.stdout).toContain("claude");
  });

  it("starts no program that the repository brings, though its folder is on the path", async () => {
    const script = '#!/bin/sh\necho started >> "${0%/*}/started"\n';
    const names = ["git", "claude", "opencode", "gemini"];
    const place = await workplace({}, Object.fromEntries(names.map((name) => [`node_modules/.bin/${name}`, script])));
    const bin = join(place.root, "node_modules/.bin");
    for (const name of names) chmodSync(join(bin, name), 0o755);

    await place.built.iflowWith({ env: { PATH: `${bin}:${process.env.PATH}` } }, "doctor");

    expect(existsSync(join(bin, "started"))).toBe(false);
  });

  it("works outside a repository, and says so", async () => {
    const place = await workplace();

    const ended = await place.iflow("--cwd", await tempFolder(), "doctor");

    expect(ended.stdout).toContain("is not inside a git repository");
    expect(ended.stdout).toContain("opencode");
  });

  it("an unknown runtime is a usage error", async () => {
    const place = await workplace();

    expect((await place.iflow("doctor", "--runtime", "clod")).code).toBe(2);
  });
});
