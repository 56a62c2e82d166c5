// kill -9 between an effect and its record, in the git calls that lie between, then `iflow continue`: nothing is paid
// again, nothing that stands is undone, and what was mended is said in one line.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { verifies } from "../requirements.ts";
import { killAtGit, once, withTurn } from "../support/crash.ts";
import { type Workplace, workplace } from "../support/iflow.ts";
import { createFeature, FEATURE, FOLDER, specify, specifyArgs, TWO_ROUNDS } from "../support/story.ts";
import { tracesOf, withoutTimes } from "../support/traces.ts";

describe("F6: killed after an answer, before what it changed was looked at", () => {
  const ANSWERED: readonly (readonly [string, number])[] = [
    ["spec-author", 0],
    ["spec-reviewer", 1],
  ];
  for (const [role, turn] of ANSWERED) {
    verifies("SAFE-4", `F6: the answer of ${role} (turn ${turn}) is adopted, not paid for again`, async () => {
      const place = await workplace();
      const paid = join(place.root, ".git", "paid");
      // each time the agent works leaves a line, as a provider's bill would
      await place.script(withTurn(TWO_ROUNDS, role, turn, { run: [`echo paid >> ${paid}`] }));
      await createFeature(place);
      const kill = killAtGit({ word: "any", at: 1, when: "before", since: paid });
      expect((await place.built.iflowWith(kill, ...specifyArgs(place, "--yolo"))).signal).toBe("SIGKILL");

      const ended = await place.iflow("continue", "--yolo", "--until", "specify");

      expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
      expect(ended.stderr).toContain(`mended: the answer of ${role} was kept`);
      expect(readFileSync(paid, "utf8")).toBe("paid\n");
      expect(traces(place)).toEqual(await undisturbedTraces());
    });
  }
});

const undisturbedTraces = once(async () => {
  const place = await workplace(TWO_ROUNDS);
  await createFeature(place);
  expect((await specify(place, "--yolo")).code).toBe(0);
  return traces(place);
});

function traces(place: Workplace) {
  return {
    ...tracesOf(place, "specify", "--name-only", "main..HEAD"),
    history: withoutTimes(place.read(`${FOLDER}/.review-history.md`)),
    staged: place.git("diff", "--cached", "--name-status"),
    bill: billOf(place),
  };
}

function billOf(place: Workplace): string[] {
  return place
    .dispatchFiles(FEATURE, ".outcome.json")
    .map((name) => join(place.runFolder(FEATURE), "dispatches", name))
    .map((path) => JSON.parse(readFileSync(path, "utf8")))
    .map(({ step, status, usage, unchecked }) => `${step} ${status} ${usage.input + usage.output} ${unchecked}`);
}
