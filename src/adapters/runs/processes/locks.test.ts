// Locks against real processes: alive, dead, on another host, and many at once.
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { bundleForNode } from "../../../../test/support/bundle.ts";
import { startChild } from "../../../../test/support/child-process.ts";
import { tempFolder } from "../../../../test/support/temp-repo.ts";
import { createJournalRuns } from "../journal-runs.ts";
import { type ProcessIdentity, selfIdentity } from "./processes.ts";

const FEATURE = "007-rate-limit";
const clock = { now: () => new Date("2026-03-01T10:00:00.000Z") };

const child = bundleForNode(join(import.meta.dirname, "../../../../test/support/runs-child.ts"));

describe("a lock", () => {
  it("names the living owner and since when", async () => {
    const folder = await tempFolder();
    const owner = startChild(process.execPath, [child(), "hold", folder]);
    await owner.line();

    await expect(lock(folder)).rejects.toMatchObject({
      code: "locked",
      message: expect.stringMatching(
        new RegExp(`${FEATURE} .*another iflow \\(process ${owner.pid}, begun just now\\)`),
      ),
      fix: expect.stringContaining("iflow stop 007-rate-limit"),
    });
    await expect(lock(folder, { force: true })).rejects.toMatchObject({ code: "locked" });
  });

  it("of a killed process is taken over at once", async () => {
    const folder = await tempFolder();
    const owner = startChild(process.execPath, [child(), "hold", folder]);
    await owner.line();
    expect(await ownerIn(folder)).toMatchObject({ pid: owner.pid });
    await owner.kill();
    expect(await ownerIn(folder)).toBeUndefined();

    await (await lock(folder)).release();

    expect(await filesOf(folder)).toEqual([]);
  });

  it("of a process whose pid another one has now is taken over", async () => {
    const folder = await tempFolder();
    await writeLock(folder, { ...(await selfIdentity()), startTime: "1" });

    await (await lock(folder)).release();
  });

  it("from before the last boot is taken over", async () => {
    const folder = await tempFolder();
    await writeLock(folder, { ...(await selfIdentity()), bootId: "another-boot" });

    await (await lock(folder)).release();
  });

  it("of another host is refused until the person forces it", async () => {
    const folder = await tempFolder();
    await writeLock(folder, { ...(await selfIdentity()), host: "elsewhere" });
    await expect(lock(folder)).rejects.toMatchObject({
      code: "locked",
      message: expect.stringContaining("on host elsewhere"),
      fix: expect.stringContaining("--force-unlock"),
    });

    await (await lock(folder, { force: true })).release();

    expect(await filesOf(folder)).toEqual([]);
  });

  it("that is empty or rubbish does not count as held", async () => {
    for (const content of ["", "{", '{"pid":1}']) {
      const folder = await tempFolder();
      await mkdir(dirname(featureLock(folder)), { recursive: true });
      await writeFile(featureLock(folder), content);

      await (await lock(folder)).release();

      expect(await filesOf(folder)).toEqual([]);
    }
  });

  it("is taken over also after a process died while it took it over", async () => {
    const folder = await tempFolder();
    const dead = { ...(await selfIdentity()), startTime: "1" };
    await writeLock(folder, dead, "aaaa");
    await writeLock(folder, dead, "bbbb", `${featureLock(folder)}.aaaa`);
    await writeLock(folder, dead, "cccc", `${featureLock(folder)}.aaaa.bbbb`);

    await (await lock(folder)).release();

    expect(await filesOf(folder)).toEqual([]);
  });

  it("of the feature is given back when the working tree is taken", async () => {
    const folder = await tempFolder();
    const other = createJournalRuns({ commonDir: folder, gitDir: join(folder, "worktrees", "b"), clock });
    const first = await lock(folder, { feature: "008-b" });

    await expect(lock(folder)).rejects.toMatchObject({ code: "locked", message: expect.stringContaining("008-b") });

    await (await other.lock(FEATURE, { command: "iflow specify" })).release();
    await first.release();
  });

  it("is left alone by an owner it was taken from", async () => {
    const folder = await tempFolder();
    const lost = await lock(folder, { self: { ...(await selfIdentity()), host: "elsewhere" } });
    const forced = await lock(folder, { force: true });

    await lost.release();

    await expect(lock(folder)).rejects.toMatchObject({ code: "locked" });
    await forced.release();
  });

  it("of a dead process goes to one of many that take it in the same moment", async () => {
    const dead = { ...(await selfIdentity()), startTime: "1" };
    for (let round = 0; round < 30; round++) {
      const folder = await tempFolder();
      await writeLock(folder, dead);

      const ends = await Promise.allSettled(Array.from({ length: 12 }, () => lock(folder)));

      expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect(await filesOf(folder)).toEqual([`${FEATURE}.lock`, "tree.lock"]);
    }
  });

  it("has one owner at any time, however many processes take it from dead ones at once", async () => {
    const folder = await tempFolder();
    const competitors = Array.from({ length: 16 }, () => startChild(process.execPath, [child(), "compete", folder]));

    const ends = await Promise.all(competitors.map((competitor) => competitor.ended()));

    expect(ends).toEqual(competitors.map(() => "SIGKILL"));
    expect(await readFile(join(folder, "log"), "utf8")).toBe("alone\n".repeat(competitors.length));
  });
});

interface LockOptions {
  readonly feature?: string;
  readonly force?: boolean;
  readonly self?: ProcessIdentity;
}

async function lock(folder: string, { feature = FEATURE, force = false, self }: LockOptions = {}) {
  const identity = self ?? (await selfIdentity());
  const runs = createJournalRuns({ commonDir: folder, gitDir: folder, clock, self: async () => identity });
  return runs.lock(feature, { command: "iflow design", force });
}

async function ownerIn(folder: string) {
  return createJournalRuns({ commonDir: folder, gitDir: folder, clock }).owner(FEATURE);
}

function featureLock(folder: string): string {
  return join(folder, "iflow", "locks", `${FEATURE}.lock`);
}

async function writeLock(folder: string, owner: ProcessIdentity, token = "abcd", path = featureLock(folder)) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, JSON.stringify({ ...owner, feature: FEATURE, command: "iflow specify", at: "then", token }));
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
}
