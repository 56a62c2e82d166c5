// Runs that were begun by a build with an earlier journal format. They can be read, in bills and lists; they are not
// continued, in a sentence that says how to go on, and nothing of them is changed.

import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { verifies } from "../requirements.ts";
import { workplaceIn } from "../support/iflow.ts";
import { inWords } from "../support/screen.ts";
import { ONE_ROUND } from "../support/story.ts";
import { EARLIER, type Recording, restore } from "./recording.ts";

const NAMES = readdirSync(EARLIER).map((file) => basename(file, ".json"));

function recordingOf(name: string): Recording {
  return JSON.parse(readFileSync(join(EARLIER, `${name}.json`), "utf8"));
}

test("there is a run of every phase, a kill, a question, a host's order and a run over the API", () => {
  expect(NAMES.toSorted()).toEqual(
    [
      ...["brainstorm", "specify", "design", "create-plan", "create-tasks", "implement", "finish", "retrospect"],
      ...["killed", "question", "waiting", "host", "host-waiting", "api", "api-implement"],
    ].sort(),
  );
});

for (const name of NAMES) {
  verifies("TR-2", `an open run of an earlier version, "${name}", is read and refused`, async () => {
    const recording = recordingOf(name);
    const place = workplaceIn(await restore(recording));
    const journal = () => place.read(`.git/iflow/runs/${recording.run}/journal.jsonl`);
    const before = await journal();

    const continued = await place.iflow("continue", "--runtime", "scripted", "--script", place.scriptPath);

    expect(inWords(continued.stderr)).toMatch(
      /the open run of \S+ was begun by iflow \S+, and this version cannot continue it/,
    );
    expect(continued.stderr).toMatch(
      /iflow (\S+( \d+)? --rerun|brainstorm ".+")\s+\(begins it again; what is committed stays\)/,
    );
    expect(continued.code).not.toBe(0);
    expect(await journal()).toBe(before);
    expect((await place.iflow("status", "--json")).code).toBe(0);
    expect((await place.iflow("cost", recording.run.split(".")[0] ?? "")).code).toBe(0);
  });
}

test("--rerun ends the run of the earlier version and begins the phase again", async () => {
  const recording = recordingOf("waiting");
  const place = workplaceIn(await restore(recording));
  const played = { "spec-author": [{}, {}], "spec-reviewer": [{}, {}], "phase-reviewer": [{}] }; // by the earlier run
  const turns = Object.entries(played).map(([role, earlier]) => [role, [...earlier, ...(ONE_ROUND[role] ?? [])]]);
  await place.script(Object.fromEntries(turns));

  const again = await place.iflow(
    "specify",
    "--rerun",
    "--yolo",
    "--runtime",
    "scripted",
    "--script",
    place.scriptPath,
  );

  expect(again.code, again.stderr).toBe(0);
  expect(again.stderr).toContain("ended the run of specify that iflow 0.1.0 had begun");
  expect(place.git("log", "-1", "--format=%s")).toBe("phase(specify): login-limit - approved");
});
