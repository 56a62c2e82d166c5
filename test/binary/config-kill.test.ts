// F1: an agent or a check rewrites iflow.config.json and the engine is killed before it looks. What the next process finds
// is put back before anything else, and is never in force. When the person stopped the run, it was put back then: later changes are theirs.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { verifies } from "../requirements.ts";
import { continueArgs, killsOnce } from "../support/crash.ts";
import { FINISH, finishArgs, finishedFeature } from "../support/finish-story.ts";
import { workplace } from "../support/iflow.ts";
import { inWords } from "../support/screen.ts";
import { createFeature, FEATURE, ONE_ROUND, spec, specifyArgs, writes } from "../support/story.ts";

const CONFIG = "iflow.config.json";
const MINE = '{ "review": { "maxRounds": 3 } }\n';
const EVIL = '{ "checks": { "test": "touch sprung" } }\n';

verifies("SAFE-1", "F1: a configuration written by an agent of a killed run is put back by the next", async () => {
  const mark = ".git/killed";
  const turn = writes(spec(), { run: [`[ -f ${mark} ] || echo '${EVIL.trim()}' > ${CONFIG}`, killsOnce(mark)] });
  const place = await workplace({ ...ONE_ROUND, "spec-author": [turn, writes(spec())] }, { [CONFIG]: MINE });
  await createFeature(place);

  const killed = await place.built.iflow(...specifyArgs(place, "--yolo"));
  expect(killed.signal).toBe("SIGKILL");
  expect(place.read(CONFIG)).toBe(EVIL);

  const env = { IFLOW_TRUST: "" }; // nobody has confirmed what the agent wrote
  const ended = await place.built.iflowWith({ env }, ...continueArgs(place, "--until", "specify"));
  expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
  expect(inWords(ended.stderr)).not.toContain("not confirmed"); // it is put back before the settings are read
  expect(inWords(ended.stderr)).toContain(`${CONFIG} was changed while spec-author worked and was put back`);
  expect(place.read(CONFIG)).toBe(MINE);
  const kept = /the change is kept as (\S+)/.exec(inWords(ended.stderr))?.[1] ?? join(place.root, "none");
  expect(readFileSync(kept, "utf8")).toBe(EVIL);
});

verifies(
  "SAFE-1",
  "F1: a configuration that an agent of a killed run emptied is put back before it is read",
  async () => {
    const mark = ".git/killed";
    const turn = writes(spec(), { run: [`[ -f ${mark} ] || echo '{}' > ${CONFIG}`, killsOnce(mark)] });
    const reader = { ...ONE_ROUND["spec-reviewer"]?.[0], asks: true, reads: ["customers/list.txt"] };
    const mine = '{ "agents": { "deny": ["customers/**"] }, "artifactsRoot": "docs" }\n';
    const place = await workplace(
      { ...ONE_ROUND, "spec-author": [turn, writes(spec())], "spec-reviewer": [reader] },
      { [CONFIG]: mine, "customers/list.txt": "Ada\n" },
    );
    await createFeature(place);
    expect((await place.built.iflow(...specifyArgs(place, "--yolo"))).signal).toBe("SIGKILL");
    expect(place.read(CONFIG)).toBe("{}\n");

    const ended = await place.built.iflowWith(
      { env: { IFLOW_TRUST: "" } },
      ...continueArgs(place, "--until", "specify"),
    );

    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    const said = inWords(ended.stderr);
    expect(said.split(`${CONFIG} was changed while spec-author worked and was put back`)).toHaveLength(2);
    expect(said).not.toContain("no longer has");
    expect(place.read(CONFIG)).toBe(mine);
    const [review = ""] = place.dispatchFiles(FEATURE, "spec-reviewer-fresh.outcome.json");
    expect(JSON.parse(readFileSync(join(place.runFolder(FEATURE), "dispatches", review), "utf8")).reads).toEqual([]);
  },
);

verifies("SAFE-1", "F1: what the person confirmed after a kill is theirs, and stays", async () => {
  const mark = ".git/killed";
  const turn = writes(spec(), { run: [killsOnce(mark)] });
  const place = await workplace({ ...ONE_ROUND, "spec-author": [turn, writes(spec())] }, { [CONFIG]: MINE });
  await createFeature(place);
  expect((await place.built.iflow(...specifyArgs(place, "--yolo"))).signal).toBe("SIGKILL");

  const edited = '{ "review": { "maxRounds": 4 } }\n';
  await place.write({ [CONFIG]: edited });
  const ended = await place.built.iflow(...continueArgs(place, "--until", "specify"));

  expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
  expect(place.read(CONFIG)).toBe(edited);
});

verifies(
  "SAFE-1",
  "F1: what the person writes after they stopped a run stays; what the agent wrote does not",
  async () => {
    const mark = ".git/stopped";
    const stops = `[ -f ${mark} ] || { touch ${mark}; echo '${EVIL.trim()}' > ${CONFIG}; kill -INT $PPID; sleep 9; }`;
    const turn = writes(spec(), { run: [stops] });
    const place = await workplace({ ...ONE_ROUND, "spec-author": [turn, writes(spec())] }, { [CONFIG]: MINE });
    await createFeature(place);

    const stopped = await place.built.iflow(...specifyArgs(place, "--yolo"));
    expect(`${stopped.code} ${stopped.stderr}`).toMatch(/^130 /);
    expect(inWords(stopped.stderr)).toContain(`${CONFIG} was changed while spec-author worked and was put back`);
    expect(place.read(CONFIG)).toBe(MINE);

    const edited = '{ "review": { "maxRounds": 4 } }\n';
    await place.write({ [CONFIG]: edited });
    const ended = await place.built.iflow(...continueArgs(place, "--until", "specify"));
    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(ended.stderr).not.toContain("was put back");
    expect(place.read(CONFIG)).toBe(edited);
  },
);

verifies("SAFE-1", "F1: a configuration written by a check of a killed run is put back by the next", async () => {
  const test = `[ -f .git/killed ] || { touch .git/killed; echo '${EVIL.trim()}' > ${CONFIG}; kill -9 $PPID; }`;
  const place = await finishedFeature(FINISH, { config: { checks: { test } } });
  const mine = place.read(CONFIG);

  const killed = await place.built.iflow(...finishArgs(place, "--yolo"));
  expect(`${killed.signal} ${killed.stderr}`).toMatch(/^SIGKILL /);
  expect(place.read(CONFIG)).toBe(EVIL);

  const ended = await place.built.iflowWith({ env: { IFLOW_TRUST: "" } }, ...continueArgs(place));
  expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
  expect(inWords(ended.stderr)).toContain(`${CONFIG} was changed while the check test worked and was put back`);
  expect(place.read(CONFIG)).toBe(mine);
});
