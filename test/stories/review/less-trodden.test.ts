// Promises on paths that are taken less often: settings turned off, the other answers of a question, a second run.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { verifies } from "../../requirements.ts";
import { type Workplace, workplace } from "../../support/iflow.ts";
import {
  approve,
  createFeature,
  FEATURE,
  FOLDER,
  ONE_ROUND,
  reject,
  SPEC_PATH,
  spec,
  specify,
  writes,
} from "../../support/story.ts";

verifies("CTX-9", "the repository's guides stay out when the setting is off", async () => {
  const place = await workplace(ONE_ROUND, {
    "AGENTS.md": "Use tabs.",
    "iflow.config.json": JSON.stringify({ agentGuides: false }),
  });
  await createFeature(place);
  expect((await specify(place, "--yolo")).code).toBe(0);
  expect(promptOf(place, "spec-reviewer-fresh")).not.toContain("Use tabs.");
});

verifies(
  ["CTX-4", "CTX-2", "LOOP-6"],
  "without prd.md the brainstorm counts, and an author that reads nothing is logged",
  async () => {
    const place = await workplace(ONE_ROUND, { "idea.md": "# PRD: Login limit\n\nText.\n" });
    await createFeature(place, "--prd", "idea.md");
    place.git("rm", "--quiet", `${FOLDER}/prd.md`);
    place.git("commit", "--quiet", "--message", "no prd.md");
    expect((await specify(place, "--yolo")).code).toBe(0);
    expect(promptOf(place, "spec-reviewer-fresh")).toContain("- PRD: idea.md");
    const [first = ""] = place.read(`${FOLDER}/.review-history.md`).split("\n---\n");
    expect(first).toContain("LAZY-LOAD-WARNING: spec-author did not confirm artifact reads");
  },
);

verifies("LOOP-6", "a second run keeps the entries of the first, oldest first", async () => {
  const twice = (turns: readonly Record<string, unknown>[] = []) => [...turns, ...turns];
  const roles = Object.fromEntries(Object.entries(ONE_ROUND).map(([role, turns]) => [role, twice(turns)]));
  const place = await workplace(roles);
  await createFeature(place);
  expect((await specify(place, "--yolo")).code).toBe(0);
  const first = place.read(`${FOLDER}/.review-history.md`);
  expect((await specify(place, "--yolo", "--rerun")).code).toBe(0);
  const both = place.read(`${FOLDER}/.review-history.md`);
  expect(both.startsWith(first.trimEnd())).toBe(true);
  expect(both.match(/^## Stage 1/gm)).toHaveLength(2);
});

verifies("RES-3", "the delta of round 3 is the diff since the reviewer's own last look", async () => {
  const place = await workplace({
    "spec-author": [writes(spec()), writes(spec("- second\n")), writes(spec("- second\n- third\n"))],
    "spec-reviewer": [{ reply: reject("A.") }, { reply: reject("B.") }, { expect: "resume", reply: approve() }],
    "phase-reviewer": [{ reply: approve() }],
  });
  await createFeature(place);
  expect((await specify(place, "--yolo")).code).toBe(0);
  const added = promptOf(place, "spec-reviewer-resume", 1)
    .split("\n")
    .filter((line) => line.startsWith("+- "));
  expect(added).toEqual(["+- third"]);
});

verifies("PH-6", "a reviewer's change that the person keeps is committed and judged again", async () => {
  const place = await workplace({
    "spec-author": [writes(spec())],
    "spec-reviewer": [
      { writes: { [SPEC_PATH]: spec("- by the reviewer\n") }, reply: approve() },
      { expect: "fresh", promptHas: ["- by the reviewer"], reply: approve() },
    ],
    "phase-reviewer": [{ reply: approve() }],
  });
  await createFeature(place);
  expect((await specify(place, "--yolo")).code).toBe(4);
  await place.iflow("answer", "001.4", "keep");
  expect((await place.iflow("continue", "--yolo")).code).toBe(0);
  expect(place.git("show", `HEAD:${SPEC_PATH}`)).toContain("- by the reviewer");
});

verifies("RES-3", "other files of an author are committed only when the person says so", async () => {
  const place = await workplace({
    ...ONE_ROUND,
    "spec-author": [writes(spec(), { writes: { "{feature}/spec.md": spec(), "extra.md": "x" } })],
  });
  await createFeature(place);
  await specify(place);
  for (const id of ["001.1", "001.2", "001.3"]) await place.iflow("answer", id, "from-description");
  expect((await place.iflow("continue")).stderr).toContain("extra.md");
  await place.iflow("answer", "001.4", "include");
  expect((await place.iflow("continue", "--yolo")).code).toBe(0);
  const draft = place.git("log", "--format=%H", "--grep=specify draft", "-1");
  expect(place.git("show", "--format=", "--name-only", draft).split("\n")).toEqual([SPEC_PATH, "extra.md"]);
});

function promptOf(place: Workplace, name: string, index = 0): string {
  const file = place.dispatchFiles(FEATURE, `${name}.prompt.md`)[index] ?? "";
  return readFileSync(join(place.runFolder(FEATURE), "dispatches", file), "utf8");
}
