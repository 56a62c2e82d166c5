// T9: an implementation that changed nothing is not completed by talk.
import { expect } from "vitest";
import { verifies } from "../../../requirements.ts";
import type { Workplace } from "../../../support/iflow.ts";
import { CODE, DONE, preparedPlace } from "../../../support/scenario.ts";
import { FOLDER } from "../../../support/story.ts";

const TALK = { reply: "Implemented: the counter\nFiles changed:\nnone" };
const COMPLETE = { reply: "Task already complete\nFiles changed:\nnone" };
const STOPPED = "YOLO MODE STOPPED: implement changed no code";

const implement = (place: Workplace, env: Record<string, string> = {}) =>
  place.iflowWith({ env }, "implement", "--yolo", "--script", place.scriptPath);
const subject = (place: Workplace) => place.git("log", "-1", "--format=%s");

verifies("TR-5", "T9: --yolo stops, again and again, and nothing is completed", async () => {
  const place = await preparedPlace({ implementer: [TALK] });
  const stopped = await implement(place);
  expect([stopped.code, stopped.stderr]).toEqual([3, expect.stringContaining(STOPPED)]);
  const again = await place.iflow("continue", "--yolo");
  expect([again.code, again.stderr]).toEqual([3, expect.stringContaining("Nothing has changed since the last stop.")]);
  expect(subject(place)).toBe("one task");
});

verifies("TR-5", "T9: a person completes it or stops, and what they decide is recorded", async () => {
  const place = await preparedPlace({ implementer: [TALK] });
  await implement(place);
  const asked = await place.iflow("continue");
  expect([asked.code, asked.stderr]).toEqual([4, expect.stringContaining("implement changed no code")]);
  await place.iflow("answer", "001.1", "stop");
  const paused = await place.iflow("continue");
  expect([paused.code, paused.stderr]).toEqual([3, expect.stringContaining("implement is stopped")]);
  await place.iflow("continue");
  await place.iflow("answer", "001.2", "complete");
  await place.iflow("continue");
  expect(subject(place)).toBe(DONE);
  expect(JSON.parse(place.read(`${FOLDER}/.meta.json`)).decisions).toMatchObject([
    { kind: "empty", phase: "implement" },
  ]);
});

verifies("TR-5", "T9: code that a person commits meanwhile is reviewed before anything is completed", async () => {
  const place = await preparedPlace({ implementer: [TALK] });
  await implement(place);
  await place.write({ [CODE]: "export const isAllowed = () => false;\n" });
  place.git("add", CODE);
  place.git("commit", "--quiet", "--message", "by hand");
  const asked = await place.iflow("continue", "--yolo");
  expect([asked.code, asked.stderr]).toEqual([4, expect.stringContaining("somebody else committed")]);
  await place.iflow("answer", "001.1", "include");
  const ended = await place.iflow("continue", "--yolo");
  expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
  expect(subject(place)).toBe(DONE);
  expect(place.dispatchFiles("001-login-limit", "security-reviewer-fresh.outcome.json", "implement")).toHaveLength(2);
});

verifies("TR-5", "T9: what was already there needs every task's word and green tests that the engine ran", async () => {
  const green = await preparedPlace({ implementer: [COMPLETE] });
  const ended = await implement(green, { IFLOW_CHECKS_TEST: "true" });
  expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
  expect(ended.stderr).toContain("no code was changed: every task says that it was done already");
  expect(subject(green)).toBe(DONE);

  const red = await preparedPlace({ implementer: [COMPLETE], fixer: [{ reply: "no" }, { reply: "no" }] });
  const stopped = await implement(red, { IFLOW_CHECKS_TEST: "false" });
  expect([stopped.code, stopped.stderr]).toEqual([3, expect.stringContaining(STOPPED)]);
  const untested = await preparedPlace({ implementer: [COMPLETE] });
  const unknown = await implement(untested);
  expect([unknown.code, unknown.stderr]).toEqual([3, expect.stringContaining(STOPPED)]);
});

verifies("TR-5", "T9: a feature that builds on another is compared with that one", async () => {
  const place = await preparedPlace({ implementer: [TALK] });
  await place.write({ "src/below.mjs": "export const below = 1;\n" });
  place.git("switch", "--quiet", "--create", "feature/000-below", "main");
  place.git("add", "src/below.mjs");
  place.git("commit", "--quiet", "--message", "below");
  place.git("switch", "--quiet", "feature/001-login-limit");
  place.git("merge", "--quiet", "--no-edit", "feature/000-below");
  const path = `${FOLDER}/.meta.json`;
  await place.write({
    [path]: JSON.stringify({ ...JSON.parse(place.read(path)), depends_on_features: ["000-below"] }),
  });
  place.git("commit", "--quiet", "--all", "--message", "stacked");
  const stopped = await implement(place);
  expect([stopped.code, stopped.stderr]).toEqual([3, expect.stringContaining(STOPPED)]);
});
