// `iflow gc`: shows before it deletes, never touches what is open, and keeps what bills and statistics need.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { brainstorm, FOUND, IDEA, iflow, PRD_PATH, prd, writesPrd } from "../../support/brainstorm-story.ts";
import { type Workplace, workplace } from "../../support/iflow.ts";
import { linesWiderThan } from "../../support/screen.ts";
import { rewriteRunFile } from "../../support/sealed.ts";
import { approve, createFeature, FEATURE, ONE_ROUND, specify, TWO_ROUNDS } from "../../support/story.ts";

const META = `docs/features/${FEATURE}/.meta.json`;
const RUN = `${FEATURE}.specify.1`;

async function specified(): Promise<Workplace> {
  const place = await workplace(TWO_ROUNDS);
  await createFeature(place);
  expect((await specify(place, "--yolo")).code).toBe(0);
  return place;
}

async function complete(place: Workplace): Promise<void> {
  await place.write({ [META]: JSON.stringify({ ...JSON.parse(place.read(META)), status: "completed" }) });
}

const ledgerOf = (place: Workplace) =>
  readFileSync(join(place.root, ".git", "iflow", "ledger.jsonl"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

const daysFromNow = (days: number) => ({ env: { IFLOW_NOW: new Date(Date.now() + days * 86_400_000).toISOString() } });

test("there is nothing to clean up at first, and an active feature's young run stays", async () => {
  const place = await workplace();
  expect((await place.iflow("gc", "--yes")).stdout).toBe("Nothing to clean up.\n");
  const other = await specified();
  expect((await other.iflow("gc", "--yes")).stdout).toBe("Nothing to clean up.\n");
  expect(existsSync(other.runFolder(FEATURE))).toBe(true);
});

test("without a terminal and --yes it only lists, exit 0", async () => {
  const place = await specified();
  await complete(place);

  const ended = await place.iflow("gc");
  expect(ended.code).toBe(0);
  expect(ended.stdout).toMatch(/^001-login-limit\.specify\.1\s+ended .* ago,?\s+\d+ kB,?\s+its feature is completed$/m);
  expect(linesWiderThan(80, ended.stdout)).toEqual([]);
  expect(ended.stdout).toContain("Nothing was deleted. To delete them: iflow gc --yes");
  const { data } = (await place.json("gc")).document;
  expect(data).toMatchObject({ wouldDelete: [{ id: RUN, reason: "completed", outcome: "continue" }], deleted: [] });
  expect(data.wouldDelete[0].bytes).toBeGreaterThan(1000);
  expect(existsSync(place.runFolder(FEATURE))).toBe(true);
});

test("--yes deletes the run and leaves a line per dispatch in the ledger; a second call finds nothing", async () => {
  const place = await specified();
  await complete(place);
  const { data: before } = (await place.json("show", FEATURE)).document;
  const outside = place.git("rev-parse", "HEAD");

  const { document } = await place.json("gc", "--yes");

  expect(document.data).toMatchObject({ deleted: [{ id: RUN }], wouldDelete: [], ledgerLines: 5 });
  expect(existsSync(place.runFolder(FEATURE))).toBe(false);
  const lines = ledgerOf(place);
  for (const [index, dispatch] of before.runs[0].dispatches.entries()) {
    const { role, phase, round, kind, reason, usage, cost, milliseconds, at } = dispatch;
    expect(lines[index]).toMatchObject({ role, phase, round, kind, reason, usage, cost, milliseconds, at });
    expect(lines[index]).toMatchObject({ feature: FEATURE, run: RUN, runtime: "scripted" });
  }
  expect((await place.iflow("gc", "--yes")).stdout).toBe("Nothing to clean up.\n");
  expect(ledgerOf(place)).toHaveLength(5);
  expect(place.git("rev-parse", "HEAD")).toBe(outside);
});

test("a ping has a line in the ledger and is no dispatch", async () => {
  const place = await specified();
  await complete(place);
  const folder = join(place.runFolder(FEATURE), "dispatches");
  const [name = ""] = readdirSync(folder).filter((file) => file.endsWith(".outcome.json"));
  const outcome = JSON.parse(readFileSync(join(folder, name), "utf8"));
  const ping = JSON.stringify({ ...outcome, kind: "ping", reason: "keep-warm" });
  await rewriteRunFile(place.runFolder(FEATURE), `dispatches/${name}`, ping);

  expect((await place.iflow("gc", "--yes")).stdout).toContain("; 4 dispatches recorded in .git/iflow/ledger.jsonl");
  expect(ledgerOf(place)).toHaveLength(5);
});

test("killed after the ledger was written: the repeat deletes, and writes no line twice", async () => {
  const place = await specified();
  await complete(place);
  const { dispatches } = (await place.json("show", FEATURE)).document.data.runs[0];
  const common = { feature: FEATURE, run: RUN, runtime: "scripted" };
  const lines = dispatches.map((dispatch: object) => `${JSON.stringify({ ...dispatch, ...common })}\n`);
  await writeFile(join(place.root, ".git", "iflow", "ledger.jsonl"), lines.join(""));

  const { data } = (await place.json("gc", "--yes")).document;

  expect(data).toMatchObject({ deleted: [{ id: RUN }], ledgerLines: 0 });
  expect(ledgerOf(place)).toHaveLength(5);
});

test("an open run is never touched, whatever became of its feature", async () => {
  const place = await workplace(ONE_ROUND);
  await createFeature(place);
  expect((await specify(place)).code).toBe(4);
  await complete(place);

  const { data } = (await place.json("gc", "--yes", "--older-than", "0h")).document;

  expect(data.deleted).toEqual([]);
  expect(existsSync(join(place.runFolder(FEATURE), "journal.jsonl"))).toBe(true);
});

test("of a feature in progress, old runs are deleted but not the newest; of a deleted feature, all", async () => {
  const place = await specified();
  await place.script(
    Object.fromEntries(Object.entries(TWO_ROUNDS).map(([role, turns]) => [role, [...turns, ...turns]])),
  );
  expect((await specify(place, "--yolo", "--rerun")).code).toBe(0);
  expect(existsSync(place.runFolder(FEATURE, 2))).toBe(true);

  expect((await place.json("gc")).document.data.wouldDelete).toEqual([]);
  const later = await place.iflowWith(daysFromNow(40), "gc", "--yes");
  expect([later.code, later.stdout]).toEqual([0, expect.stringContaining("1 run deleted")]);
  expect([existsSync(place.runFolder(FEATURE, 1)), existsSync(place.runFolder(FEATURE, 2))]).toEqual([false, true]);

  place.git("switch", "--quiet", "main");
  place.git("branch", "--quiet", "-D", `feature/${FEATURE}`);
  expect((await place.json("gc", "--yes")).document.data.deleted).toMatchObject([{ reason: "gone" }]);
  expect(ledgerOf(place)).toHaveLength(10);
});

test("keep.days says how old a run may get, and --max-size how much all of them may take up", async () => {
  const place = await specified();
  await place.script(
    Object.fromEntries(Object.entries(TWO_ROUNDS).map(([role, turns]) => [role, [...turns, ...turns, ...turns]])),
  );
  for (const n of [2, 3]) {
    expect((await specify(place, "--yolo", "--rerun")).code).toBe(0);
    expect(existsSync(place.runFolder(FEATURE, n))).toBe(true);
  }
  const wouldDelete = async (env: Record<string, string>, ...flags: string[]): Promise<string[]> => {
    const { stdout } = await place.iflowWith({ env }, "--json", "gc", ...flags);
    return JSON.parse(stdout).data.wouldDelete.map(({ id, reason }: Record<string, string>) => `${id} ${reason}`);
  };
  const inDays = (days: number) => daysFromNow(days).env;

  expect(await wouldDelete(inDays(29))).toEqual([]);
  expect(await wouldDelete(inDays(31))).toEqual([`${RUN} old`, `${FEATURE}.specify.2 old`]);
  expect(await wouldDelete({ ...inDays(31), IFLOW_KEEP_DAYS: "90" })).toEqual([]);
  expect(await wouldDelete({ ...inDays(31), IFLOW_KEEP_DAYS: "90" }, "--older-than", "4w")).toHaveLength(2);
  expect(await wouldDelete({ ...inDays(1), IFLOW_KEEP_DAYS: "0" })).toHaveLength(2);

  const [{ bytes = 0 } = {}] = (await place.json("gc", "--older-than", "0h")).document.data.wouldDelete;
  expect(await wouldDelete({}, "--max-size", "1GB")).toEqual([]);
  expect(await wouldDelete({}, "--max-size", `${Math.ceil((2.5 * bytes) / 1000)}kB`)).toEqual([`${RUN} space`]);
  // the newest run of a feature in progress stays, whatever its size
  expect(await wouldDelete({}, "--max-size", "0kB")).toEqual([`${RUN} space`, `${FEATURE}.specify.2 space`]);
  const wrong = await place.iflow("gc", "--max-size", "2");
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("--max-size 500MB")]);
});

test("what is left of snapshots goes when no run is open, and only then", async () => {
  const place = await workplace(ONE_ROUND);
  await createFeature(place);
  const left = join(place.root, ".git", "iflow", "objects", "ab");
  await mkdir(left, { recursive: true });
  await writeFile(join(left, "cdef"), "x".repeat(5000));

  expect((await place.json("gc")).document.data).toMatchObject({ wouldDelete: [], snapshotBytes: 5000 });
  expect((await place.iflow("gc", "--yes")).stdout).toContain("5 kB freed");
  expect(existsSync(left)).toBe(false);

  await mkdir(left, { recursive: true });
  await writeFile(join(left, "cdef"), "x".repeat(5000));
  expect((await specify(place)).code).toBe(4);
  expect((await place.json("gc", "--yes")).document.data.snapshotBytes).toBe(0);
  expect(existsSync(join(left, "cdef"))).toBe(true);
});

test("an age that is none is refused", async () => {
  const place = await workplace();
  for (const age of ["30", "d", "-1d", "1y"]) {
    const ended = await place.iflow("gc", `--older-than=${age}`);
    expect([ended.code, ended.stderr], age).toEqual([2, expect.stringContaining("--older-than 30d")]);
  }
  await rm(join(place.root, ".git", "iflow"), { recursive: true, force: true });
  expect((await place.iflow("gc")).code).toBe(0);
});

test("a brainstorm stays while its PRD waits to become a feature, so the same idea is not paid for again", async () => {
  const place = await workplace({
    ...{ ...FOUND, "prd-author": [writesPrd(prd())], "prd-reviewer": [{ reply: approve() }] },
    ...{ "brainstorm-reviewer": [{ reply: approve() }], ...ONE_ROUND },
  });
  expect((await brainstorm(place, "--yolo")).code).toBe(0);
  const limits = ["--max-size", "0kB", "--yes"];
  expect((await place.iflowWith(daysFromNow(400), "gc", ...limits)).stdout).toBe("Nothing to clean up.\n");
  const again = await iflow(place, "run", IDEA, "--yolo", "--until", "specify", "--script", place.scriptPath);
  expect([again.code, again.stderr]).toEqual([0, expect.not.stringContaining("brainstorm")]);

  expect((await place.iflow("gc", ...limits)).stdout).toContain("1 run deleted");
  expect(existsSync(place.runFolder("b1", 1, "brainstorm"))).toBe(false);
  expect(place.read(PRD_PATH)).toBe(prd());
});
