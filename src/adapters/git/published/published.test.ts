// What a worker has done goes to the origin whole, and whoever takes over begins with exactly that.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder, tempRepo } from "../../../../test/support/temp-repo.ts";
import { type Clones, createClones } from "./clones.ts";
import { openWorkPublisher, wipRef } from "./publish-work.ts";

const KEY = "001-login-limit";
const env = process.env;

async function team() {
  const first = await tempRepo({ "README.md": "# Shop\n", "iflow.config.json": '{"checks":{"test":"true"}}' });
  const origin = join(await tempFolder(), "origin.git");
  execFileSync("git", ["clone", "--quiet", "--bare", first.root, origin]);
  const git = (cwd: string, ...args: string[]) => execFileSync("git", args, { cwd, encoding: "utf8" }).trim();
  git(origin, "branch", `feature/${KEY}`, "main");
  const worker = async () =>
    createClones({ folder: await tempFolder(), origin, repository: "github.com/acme/shop", env });
  const commit = (root: string, name: string) => {
    writeFileSync(join(root, name), "x\n");
    git(root, "add", name);
    git(root, "-c", "user.name=t", "-c", "user.email=t@t.invalid", "commit", "--quiet", "--message", name);
  };
  const publish = async (root: string) => (await openWorkPublisher(root, { feature: KEY }, env)).publish();
  return { origin, git, worker, commit, publish };
}

const prepare = (clones: Clones) => clones.prepare(KEY);

test("commits and what is not committed arrive together elsewhere: changed, new and removed files", async () => {
  const { worker, commit, publish, git } = await team();
  const [one, two] = [await worker(), await worker()];
  const { root, settings } = await prepare(one);
  expect(settings).toContain('"test":"true"');
  commit(root, "a.txt");
  writeFileSync(join(root, "README.md"), "# Changed\n");
  writeFileSync(join(root, "new.txt"), "new\n");
  rmSync(join(root, "a.txt"));
  await publish(root);

  const there = await prepare(two);
  expect(git(there.root, "rev-parse", "HEAD")).toBe(git(root, "rev-parse", "HEAD"));
  expect(readFileSync(join(there.root, "README.md"), "utf8")).toBe("# Changed\n");
  expect([existsSync(join(there.root, "new.txt")), existsSync(join(there.root, "a.txt"))]).toEqual([true, false]);
  expect(git(there.root, "diff", "--cached", "--name-only")).toBe(""); // nothing is staged
});

test("a clone that is exactly what was published is kept; any other one is made anew", async () => {
  const { worker, commit, publish } = await team();
  const [one, two] = [await worker(), await worker()];
  const { root } = await prepare(one);
  commit(root, "a.txt");
  await publish(root);
  writeFileSync(join(root, ".git", "kept"), "");
  expect(await prepare(one)).toMatchObject({ isNew: false });

  writeFileSync(join(root, "half.txt"), "of a killed process\n");
  expect(await prepare(one)).toMatchObject({ isNew: true });
  expect(existsSync(join(root, "half.txt"))).toBe(false);

  const there = await prepare(two);
  commit(there.root, "b.txt");
  await publish(there.root);
  expect(await prepare(one)).toMatchObject({ isNew: true });
  expect(existsSync(join(root, "b.txt"))).toBe(true);
});

test("a branch that somebody else has moved is never forced, and nothing of the push arrives", async () => {
  const { worker, commit, publish, git, origin } = await team();
  const [one, two] = [await worker(), await worker()];
  const [here, there] = [await prepare(one), await prepare(two)];
  commit(there.root, "theirs.txt");
  await publish(there.root);
  const [branch, wip] = [`feature/${KEY}`, wipRef(KEY)].map((ref) => git(origin, "rev-parse", ref));
  commit(here.root, "ours.txt");
  await expect(publish(here.root)).rejects.toMatchObject({ code: "locked" });
  expect([`feature/${KEY}`, wipRef(KEY)].map((ref) => git(origin, "rev-parse", ref))).toEqual([branch, wip]);
});

test("a feature that is merged is taken up on the base, and at its end branch and ref go", async () => {
  const { worker, commit, publish, git, origin } = await team();
  const one = await worker();
  const { root } = await prepare(one);
  commit(root, "a.txt");
  git(root, "switch", "--quiet", "main");
  const who = ["-c", "user.name=t", "-c", "user.email=t@t.invalid"];
  git(root, ...who, "merge", "--quiet", "--no-ff", "--message", `Merge feature ${KEY}`, `feature/${KEY}`);
  await publish(root);
  const there = await prepare(await worker());
  expect(git(there.root, "branch", "--show-current")).toBe("main");
  git(root, "branch", "--quiet", "-d", `feature/${KEY}`);
  await one.forget(KEY);
  expect(git(origin, "for-each-ref", "--format=%(refname)")).toBe("refs/heads/main");
});

test("an origin without the branch is said so", async () => {
  const { worker, git, origin } = await team();
  git(origin, "branch", "--quiet", "-D", `feature/${KEY}`);
  await expect(prepare(await worker())).rejects.toMatchObject({ message: `the origin has no branch feature/${KEY}` });
});
