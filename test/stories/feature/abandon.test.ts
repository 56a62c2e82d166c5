// `iflow abandon`: one word in .meta.json, one commit of exactly that file, and everything else stays.
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verifies } from "../../requirements.ts";
import {
  brainstorm,
  FOUND,
  PRD_PATH,
  prd,
  REJECTED_ONCE,
  iflow as withClock,
  writesPrd,
} from "../../support/brainstorm-story.ts";
import { isAlive } from "../../support/crash.ts";
import { startIflow, type Workplace, workplace } from "../../support/iflow.ts";
import { createFeature, FEATURE, ONE_ROUND, SPEC_PATH, specify } from "../../support/story.ts";

const META = `docs/features/${FEATURE}/.meta.json`;
const BRANCH = `feature/${FEATURE}`;

const filesOf = (place: Workplace, revision: string) =>
  place.git("show", "--format=", "--name-only", revision).split("\n");

verifies(
  "PH-6",
  "commits exactly .meta.json, unknown keys kept; branch, documents and what is staged stay",
  async () => {
    const place = await workplace(ONE_ROUND);
    await createFeature(place);
    expect((await specify(place, "--yolo")).code).toBe(0);
    await place.write({
      [META]: `${JSON.stringify({ ...JSON.parse(place.read(META)), mine: { kept: true } }, null, 2)}\n`,
    });
    place.git("commit", "--quiet", "--all", "--message", "mine");
    await place.write({ "staged.txt": "s\n", "notes.txt": "n\n" });
    place.git("add", "staged.txt");

    const { code, document } = await place.json("abandon", "--yes");

    expect(code).toBe(0);
    expect(document.data).toEqual({
      feature: FEATURE,
      branch: BRANCH,
      commit: place.git("rev-parse", "HEAD"),
      endedRuns: [],
      abandoned: true,
    });
    expect(filesOf(place, "HEAD")).toEqual([META]);
    expect(place.git("log", "-1", "--format=%s")).toBe("iflow: abandon login-limit");
    expect(JSON.parse(place.read(META))).toMatchObject({
      status: "abandoned",
      lastCompletedPhase: "specify",
      mine: { kept: true },
    });
    expect(place.git("status", "--porcelain")).toBe("A  staged.txt\n?? notes.txt");
    expect(existsSync(join(place.root, SPEC_PATH))).toBe(true);
    expect((await place.json("list")).document.data).toEqual({ features: [], hidden: 1 });
  },
);

test("without a terminal the question is printed and nothing happens, exit 4", async () => {
  const place = await workplace();
  await createFeature(place);
  const before = place.git("rev-parse", "HEAD");

  const asked = await place.iflow("abandon");
  expect([asked.code, asked.stderr]).toEqual([
    4,
    expect.stringContaining(`Abandon ${FEATURE} (no phase is completed)?`),
  ]);
  expect(asked.stderr).toContain(`Fix: iflow abandon ${FEATURE} --yes`);
  const { code, document } = await place.json("abandon");
  expect([code, document.error.code]).toEqual([4, "needs-answer"]);
  expect(place.git("rev-parse", "HEAD")).toBe(before);
  expect(place.git("status", "--porcelain")).toBe("");
});

test("from another branch the commit lands on the feature's branch and the checkout stays as it is", async () => {
  const place = await workplace();
  await createFeature(place);
  place.git("switch", "--quiet", "main");
  await place.write({ "README.md": "edited" });

  const ended = await place.iflow("abandon", FEATURE, "--yes");

  expect([ended.code, ended.stderr]).toEqual([0, ""]);
  expect(filesOf(place, BRANCH)).toEqual([META]);
  expect(JSON.parse(place.git("show", `${BRANCH}:${META}`)).status).toBe("abandoned");
  expect([place.git("symbolic-ref", "--short", "HEAD"), place.git("status", "--porcelain")]).toEqual([
    "main",
    " M README.md",
  ]);
});

test("a planned feature without a branch is abandoned where HEAD is", async () => {
  const place = await workplace();
  const meta = { id: "004", slug: "later", status: "planned", branch: null };
  await place.write({ "docs/features/004-later/.meta.json": JSON.stringify(meta) });
  place.git("add", "docs");
  place.git("commit", "--quiet", "--message", "plan");

  const { document } = await place.json("abandon", "004-later", "--yes");

  expect(document.data).toMatchObject({ abandoned: true, branch: "main" });
  expect(filesOf(place, "HEAD")).toEqual(["docs/features/004-later/.meta.json"]);
});

test("completed and abandoned features are refused, and so is metadata that somebody is editing", async () => {
  const place = await workplace();
  await createFeature(place);
  await place.write({ [META]: JSON.stringify({ ...JSON.parse(place.read(META)), mode: "mine" }) });
  const edited = await place.iflow("abandon", "--yes");
  expect([edited.code, edited.stderr]).toEqual([4, expect.stringContaining("uncommitted changes")]);
  place.git("restore", "--", META);

  expect((await place.iflow("abandon", "--yes")).code).toBe(0);
  const again = await place.iflow("abandon", FEATURE, "--yes");
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining(`${FEATURE} is already abandoned`)]);
  const meta = { ...JSON.parse(place.read(META)), status: "completed" };
  await place.write({ [META]: JSON.stringify(meta) });
  place.git("commit", "--quiet", "--all", "--message", "done");
  const completed = await place.iflow("abandon", FEATURE, "--yes");
  expect([completed.code, completed.stderr]).toEqual([2, expect.stringContaining("already completed")]);
});

test("an open run ends as abandoned; a live one is a refusal, exit 7, that changes nothing", async () => {
  const place = await workplace({ ...ONE_ROUND, "spec-author": [{ run: ["exec sleep 600"] }] });
  await createFeature(place);
  const journal = join(place.runFolder(FEATURE), "journal.jsonl");
  const live = startIflow(place.root, "specify", "--yolo", "--runtime", "scripted", "--script", place.scriptPath);
  await until(() => existsSync(journal) && readFileSync(journal, "utf8").includes('"spawned"'));
  const pid = Number(/"spawned","pid":(\d+)/.exec(readFileSync(journal, "utf8"))?.[1]);

  const refused = await place.iflow("abandon", "--yes");
  expect([refused.code, refused.stderr]).toEqual([7, expect.stringContaining(String(live.child.pid))]);

  live.child.kill("SIGKILL");
  await live.ended;
  const { code, document } = await place.json("abandon", "--yes");
  expect(code).toBe(0);
  expect(document.data.endedRuns).toEqual([`${FEATURE}.specify.1`]);
  expect(readFileSync(journal, "utf8").trimEnd().split("\n").at(-1)).toMatch(/"type":"ended","outcome":"abandoned"/);
  expect(isAlive(pid)).toBe(false); // the agent it had left behind is gone too
  expect((await place.json("status")).document.data.features[0].state).toBe("abandoned");
});

test("killed between the commit and the end of the run: asking again does the rest", async () => {
  const place = await workplace();
  await createFeature(place);
  expect((await specify(place)).code).toBe(4);
  const meta = { ...JSON.parse(place.read(META)), status: "abandoned" };
  await place.write({ [META]: `${JSON.stringify(meta, null, 2)}\n` });
  place.git("commit", "--quiet", "--all", "--message", "iflow: abandon login-limit");
  const head = place.git("rev-parse", "HEAD");

  const { document } = await place.json("abandon", FEATURE, "--yes");

  expect(document.data).toMatchObject({ abandoned: true, endedRuns: [`${FEATURE}.specify.1`] });
  expect(place.git("rev-parse", "HEAD")).toBe(head);
});

test("a commit that cannot be made leaves the file, the run and the status as they were", async () => {
  const place = await workplace();
  await createFeature(place);
  expect((await specify(place)).code).toBe(4);
  const before = place.read(META);
  const lock = join(place.root, ".git", "refs", "heads", `${BRANCH}.lock`);
  await writeFile(lock, "");

  const ended = await place.iflow("abandon", "--yes");

  expect([ended.code, ended.stderr]).toEqual([1, expect.stringContaining("Fix:")]);
  expect(place.read(META)).toBe(before);
  expect(place.git("status", "--porcelain")).toBe("");
  expect((await place.json("status")).document.data.features[0].state).toBe("waiting");
});

async function until(done: () => boolean): Promise<void> {
  for (let i = 0; i < 1500 && !done(); i++) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(done()).toBe(true);
}

test("an open brainstorm is given up by its key: asked first, its PRD kept, and nobody lists it any more", async () => {
  const place = await workplace(REJECTED_ONCE);
  expect((await brainstorm(place, "--yolo", "--max-dispatches", "4")).code).toBe(6);
  const before = place.git("rev-parse", "HEAD");

  const asked = await withClock(place, "abandon", "b1");
  expect([asked.code, asked.stderr]).toEqual([4, expect.stringContaining("Abandon the idea b1 (login limit)?")]);
  expect(asked.stderr).toContain("iflow abandon b1 --yes");

  const done = await withClock(place, "abandon", "b1", "--yes");
  expect([done.code, done.stdout]).toEqual([
    ...[0, `✓ b1 abandoned\n  run b1.brainstorm.1 ended\n  the PRD is kept: ${PRD_PATH}\n`],
  ]);
  expect(place.read(PRD_PATH)).toBe(prd());
  expect(place.git("rev-parse", "HEAD")).toBe(before);
  for (const words of [[], ["status"]]) expect((await withClock(place, ...words)).stdout).not.toContain("b1");
  expect((await withClock(place, "continue", "b1")).code).not.toBe(0);

  const again = await withClock(place, "abandon", "b1", "--yes");
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining("b1 is already abandoned")]);
  const none = await withClock(place, "abandon", "b7", "--yes");
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("there is no open brainstorm b7")]);
});

test("an idea without a PRD can be given up as well", async () => {
  const place = await workplace({ ...FOUND, "prd-author": [writesPrd(prd())] });
  expect((await brainstorm(place)).code).toBe(4); // its first question
  const { code, document } = await place.json("abandon", "b1", "--yes");
  expect([code, document.data]).toEqual([
    ...[0, { feature: "b1", abandoned: true, endedRuns: ["b1.brainstorm.1"], prd: null }],
  ]);
});
