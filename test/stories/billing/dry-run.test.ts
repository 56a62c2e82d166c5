// `--dry-run`: the next prompt, whole, and its price; nothing is paid, and every byte of the repository stays.
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync, type Stats } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verifies } from "../../requirements.ts";
import { addHook, FINISH, finishArgs, finishedFeature, finishFeature } from "../../support/finish-story.ts";
import { type Workplace, workplace, workplaceIn } from "../../support/iflow.ts";
import { inWords, linesWiderThan } from "../../support/screen.ts";
import { createFeature, FEATURE, ONE_ROUND, specify, TWO_ROUNDS } from "../../support/story.ts";
import { tempFolder } from "../../support/temp-repo.ts";

/** Every file, link and folder with its bytes, mode and time; git's own folder included. */
function everything(folder: string, below = ""): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(join(folder, below)).sort()) {
    const path = join(below, name);
    const entry = lstatSync(join(folder, path));
    // git renews the time of an object that it is to write and that is there already, also in another repository
    const time = path.includes(".git/objects/") ? "" : entry.mtimeMs;
    found[path] = `${entry.mode} ${time} ${contentOf(join(folder, path), entry)}`;
    if (entry.isDirectory()) Object.assign(found, everything(folder, path));
  }
  return found;
}

function contentOf(path: string, entry: Stats): string {
  if (entry.isSymbolicLink()) return readlinkSync(path);
  return entry.isDirectory() ? "folder" : createHash("sha256").update(readFileSync(path)).digest("hex");
}

const scripted = (place: Workplace) => ["--yolo", "--runtime", "scripted", "--script", place.scriptPath];
const promptFiles = (place: Workplace) =>
  place
    .dispatchFiles(FEATURE, ".prompt.md")
    .map((name) => readFileSync(join(place.runFolder(FEATURE), "dispatches", name), "utf8"));

verifies(
  "USE-3",
  "U10: --dry-run prints the prompt that is sent next, with its price, and changes not one byte",
  async () => {
    const place = await workplace(TWO_ROUNDS, {
      "README.md": "x",
      ".gitignore": "node_modules\n*.log\n",
      "src/a.ts": "export {};\n",
    });
    await place.write({ "node_modules/a/index.js": "1", "debug.log": "ignored", "notes.txt": "not added" });
    await createFeature(place);
    const before = everything(place.root);

    const dry = await place.iflow("specify", ...scripted(place), "--dry-run");

    expect(dry.code).toBe(0);
    expect(dry.stderr).toMatch(
      /^spec-author \(fresh\) · specify of 001-login-limit · scripted, claude-opus-5-5\n\d+ characters, about \$0\.\d\d\. Nothing was sent or changed\.\n\n$/,
    );
    expect(everything(place.root)).toEqual(before);

    const stopped = await specify(place, "--yolo", "--max-dispatches", "1");
    expect(stopped.code).toBe(6);
    expect(dry.stdout).toBe(`${promptFiles(place)[0]}\n`);

    const between = everything(place.root);
    const next = await place.json("continue", "--dry-run", "--yolo", "--max-dispatches", "100");
    expect(next).toMatchObject({
      code: 0,
      document: { ok: true, data: { next: "prompt", role: "spec-reviewer", kind: "fresh", phase: "specify" } },
    });
    expect(next.document.data.estimate).toBeGreaterThan(0);
    expect(everything(place.root)).toEqual(between);
    expect((await place.iflow("continue", "--yolo", "--max-dispatches", "2")).code).toBe(6);
    expect(promptFiles(place)[1]).toBe(next.document.data.prompt);
  },
);

verifies(
  "USE-3",
  "U10: a dry run of an idea makes no feature and no branch, and says what is asked first",
  async () => {
    const place = await workplace(ONE_ROUND);
    const before = everything(place.root);
    const agents = ["--runtime", "scripted", "--script", place.scriptPath];

    const asked = await place.json("run", "limit logins", ...agents, "--dry-run");
    expect(asked).toMatchObject({
      code: 0,
      document: { data: { next: "prompt", feature: "b1", phase: "brainstorm" } },
    });
    expect(asked.document.data.asked).toContain("What kind of change is this?");
    expect(asked.document.data.estimate).toBeGreaterThan(0);
    const told = await place.iflow("run", "limit logins", ...agents, "--dry-run");
    expect(inWords(told.stderr)).toMatch(
      /Before it you are asked: What kind of change is this\? .*answered here by its default\. .* characters, about \$/,
    );
    expect(linesWiderThan(80, told.stderr)).toEqual([]);
    const yolo = await place.json("run", "limit logins", ...agents, "--dry-run", "--yolo");
    expect(yolo.document.data).toMatchObject({ next: "prompt", feature: "b1", phase: "brainstorm" });
    const without = await place.json("run", "limit logins", ...agents, "--phases", "specify", "--dry-run", "--yolo");
    expect(without.document.data).toMatchObject({ next: "prompt", feature: "001-limit-logins", role: "spec-author" });

    expect(everything(place.root)).toEqual(before);
  },
);

verifies(
  "USE-3",
  "U10: where nothing is tested, a dry run names the question and still the prompt and its price",
  async () => {
    const place = await workplace(ONE_ROUND);
    await place.write({ "prd.md": "# PRD: Login limit\n\nText.\n" });
    await createFeature(place, "--prd", "prd.md"); // so that nothing else is asked
    const env = { IFLOW_CHECKS_NONE: "false" };
    const words = ["continue", "--runtime", "scripted", "--script", place.scriptPath, "--dry-run"];

    const { code, stdout, stderr } = await place.iflowWith({ env }, ...words);

    expect(code).toBe(0);
    expect(stderr).toMatch(/Before it you are asked: Nothing will be tested: [\s\S]*characters, about \$/);
    expect(stdout).toContain("You are the spec author");
    expect(linesWiderThan(80, stderr)).toEqual([]);
  },
);

test("a linked working tree has its own branch and files, and stays as it is", async () => {
  const place = await workplace(ONE_ROUND);
  await createFeature(place);
  await place.git("switch", "main");
  const linked = `${place.root}-linked`;
  await place.git("worktree", "add", "-q", linked, `feature/${FEATURE}`);
  const there = workplaceIn({ ...place, root: linked });
  const before = [everything(place.root), everything(linked)];

  const dry = await there.iflow("specify", ...scripted(place), "--dry-run");

  expect([dry.code, dry.stderr]).toEqual([0, expect.stringContaining("spec-author (fresh)")]);
  expect([everything(place.root), everything(linked)]).toEqual(before);
});

test("nothing is merged and no hook is run: what comes first is named", async () => {
  const marks = await tempFolder();
  const place = await finishedFeature(FINISH, { config: { checks: { test: `echo >> ${marks}/checks` } } });
  expect((await finishFeature(place)).code).toBe(4); // merge, or a pull request?
  for (const hook of ["pre-commit", "commit-msg", "post-commit"]) await addHook(place, hook, `touch ${marks}/${hook}`);
  const before = [everything(place.root), everything(marks)];

  const dry = await place.json(...finishArgs(place, "--merge", "--dry-run"));

  expect([dry.code, dry.document.data]).toEqual([0, { next: "merge" }]);
  expect([everything(place.root), everything(marks)]).toEqual(before);

  await place.write({ "more.txt": "from somebody else" });
  place.git("add", "more.txt");
  place.git("-c", "core.hooksPath=/dev/null", "commit", "-qm", "More");
  const again = [everything(place.root), everything(marks)];
  const asked = await place.iflow(...finishArgs(place, "--merge", "--yolo", "--dry-run"));
  expect([asked.code, inWords(asked.stdout)]).toEqual([
    0,
    expect.stringMatching(/you are asked: .*somebody else committed/),
  ]);
  expect([everything(place.root), everything(marks)]).toEqual(again);
});
