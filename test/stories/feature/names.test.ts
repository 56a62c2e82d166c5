// USE-1: the current branch is the feature; short names work wherever a feature is named.
import { join } from "node:path";
import { expect, test } from "vitest";
import { verifies } from "../../requirements.ts";
import { type Workplace, workplace } from "../../support/iflow.ts";
import { connectMcp } from "../../support/mcp-client.ts";
import { createFeature, FEATURE, ONE_ROUND, specifyArgs } from "../../support/story.ts";

const SECOND = "002-reset-mail";

/** Both are active; HEAD is on the base branch. */
async function twoFeatures(): Promise<Workplace> {
  const place = await workplace(ONE_ROUND);
  await createFeature(place);
  await place.iflow("create-feature", "reset mail", "--from", "base");
  place.git("switch", "--quiet", "main");
  return place;
}

verifies("USE-1", "U1: a feature is named by number, slug, key, branch or a beginning, for every command", async () => {
  const place = await twoFeatures();
  for (const name of ["1", "001", "login-limit", FEATURE, `feature/${FEATURE}`, "log", "1-login"]) {
    const looked = await Promise.all([
      place.json("show", name),
      place.json("history", name),
      place.json("cost", name),
      place.json("history", `--feature=${name}`),
    ]);
    const seen = looked.map(({ document }) => document.data?.feature?.key ?? document.data?.feature);
    expect(seen, name).toEqual([FEATURE, FEATURE, FEATURE, FEATURE]);
    expect((await place.iflow("validate", name)).code, name).toBe(0);
    expect((await place.iflow("tasks", name)).stderr, name).toContain(`docs/features/${FEATURE}/tasks.md`);
    expect((await place.iflow("abandon", name)).stderr, name).toContain(`Abandon ${FEATURE}`);
  }
});

verifies("USE-1", "U1: the branch is the feature, also in a work tree of its own", async () => {
  const place = await twoFeatures();
  const tree = join(place.root, "..", `${place.root.split("/").at(-1)}-tree`);
  place.git("worktree", "add", "--quiet", tree, `feature/${SECOND}`);
  const there = await place.json("--cwd", tree, "show");
  expect(there.document.data.feature.key).toBe(SECOND);

  place.git("switch", "--quiet", `feature/${FEATURE}`);
  expect((await place.json("show")).document.data.feature.key).toBe(FEATURE);
  const ended = await place.iflow(...specifyArgs(place, "--yolo"));
  expect([ended.code, ended.stderr]).toEqual([0, expect.stringContaining(`${FEATURE} · login limit\nspecify`)]);
  expect(ended.stdout).toMatch(/^Next: iflow design$/m);
});

verifies("USE-1", "U1: a phase and continue take the feature as their first word; two names are refused", async () => {
  const place = await twoFeatures();
  const agents = ["--runtime", "scripted", "--script", place.scriptPath];
  place.git("switch", "--quiet", `feature/${FEATURE}`);
  const ended = await place.iflow("specify", "1", "--yolo", ...agents);
  expect([ended.code, ended.stderr]).toEqual([0, expect.stringContaining(`${FEATURE} · login limit\nspecify`)]);

  place.git("switch", "--quiet", `feature/${SECOND}`);
  await place.script(ONE_ROUND);
  const second = await place.iflow("continue", "reset", "--until", "specify", "--yolo", ...agents);
  expect([second.code, second.stderr]).toEqual([0, expect.stringContaining(`${SECOND} · reset mail\nspecify`)]);

  const both = await place.iflow("design", "1", "--feature=2", ...agents);
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining("two features are named: 1 and --feature=2")]);
});

verifies("USE-1", "U1: an answer is for the open question of a feature, or of the branch", async () => {
  const place = await twoFeatures();
  place.git("switch", "--quiet", `feature/${FEATURE}`);
  await place.iflow(...specifyArgs(place));

  const shown = await place.iflow("answer", "1");
  expect([shown.code, shown.stderr]).toEqual([4, expect.stringContaining("    iflow answer 001.1 from-description ")]);
  const forScript = await place.json("answer");
  expect([forScript.code, forScript.document.data]).toMatchObject([
    4,
    { feature: FEATURE, questions: [{ id: "001.1" }, { id: "001.2" }, { id: "001.3" }] },
  ]);

  place.git("switch", "--quiet", "main");
  const which = await place.iflow("answer", "login", "Operators", "drown.");
  expect([which.code, which.stderr]).toEqual([2, expect.stringContaining("several questions are open")]);
  for (const id of ["001.2", "001.3"]) expect((await place.iflow("answer", id, "from-description")).code).toBe(0);
  const stored = await place.iflow("answer", "login", "Operators", "drown.");
  expect([stored.code, stored.stdout]).toEqual([0, "✓ 001.1 → Operators drown.\nNext: iflow continue 1\n"]);
  const none = await place.iflow("answer", "2");
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining(`${SECOND} has no open question`)]);
});

verifies("USE-1", "U1: a bare answer is for the open question of the branch, if it can be nothing else", async () => {
  const place = await twoFeatures();
  place.git("switch", "--quiet", `feature/${FEATURE}`);
  expect((await place.iflow(...specifyArgs(place, "--yolo"))).code).toBe(0);
  expect((await place.iflow(...specifyArgs(place))).stderr).toContain("iflow answer 001.5 cancel");

  const typo = await place.iflow("answer", "cancle");
  expect([typo.code, typo.stderr]).toEqual([
    2,
    'iflow: "cancle" is neither a feature nor an answer to what is asked\n  Fix: iflow answer 001.5\n',
  ]);
  place.git("branch", "feature/003-cancel-orders");
  const both = await place.iflow("answer", "cancel");
  expect([both.code, both.stderr]).toEqual([
    2,
    'iflow: "cancel" can mean more than one thing\n' +
      "  iflow answer 001.5 cancel\n  iflow answer 003-cancel-orders\n  Fix: type the one you mean\n",
  ]);
  place.git("switch", "--quiet", `feature/${SECOND}`);
  expect((await place.iflow("answer", "continue")).stderr).toContain("Feature continue not found");

  place.git("branch", "-D", "feature/003-cancel-orders");
  place.git("switch", "--quiet", `feature/${FEATURE}`);
  const stored = await place.iflow("answer", "cancel");
  expect([stored.code, stored.stdout]).toEqual([0, "✓ 001.5 → cancel\nNext: iflow continue\n"]);
});

verifies("USE-1", "U1: a bare answer that several questions offer is for none of them; skip is for all", async () => {
  const place = await twoFeatures();
  place.git("switch", "--quiet", `feature/${FEATURE}`);
  await place.iflow(...specifyArgs(place));
  const several = await place.iflow("answer", "from-description");
  expect(several.stderr).toContain("  iflow answer 001.1 from-description\n  iflow answer 001.2 from-description\n");
  const skipped = await place.iflow("answer", FEATURE, "skip");
  expect([skipped.code, skipped.stdout]).toEqual([0, expect.stringContaining("001.1, 001.2, 001.3 → skipped")]);
});

verifies("USE-1", "U1: what a new feature begins at or depends on may be named in short as well", async () => {
  const place = await twoFeatures();
  const { code, document } = await place.json("create-feature", "third", "--from", "2", "--depends-on", "login");
  expect([code, document.data.stackedOn]).toEqual([0, SECOND]);
  const meta = JSON.parse(place.read("docs/features/003-third/.meta.json"));
  expect(meta.depends_on_features).toEqual([FEATURE, SECOND]);
});

verifies("USE-1", "U1: a tool of the server takes the same names, and the branch where there is none", async () => {
  const place = await twoFeatures();
  const mcp = await connectMcp(place.root);
  expect((await mcp.call("history", { feature: "2" })).feature).toBe(SECOND);
  place.git("switch", "--quiet", `feature/${FEATURE}`);
  expect((await mcp.call("history")).feature).toBe(FEATURE);
});

test("a file that is there wins over a feature of that name", async () => {
  const place = await twoFeatures();
  await place.write({ login: "# Tasks\n\n### Task 1.1: From the file\n- **Done when:** it is read\n" });

  expect((await place.iflow("tasks", "login")).stdout).toContain("From the file");
  expect((await place.iflow("tasks", "login-limit")).stderr).toContain(`docs/features/${FEATURE}/tasks.md`);
  expect((await place.iflow("tasks", "notes/login")).stderr).toContain("there is no file notes/login");
});

verifies("USE-1", "U4: printed commands begin as iflow was started, and with the folder it was told", async () => {
  const place = await workplace();
  await createFeature(place);
  const env = { PATH: "/usr/bin:/bin" };
  const built = await place.built.iflowWith({ env }, "--json", "status");
  expect(JSON.parse(built.stdout).data.features[0].next).toMatch(/^node \S*dist\/main\.js specify$/);
  const inFolder = await place.iflow("--cwd", place.root, "status");
  expect(inFolder.stdout).toContain(`iflow --cwd ${place.root} continue 1`);
});

verifies("USE-2", "an empty name is told as such", async () => {
  const place = await twoFeatures();
  expect((await place.iflow("show", "")).stderr).toContain("iflow: An empty name is no feature");
});
