import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder, tempRepo } from "../../../../test/support/temp-repo.ts";
import { submodulesOf } from "./tracked-files.ts";

test("submodules, also those of submodules; nothing outside of a repository", async () => {
  const repo = await tempRepo();
  const commit = repo.git("rev-parse", "HEAD");
  const link = (path: string) => ["update-index", "--add", "--cacheinfo", `160000,${commit},${path}`];
  repo.git(...link("libs/one"));
  repo.git(...link("closed"));
  const inner = join(repo.root, "libs/one");
  execFileSync("git", ["init", "--quiet", inner]);
  execFileSync("git", ["-C", inner, ...link("deep")]);
  expect(submodulesOf(repo.root, process.env)).toEqual(["closed", "libs/one", "libs/one/deep"]);
  expect(submodulesOf(await tempFolder(), process.env)).toEqual([]);
});
