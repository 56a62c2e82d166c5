// `iflow complete`: scripts that know every command and flag, and ask for the names of features.
import { execFileSync } from "node:child_process";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { MAIN, type Workplace, workplace } from "../../support/iflow.ts";
import { createFeature, FEATURE } from "../../support/story.ts";
import { tempFolder } from "../../support/temp-repo.ts";

/** What bash offers behind these words; the last one is being typed. */
async function offers(place: Workplace, ...words: string[]): Promise<string[]> {
  const bin = join(place.root, ".git", "bin");
  await mkdir(bin, { recursive: true });
  await writeFile(join(bin, "iflow"), `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`);
  await chmod(join(bin, "iflow"), 0o755);
  const script = `eval "$(iflow complete bash)"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _iflow; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const output = execFileSync("bash", ["-c", script, "bash", "iflow", ...words], {
    cwd: place.root,
    encoding: "utf8",
    env: { ...process.env, PATH: `${bin}:${process.env.PATH}` },
  });
  return output.split("\n").filter((line) => line !== "");
}

describe("in bash", () => {
  test("commands, flags of a command, fixed values and the names of features are offered", async () => {
    const place = await workplace();
    await createFeature(place);

    expect(await offers(place, "hi")).toEqual(["history"]);
    expect(await offers(place, "--cwd", ".", "sho")).toEqual(["show"]);
    expect(await offers(place, "specify", "--y")).toEqual(["--yolo"]);
    expect(await offers(place, "list", "--js")).toEqual(["--json"]);
    expect(await offers(place, "show", "")).toEqual([FEATURE]);
    expect(await offers(place, "specify", "--feature", "=", "00")).toEqual([FEATURE]);
    expect(await offers(place, "specify", "--feature", "")).toEqual([FEATURE]);
    expect(await offers(place, "continue", "--until", "create-t")).toEqual(["create-tasks"]);
    expect(await offers(place, "config", "checks.t")).toEqual(["checks.test", "checks.typecheck"]);
    expect(await offers(place, "complete", "")).toEqual(["bash", "zsh", "fish"]);
    expect(await offers(place, "create-feature", "--prd", "READ")).toEqual(["README.md"]);
    expect(await offers(place, "gc", "--older-than", "")).toEqual([]);
  });
});

describe("the scripts", () => {
  test("name every command that --help lists, and its flags", async () => {
    const place = await workplace();
    const help = (await place.iflow("--help")).stdout;
    const listed = [...help.slice(help.indexOf("Start:")).matchAll(/^ {2}([a-z][a-z-]*) /gm)].map(([, name]) => name);
    const commands = listed.filter((name) => name !== undefined && name !== "help" && name !== "iflow");
    expect(commands).toContain("complete");

    for (const shell of ["bash", "zsh", "fish"]) {
      const { code, document } = await place.json("complete", shell);
      expect([code, document.data.shell]).toEqual([0, shell]);
      for (const command of commands) expect(document.data.script, `${shell} ${command}`).toContain(`${command}`);
      for (const flag of ["older-than", "no-unicode", "depends-on"]) expect(document.data.script).toContain(flag);
      expect(document.data.script).toContain("iflow complete --words 2>/dev/null");
    }
    const text = (await place.iflow("complete", "bash")).stdout;
    expect(text).toMatch(/^# bash completion/);
    execFileSync("bash", ["-n"], { input: text });
  });

  test("no shell, or one it does not know, is a usage error; help says how to install", async () => {
    const place = await workplace();
    const none = await place.iflow("complete");
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("bash, zsh or fish")]);
    const unknown = await place.iflow("--json", "complete", "tcsh");
    expect([unknown.code, JSON.parse(unknown.stdout).error.code]).toEqual([2, "usage"]);
    expect((await place.iflow("complete", "--help")).stdout).toContain("~/.config/fish/completions/iflow.fish");
  });
});

test("--words is the names of all features, one per line; none outside a repository", async () => {
  const place = await workplace();
  expect((await place.iflow("complete", "--words")).stdout).toBe("");
  await createFeature(place);
  place.git("switch", "--quiet", "main");
  place.git("branch", "feature/004-local");
  place.git("branch", "feature/not-a-key");

  expect((await place.iflow("complete", "--words")).stdout).toBe(`${FEATURE}\n004-local\n`);
  const outside = await place.iflow("--cwd", await tempFolder(), "complete", "--words");
  expect([outside.code, outside.stdout]).toEqual([2, ""]);
});
