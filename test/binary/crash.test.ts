// kill -9 anywhere, then `iflow continue`: the same artifacts, history and commits as if nothing had happened, and no
// reply paid for twice. The kills are real and at chosen moments: at journal lines, inside dispatches, and between
// a commit and its record.

import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../requirements.ts";
import {
  continueArgs,
  copyOf,
  inPairs,
  isAlive,
  killAfterGit,
  killAtAll,
  killsOnce,
  momentsOf,
  once,
  templateOf,
  withTurn,
} from "../support/crash.ts";
import { type Workplace, workplace } from "../support/iflow.ts";
import { sampled } from "../support/sampled.ts";
import { inWords } from "../support/screen.ts";
import { createFeature, FEATURE, FOLDER, SPEC_PATH, specify, specifyArgs, TWO_ROUNDS } from "../support/story.ts";
import { tracesOf, withoutTimes } from "../support/traces.ts";

verifies(
  ["RES-2", "RES-3", "LOOP-6"],
  "killed again and again, at journal lines all along, the run ends as if nothing had happened",
  async () => {
    const whole = await workplace(TWO_ROUNDS);
    await createFeature(whole);
    const template = await templateOf(whole);
    expect((await specify(whole, "--yolo")).code).toBe(0);
    const wanted = traces(whole);

    await killAtAll(momentsOf(whole.runFolder(FEATURE)), {
      start: () => copyOf(template),
      command: continueArgsOf,
      expectEnd: (place, ended, kills) => {
        expect(`${kills}: ${ended.stderr}${ended.stdout}`).toMatch(/Spec approved|is approved; the next phase/);
        expect(ended.code).toBe(0);
        expect(traces(place), kills).toEqual(wanted);
      },
    });
  },
  600_000,
);

describe("killed inside a dispatch", () => {
  const cases: Record<string, { role: string; turn: number }> = {
    "the draft": { role: "spec-author", turn: 0 },
    "a fresh review": { role: "spec-reviewer", turn: 0 },
    "a resumed revision": { role: "spec-author", turn: 1 },
    "a resumed review": { role: "spec-reviewer", turn: 1 },
    "the phase review": { role: "phase-reviewer", turn: 0 },
  };
  for (const [name, { role, turn }] of sampled(Object.entries(cases))) {
    verifies(["RES-2", "RES-5"], `${name}: the same dispatch is sent again, everything else stands`, async () => {
      const place = await workplace();
      const mark = join(place.root, ".git", "killed");
      await place.script(withTurn(TWO_ROUNDS, role, turn, { run: [killsOnce(mark)] }));
      await createFeature(place);
      const killed = await specify(place.built, "--yolo");
      expect(killed.signal).toBe("SIGKILL");

      const ended = await continueRun(place);

      expect(ended.stderr + ended.stdout).toContain("Spec approved");
      expect(traces(place)).toEqual(await undisturbedTraces());
      if (role === "spec-author") expect(ended.stderr).toContain("-interrupted.patch");
    });
  }

  test("an agent child that the kill left alive is ended first", async () => {
    const place = await workplace();
    const pidFile = join(place.root, ".git", "child.pid");
    const line = `[ -f ${pidFile} ] || { echo $$ > ${pidFile}; kill -9 $PPID; exec sleep 600; }`;
    await place.script(withTurn(TWO_ROUNDS, "spec-reviewer", 0, { run: [line] }));
    await createFeature(place);
    expect((await specify(place.built, "--yolo")).signal).toBe("SIGKILL");
    const pid = Number(readFileSync(pidFile, "utf8"));
    expect(isAlive(pid)).toBe(true);

    const ended = await continueRun(place);

    expect(ended.code).toBe(0);
    expect(ended.stderr).toContain(`(pid ${pid})`);
    expect(isAlive(pid)).toBe(false);
  });
});

describe("killed between a commit and its record", () => {
  // git writes iteration commits with update-ref, the completion commit with commit
  for (const [name, word, at] of sampled([
    ["draft", "update-ref", 1],
    ["revision", "update-ref", 2],
    ["completion", "commit", 1],
  ] as const)) {
    verifies(["RES-3", "PH-6"], `${name}: the commit is found by its trailer and not made again`, async () => {
      const place = await workplace(TWO_ROUNDS);
      await createFeature(place);
      const killed = await place.built.iflowWith(killAfterGit(word, at), ...specifyArgs(place, "--yolo"));
      expect(killed.signal).toBe("SIGKILL");

      const ended = await continueRun(place);

      expect(ended.code).toBe(0);
      expect(traces(place)).toEqual(await undisturbedTraces());
    });
  }
});

describe("a journal cut at any byte", () => {
  test("continues correctly, or stops with a clear error and changes nothing", async () => {
    const place = await workplace(TWO_ROUNDS);
    await createFeature(place);
    expect((await specify(place)).code).toBe(4); // waits for requirements
    for (const id of ["001.1", "001.2", "001.3"]) await place.iflow("answer", id, "from-description");
    expect((await place.iflow("continue")).code).toBe(4); // waits at the closing question
    const template = await templateOf(place);
    const journal = readFileSync(join(place.runFolder(FEATURE), "journal.jsonl"));
    const cuts = Array.from(
      { length: 24 },
      (_, index) => Math.floor((journal.length * (index + 1)) / 25) + (index % 3),
    );

    await inPairs(sampled(cuts), async (cut) => {
      const copy = await copyOf(template);
      await writeFile(join(copy.runFolder(FEATURE), "journal.jsonl"), journal.subarray(0, cut));
      const ended = await copy.iflow("continue", "--yolo");
      if (ended.code === 0) expect(traces(copy)).toEqual(traces(place));
      else {
        expect(inWords(ended.stderr), `cut at ${cut}`).toMatch(/Fix: |Answer with:|the note above says how/);
        expect(ended.stderr).not.toContain("This is a bug");
        expect(copy.read(SPEC_PATH)).toBe(place.read(SPEC_PATH));
      }
    });
  }, 300_000);
});

const undisturbedTraces = once(async () => {
  const place = await workplace(TWO_ROUNDS);
  await createFeature(place);
  expect((await specify(place, "--yolo")).code).toBe(0);
  return traces(place);
});

/** What must be equal. */
function traces(place: Workplace) {
  return {
    ...tracesOf(place, "specify", "--name-only", "main..HEAD"),
    spec: place.read(SPEC_PATH),
    history: withoutTimes(place.read(`${FOLDER}/.review-history.md`)),
  };
}

const continueArgsOf = (place: Workplace) => continueArgs(place, "--until", "specify");
const continueRun = (place: Workplace) => place.iflow(...continueArgsOf(place));
