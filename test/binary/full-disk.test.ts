// A disk that is full from one write on, whichever it is: the command says so with a remedy, and when there is space again,
// `iflow continue` comes to the end of a run that was never disturbed. The writes are those of the built command and of
// the git it starts.

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, statfsSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { verifies } from "../requirements.ts";
import { continueArgs, copyOf, inPairs, templateOf } from "../support/crash.ts";
import { FINISH, finishArgs, finishedFeature } from "../support/finish-story.ts";
import { type Ended, type Workplace, workplace, workplaceIn } from "../support/iflow.ts";
import { sampled } from "../support/sampled.ts";
import { preparedPlace } from "../support/scenario.ts";
import { inWords } from "../support/screen.ts";
import { copyFolder } from "../support/shared.ts";
import { createFeature, FEATURE, FOLDER, ONE_ROUND, specifyArgs } from "../support/story.ts";
import { repoAt, tempFolder } from "../support/temp-repo.ts";
import { tracesOf, withoutTimes } from "../support/traces.ts";

const FAULT = join(import.meta.dirname, "..", "support", "full-disk.mjs");

interface Story {
  /** At least so many writes, or the fault is not where it should be. */
  readonly writes: number;
  /** One in so many is played; the others in other hours. */
  readonly oneIn: number;
  readonly until: readonly string[];
  prepare(): Promise<string>;
  args(place: Workplace): string[];
}

const STORIES: Readonly<Record<string, Story>> = {
  specify: {
    ...{ writes: 150, oneIn: 18, until: ["--until", "specify"], prepare: prepared },
    args: (place) => specifyArgs(place, "--yolo"),
  },
  implement: {
    ...{ writes: 200, oneIn: 80, until: ["--until", "implement"] },
    prepare: async () => templateOf(await preparedPlace({})),
    args: (place) => ["implement", "--script", place.scriptPath, "--yolo"],
  },
  finish: {
    ...{ writes: 100, oneIn: 60, until: [] },
    prepare: async () => templateOf(await finishedFeature(FINISH)),
    args: (place) => finishArgs(place, "--yolo"),
  },
};

for (const [phase, story] of Object.entries(STORIES))
  verifies(
    "SAFE-6",
    `F10: a full disk at any write of ${phase} is told with a remedy; nothing is lost, and the run ends like any other`,
    async () => {
      const template = await story.prepare();
      const log = join(await tempFolder(), "writes");
      const first = await copyOf(template);
      const whole = await play(first, { FULL_LOG: log }, ...story.args(first));
      expect(`${whole.code} ${whole.stderr}`).toMatch(/^0 /);
      const undisturbed = endOf(first, phase);
      const writes = readFileSync(log, "utf8").trim().split("\n");
      expect(writes.length).toBeGreaterThan(story.writes);

      const all = writes.map((what, index) => ({ what, at: index + 1 }));
      const troubles: string[] = [];
      await inPairs(sampled(all, story.oneIn), async ({ what, at }) => {
        const place = await copyOf(template);
        const failed = await play(place, { FULL_AT: String(at) }, ...story.args(place));
        const ended = failed.code === 0 ? failed : await goOn(place, phase, story);
        try {
          expectClear(failed);
          expect(ended.code).toBe(0);
          expect(endOf(place, phase)).toEqual(undisturbed);
        } catch (error) {
          troubles.push(`write ${at}, ${what}: ${error}\n${failed.stderr}\n${ended.stderr}`);
        }
      });
      expect(troubles).toEqual([]);
    },
    900_000,
  );

/** The run that was begun; where not even that was possible, the same command again. */
async function goOn(place: Workplace, phase: string, { args, until }: Story): Promise<Ended> {
  const isBegun = existsSync(join(place.runFolder(FEATURE, 1, phase), "journal.jsonl"));
  return place.iflow(...(isBegun || phase === "specify" ? continueArgs(place, ...until) : args(place)));
}

test.skipIf(!canMount())(
  "F10: a real disk that runs full, in git or in iflow, is told the same way",
  async () => {
    const template = await prepared();
    const whole = await copyOf(template);
    expect((await whole.built.iflow(...specifyArgs(whole, "--yolo"))).code).toBe(0);
    const undisturbed = endOf(whole);
    const disk = await smallDisk();

    for (const kilobytes of sampled([4, 20, 36, 52, 68, 84, 100, 116, 132, 148, 164, 180, 196, 212, 228, 244], 4)) {
      const root = join(disk, `repo-${kilobytes}`);
      copyFolder(template, root);
      const place = workplaceIn(repoAt(root));
      const filler = join(disk, "filler");
      const { bavail, bsize } = statfsSync(disk);
      writeFileSync(filler, Buffer.alloc(bavail * bsize - kilobytes * 1024));
      const failed = await place.built.iflow(...specifyArgs(place, "--yolo"));
      expectClear(failed, `${kilobytes} kB free`);
      await rm(filler);
      const ended = await place.iflow(...continueArgs(place, "--until", "specify"));
      expect(ended.code, `after ${kilobytes} kB: ${ended.stderr}`).toBe(0);
      expect(endOf(place), `after ${kilobytes} kB`).toEqual(undisturbed);
      await rm(root, { recursive: true });
    }
  },
  300_000,
);

async function smallDisk(): Promise<string> {
  const folder = await tempFolder();
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=16m", "tmpfs", folder]);
  onTestFinished(() => void execFileSync("umount", ["--lazy", folder]));
  return folder;
}

/** Only root may, and not in every container. */
function canMount(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  return spawnSync("unshare", ["--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], { stdio: "ignore" }).status === 0;
}

async function prepared(): Promise<string> {
  const place = await workplace(ONE_ROUND);
  await createFeature(place);
  return templateOf(place);
}

function play(place: Workplace, env: Record<string, string>, ...args: string[]): Promise<Ended> {
  return place.built.iflowWith({ node: ["--import", FAULT], env }, ...args);
}

/** Either it did not matter, or it is an error with a remedy. */
function expectClear({ code, stderr }: Ended, when = "then"): void {
  expect(stderr, when).not.toMatch(/This is a bug|^\s+at /m);
  if (code === 0) return;
  expect(inWords(stderr), when).toMatch(/no space left/i);
  expect(stderr, when).toMatch(/Fix: .*space/);
}

function endOf(place: Workplace, phase = "specify") {
  const history = join(place.root, FOLDER, ".review-history.md");
  return {
    ...tracesOf(place, phase),
    history: existsSync(history) ? withoutTimes(readFileSync(history, "utf8")) : undefined,
  };
}
