// PAR-2: a feature in a work tree of its own. It is made, worked on from anywhere, merged where the base branch is, and taken
// away; the person's own tree stays as it is meanwhile.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { verifies } from "../../requirements.ts";
import { FOUND, NOW, prd } from "../../support/brainstorm-story.ts";
import { FINISH, finishArgs } from "../../support/finish-story.ts";
import { withLevels } from "../../support/levels.ts";
import { inWords } from "../../support/screen.ts";
import { approve, createFeature, FEATURE, ONE_ROUND, specifyArgs } from "../../support/story.ts";
import { finishFrom, implementedInTree, inTree, shop, stateOf, treeOf, treesOf } from "../../support/tree-story.ts";
import { implement } from "../../support/two-features.ts";

const ON_MAIN = { head: "refs/heads/main", status: "" };
const records = (root: string) => readdirSync(join(root, ".git", "iflow", "trees")).sort();

verifies(
  "PAR-2",
  "a feature is given a tree beside the repository, and the person's own tree stays as it is",
  async () => {
    const place = await shop();
    await place.write({ "notes.txt": "mine", "README.md": "# Shop\n\nhalf written" });

    const made = await inTree(place, "login limit");

    expect([made.code, made.stderr]).toEqual([
      0,
      expect.stringContaining(`work tree ../${treesOf(place).split("/").at(-1)}/login-limit`),
    ]);
    expect(stateOf(place)).toEqual({ head: "refs/heads/main", status: " M README.md\n?? notes.txt" });
    const tree = treeOf(place, "login-limit");
    expect(stateOf(tree)).toEqual({ head: `refs/heads/feature/${FEATURE}`, status: "" });
    expect(tree.read("README.md")).toBe("# Shop\n");
    const { document } = await place.json("status");
    expect(document.data.features).toMatchObject([
      { key: FEATURE, tree: tree.root, current: false, next: "iflow specify 1" },
    ]);
    expect((await place.iflow("status")).stdout).toMatch(/^ {4}tree {4}\.\.\/.+\.trees\/login-limit$/m);
    expect((await tree.json("status")).document.data.features).toMatchObject([{ tree: null, current: true }]);
  },
);

verifies("PAR-2", "the folder is called as the feature is, in letters that every tool takes in a path", async () => {
  const place = await shop();

  expect((await inTree(place, "Größe ändern")).stderr).toContain("/grosse-andern");
  expect((await inTree(place, "ログイン制限")).stderr).toContain("/untitled");
});

verifies("PAR-2", "a phase, and continue, named in the main tree are carried out in the feature's tree", async () => {
  const place = await shop();
  await inTree(place, "login limit");
  await inTree(place, "reset mail");
  await place.script(ONE_ROUND);

  const ended = await place.iflow(...specifyArgs(place, "1", "--yolo"));

  expect([ended.code, ended.stderr]).toEqual([0, expect.stringContaining(`${FEATURE} is worked on in ../`)]);
  expect(ended.stdout).toMatch(/^Next: iflow design 1$/m);
  expect(stateOf(place)).toEqual(ON_MAIN);
  expect(treeOf(place, "login-limit").git("log", "-1", "--format=%s")).toBe("phase(specify): login-limit - approved");

  await place.script(ONE_ROUND);
  const args = ["--until", "specify", "--yolo", "--runtime", "scripted", "--script", place.scriptPath];
  const second = await place.iflow("continue", "2", ...args);
  expect([second.code, second.stderr]).toEqual([0, expect.stringContaining("002-reset-mail is worked on in ../")]);
  expect(stateOf(place)).toEqual(ON_MAIN);
  expect((await place.iflow("validate", "2")).stdout).toContain("spec.md");
});

verifies(
  "PAR-2",
  "typed on the branch of another feature, a tree of its own begins at the base branch or where --from says",
  async () => {
    const place = await shop();
    await place.iflow("create-feature", "login limit");
    expect(place.git("symbolic-ref", "HEAD")).toBe(`refs/heads/feature/${FEATURE}`);
    const startOf = (key: string) => place.git("rev-parse", `feature/${key}~1`);

    const made = await inTree(place, "reset mail");
    const stacked = await inTree(place, "dark mode", "--from", "1");

    expect([made.code, made.stderr, stacked.code]).toEqual([0, expect.any(String), 0]);
    expect(startOf("002-reset-mail")).toBe(place.git("rev-parse", "main"));
    expect(startOf("003-dark-mode")).toBe(place.git("rev-parse", `feature/${FEATURE}`));
  },
);

verifies(
  "PAR-2",
  "where its tree was removed or replaced by hand, that is said, and it is made again when asked for",
  async () => {
    const place = await shop();
    expect((await inTree(place, "login limit")).code).toBe(0);
    await place.script(ONE_ROUND);
    const home = join(treesOf(place), "login-limit");
    const specify = (...flags: string[]) => place.iflow(...specifyArgs(place, "1", "--yolo", ...flags));

    await rm(join(home, ".git"));
    const cut = await specify();
    expect([cut.code, inWords(cut.stderr)]).toEqual([4, expect.stringContaining("git worktree repair")]);
    expect(cut.stderr).not.toContain("git init");
    await rm(home, { recursive: true });
    const gone = await specify();
    expect([gone.code, inWords(gone.stderr)]).toEqual([4, expect.stringContaining("and that folder is gone")]);
    expect(inWords((await place.iflow("status")).stdout)).toContain("its work tree is gone: iflow doctor");
    expect(stateOf(place)).toEqual(ON_MAIN);

    const again = await specify("--worktree");

    expect([again.code, inWords(again.stderr)]).toEqual([0, expect.stringContaining("was gone and is made again")]);
    expect(treeOf(place, "login-limit").git("log", "-1", "--format=%s")).toBe("phase(specify): login-limit - approved");
    expect(stateOf(place)).toEqual(ON_MAIN);
  },
);

verifies(
  "PAR-2",
  "it is merged where the base branch is checked out, beside the person's changes; then the tree goes",
  async () => {
    const place = await shop();
    await implementedInTree(place, "login limit", FEATURE);
    await place.write({ "notes.txt": "mine", "README.md": "# Shop\n\nhalf written" });

    const ended = await finishFrom(place, FEATURE);

    expect([ended.code, ended.stderr]).toEqual([0, expect.any(String)]);
    expect(ended.stdout).toMatch(/^ {2}work tree \.\.\/.+\/login-limit removed$/m);
    expect(stateOf(place)).toEqual({ head: "refs/heads/main", status: " M README.md\n?? notes.txt" });
    expect(place.read("src/login-limit.mjs")).toContain("export");
    expect(place.git("log", "-1", "--format=%s")).toBe(`Merge feature ${FEATURE}`);
    expect([place.git("branch", "--list", "feature/*"), place.git("worktree", "list").split("\n").length]).toEqual([
      "",
      1,
    ]);
    expect([existsSync(treesOf(place)), records(place.root)]).toEqual([false, []]);
    expect(readdirSync(join(place.root, ".git", "iflow", "locks"))).toEqual([]);
  },
);

verifies(
  "PAR-2",
  "what the person has in the way in the main tree stops the merge, which names it; nothing is lost",
  async () => {
    const place = await shop();
    await implementedInTree(place, "login limit", FEATURE);
    await place.write({ "src/login-limit.mjs": "mine" });

    const stopped = await finishFrom(place, FEATURE);

    expect([stopped.code, stopped.stderr]).toEqual([3, expect.stringContaining("src/login-limit.mjs")]);
    expect(stopped.stderr).toContain("the working tree that has main checked out");
    expect(place.read("src/login-limit.mjs")).toBe("mine");
    place.git("add", "src/login-limit.mjs");
    const staged = await place.iflow("continue", "1");
    expect([staged.code, staged.stderr]).toEqual([3, expect.stringContaining("Staged changes block the merge")]);
    place.git("rm", "--quiet", "--cached", "src/login-limit.mjs");
    await place.write({ "src/login-limit.mjs": "" });
    place.git("clean", "--quiet", "--force", "src");
    expect((await place.iflow("continue", "1")).code).toBe(0);
    expect(stateOf(place)).toEqual(ON_MAIN);
  },
);

verifies("PAR-2", "a tree with files that are nowhere else stays, and doctor takes it once they are safe", async () => {
  const place = await shop();
  const tree = await implementedInTree(place, "login limit", FEATURE);
  writeFileSync(join(tree.root, "idea.txt"), "keep me");
  writeFileSync(join(tree.root, ".env"), "KEY=1");

  const asked = await tree.iflow(...finishArgs(place, "--yolo"));
  expect([asked.code, asked.stderr]).toEqual([4, expect.stringContaining("not part of the merge: idea.txt")]);
  await place.iflow("answer", "1", "leave");
  const ended = await place.iflow("continue", "1");

  expect([ended.code, ended.stderr]).toEqual([0, expect.any(String)]);
  expect(ended.stdout.replaceAll(/\s+/g, " ")).toContain("files that are in no commit: .env, idea.txt");
  expect(readFileSync(join(tree.root, "idea.txt"), "utf8")).toBe("keep me");
  expect(place.git("branch", "--list", "feature/*")).toBe("");
  const named = await place.iflow("doctor");
  expect(named.stdout.replaceAll(/\s+/g, " ")).toContain("files that are in no commit: .env, idea.txt");

  tree.git("clean", "--quiet", "--force", "-x");
  const mended = await place.iflow("doctor");
  expect(mended.stdout.replaceAll(/\s+/g, " ")).toContain("login-limit removed: 001-login-limit is merged");
  expect([existsSync(tree.root), records(place.root)]).toEqual([false, []]);
});

verifies("PAR-2", "abandoned by the person's word, the tree goes and the branch stays", async () => {
  const place = await shop();
  await inTree(place, "login limit");

  const ended = await place.iflow("abandon", "1", "--yes");

  expect([ended.code, ended.stderr]).toEqual([0, expect.any(String)]);
  expect(ended.stdout).toMatch(/work tree \.\.\/.+ removed/);
  expect([existsSync(treesOf(place)), place.git("branch", "--list", "feature/*").trim()]).toEqual([
    ...[false, `feature/${FEATURE}`],
  ]);
  expect(JSON.parse(place.git("show", `feature/${FEATURE}:docs/features/${FEATURE}/.meta.json`)).status).toBe(
    "abandoned",
  );
});

verifies("PAR-2", "a feature that was begun without one moves into a tree once its branch is free", async () => {
  const place = await shop();
  await createFeature(place);
  await place.script(ONE_ROUND);
  const specify = () => place.iflow(...specifyArgs(place, "1", "--yolo", "--worktree"));

  const refused = await specify();

  expect([refused.code, refused.stderr]).toEqual([4, expect.stringContaining("a branch in one tree only")]);
  place.git("switch", "--quiet", "main");
  expect((await specify()).code).toBe(0);
  expect(stateOf(place)).toEqual(ON_MAIN);
  expect(stateOf(treeOf(place, "login-limit"))).toEqual({ head: `refs/heads/feature/${FEATURE}`, status: "" });
});

verifies("USE-1", "a feature merged from its own tree is known on a branch that began before", async () => {
  const place = await shop();
  await createFeature(place);
  expect((await inTree(place, "reset mail", "--from", "base")).code).toBe(0);
  await implement(treeOf(place, "reset-mail"), "002-reset-mail", { "src/mail.mjs": "export const mail = 1;\n" });
  await place.script(FINISH);
  expect((await finishFrom(place, "2")).code).toBe(0);
  expect(place.git("branch", "--list", "feature/002-reset-mail")).toBe("");

  for (const look of ["history", "cost", "show"])
    expect([look, (await place.iflow(look, "2")).code]).toEqual([look, 0]);
  expect((await place.iflow("list", "--all")).stdout).toMatch(/^002-reset-mail +finish +completed/m);
  const { document } = await place.json();
  expect(document.data.counts).toMatchObject({ finished: 1 });
  // no agent is on this machine: the lesser trouble
  for (const words of [
    ["continue", "2"],
    ["implement", "2"],
    ["finish-feature", "2"],
  ]) {
    const { stdout, stderr } = await place.iflow(...words);
    expect([words, `${stdout}${stderr}`]).toEqual([
      words,
      expect.stringMatching(/feature is completed|Feature completed/),
    ]);
  }
  await place.iflow("create-feature", "third one", "--from", "base");
  expect(place.git("branch", "--list", "feature/003-third-one")).toContain("003");
});

verifies(
  "PAR-2",
  "five ideas at once: the brainstorms run side by side, then each feature lives in its own tree",
  async () => {
    const place = await shop();
    const ideas = ["login limit", "reset mail", "dark mode", "export csv", "audit log"];
    const scripts = await Promise.all(ideas.map((idea, index) => scriptFor(place.root, idea, index)));

    const ended = await Promise.all(
      ideas.map((idea, index) =>
        place.iflowWith(
          { env: { IFLOW_NOW: NOW } },
          ...["run", idea, "--worktree", "--yolo", "--until", "specify", "--script", scripts[index] ?? ""],
        ),
      ),
    );

    expect(ended.map(({ code, stderr }) => (code === 0 ? 0 : stderr))).toEqual([0, 0, 0, 0, 0]);
    expect(stateOf(place)).toEqual(ON_MAIN);
    expect(readdirSync(treesOf(place)).sort()).toEqual([...ideas].map((idea) => idea.replace(" ", "-")).sort());
    const { document } = await place.json("status");
    const rows = document.data.features as { key: string; tree: string; what: string }[];
    expect(rows.map(({ key }) => key.slice(0, 3))).toEqual(["001", "002", "003", "004", "005"]);
    expect(rows.every(({ key, tree, what }) => tree.endsWith(key.slice(4)) && what === "specify approved")).toBe(true);
    expect(readdirSync(join(place.root, ".git", "iflow", "creating"))).toEqual([]);
  },
);

async function scriptFor(root: string, idea: string, index: number): Promise<string> {
  const path = join(root, ".git", `script-${index}.json`);
  const file = `docs/brainstorms/20260301-090000-${idea.replace(" ", "-")}.prd.md`;
  const roles = {
    ...FOUND,
    "prd-author": [{ writes: { [file]: prd() }, reply: "Did it." }],
    "prd-reviewer": [{ reply: approve() }],
    "brainstorm-reviewer": [{ reply: approve() }],
    ...ONE_ROUND,
  };
  writeFileSync(path, JSON.stringify({ roles: withLevels(roles) }));
  return path;
}
