import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempRepo } from "../../../../test/support/temp-repo.ts";
import { openGit } from "../open-repository.ts";

async function setUp() {
  const { root } = await tempRepo();
  const { repository } = await openGit(root, process.env);
  const before = await repository.settings();
  const changed = async () => {
    const after = await repository.settings();
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].filter((name) => before[name] !== after[name]).sort();
  };
  return { root, git: join(root, ".git"), changed };
}

test("what git and editors note of a branch is nothing; whatever else comes into the configuration is seen", async () => {
  const { git, changed } = await setUp();
  await appendFile(join(git, "config"), '[branch "feature/x"]\n\tremote = origin\n\tvscode-merge-base = origin/main\n');
  expect(await changed()).toEqual([]);

  await appendFile(join(git, "config"), '[branch "x"] [core] hooksPath = evil\n');
  expect(await changed()).toEqual(["config"]);
});

test("a section below a branch's, with unusual indentation, is seen", async () => {
  const { git, changed } = await setUp();
  await appendFile(join(git, "config"), '[branch "x"]\n\tremote = origin\n\t[core]\n\tfsmonitor = evil\n');
  expect(await changed()).toEqual(["config"]);
});

test("hooks are seen where git looks for them, also in a folder of the project that is ignored", async () => {
  const { root, git, changed } = await setUp();
  await mkdir(join(git, "hooks"), { recursive: true });
  await writeFile(join(git, "hooks", "post-commit"), "#!/bin/sh\n");
  expect(await changed()).toEqual(["hooks/post-commit"]);

  await mkdir(join(root, ".husky", "_"), { recursive: true });
  await appendFile(join(git, "config"), "[core]\n\thooksPath = .husky/_\n");
  await writeFile(join(root, ".husky", "_", "pre-commit"), "#!/bin/sh\n");
  expect(await changed()).toContain(".husky/_/pre-commit");
});
