// What agents write may hold sequences that steer a terminal. The history is the engine's text and has none of them; an
// agent's document stays as it is and is only shown without them. A name of a file may have a line break.
import { readdirSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { workplace } from "../../support/iflow.ts";
import { rewriteRunFile } from "../../support/sealed.ts";
import {
  approve,
  createFeature,
  FEATURE,
  FOLDER,
  reject,
  SPEC_PATH,
  spec,
  specify,
  writes,
} from "../../support/story.ts";

const ESCAPES = "\u001b]0;owned\u0007\u001b[2J\u009b8m\u0000";
const CONTROLS = /(?![\n\t])\p{Cc}/u;

test("F10: escape sequences of agents reach neither the history nor a terminal", async () => {
  const place = await workplace({
    "spec-author": [
      writes(spec(`${ESCAPES}\n`), { reply: `Wrote it.${ESCAPES}` }),
      writes(spec("- AC-2: more.\n"), { reply: `Changed it.${ESCAPES}` }),
    ],
    "spec-reviewer": [{ reply: reject(`When ${ESCAPES}does it end?`) }, { reply: approve(`Good${ESCAPES}.`) }],
    "phase-reviewer": [{ reply: approve() }],
  });
  await createFeature(place);
  const ended = await specify(place, "--yolo");
  expect(ended.code, ended.stderr).toBe(0);

  const history = place.read(`${FOLDER}/.review-history.md`);
  expect(history).toContain("When does it end?");
  expect(history).not.toMatch(CONTROLS);
  expect(place.read(`${FOLDER}/.meta.json`)).not.toMatch(CONTROLS);
  expect(place.git("show", `HEAD~1:${SPEC_PATH}`).length).toBeGreaterThan(0);
  const shown = [ended, await place.iflow("history"), await place.iflow("show", FEATURE)];
  for (const number of ["1", "2", "3"]) shown.push(await place.iflow("show", FEATURE, "--dispatch", number));
  for (const { code, stdout, stderr } of shown) {
    expect(code).toBe(0);
    expect(stdout + stderr).not.toMatch(CONTROLS);
  }
});

test("F10: a line break in the name of a file does not break a row", async () => {
  const place = await workplace({
    "spec-author": [writes(spec())],
    "spec-reviewer": [{ writes: { "src/a\nfake row.md": "mine" }, reply: approve() }, { reply: approve() }],
    "phase-reviewer": [{ reply: approve() }, { reply: approve() }],
  });
  await createFeature(place);
  await mkdir(join(place.root, "src"));
  const ended = await specify(place, "--yolo");

  expect(ended.stderr).not.toMatch(/^fake row/m);
  expect(ended.stderr).toContain(String.raw`a\nfake row.md`);
});

test("F10: a damaged prompts/*.json is named, without a stack trace", async () => {
  const place = await workplace({
    "spec-author": [writes(spec())],
    "spec-reviewer": [{ error: "gone" }, { error: "gone" }],
  });
  await createFeature(place);
  expect((await specify(place, "--yolo")).code).toBe(5);
  const folder = place.runFolder(FEATURE);
  const [first = ""] = readdirSync(join(folder, "prompts"));
  const name = `prompts/${first}`;

  await writeFile(join(folder, name), "{");
  const damaged = await place.iflow("continue", "--yolo");
  await rewriteRunFile(folder, name, "{"); // its checksum fits, as in a run of an earlier version, which has none
  const broken = await place.iflow("continue", "--yolo");

  for (const { code, stderr } of [damaged, broken]) {
    expect([code, stderr]).toEqual([1, expect.stringContaining(join(folder, name))]);
    expect(stderr).toContain("Fix: ");
    expect(stderr).not.toMatch(/^\s+at /m);
  }
});
