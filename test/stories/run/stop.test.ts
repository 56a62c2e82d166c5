// `iflow stop` from another terminal: what works is finished and recorded, nothing is paid twice, and the run continues
// with what it was begun with.
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../../requirements.ts";

import { type Roles, type Workplace, workplace } from "../../support/iflow.ts";
import { shellUntil } from "../../support/shell-until.ts";
import {
  approve,
  createFeature,
  FEATURE,
  ONE_ROUND,
  spec,
  specifyArgs,
  TWO_ROUNDS,
  writes,
} from "../../support/story.ts";
import { until } from "../../support/until.ts";

/** Works until the test lets it go. */
const GATED = writes(spec(), { run: [shellUntil("[ -e .git/go ]")] });
const AUTHOR_WAITS: Roles = { ...ONE_ROUND, "spec-author": [GATED] };

const letGo = (place: Workplace) => writeFile(join(place.root, ".git", "go"), "");
const journal = (place: Workplace) => {
  const path = join(place.runFolder(FEATURE), "journal.jsonl");
  return existsSync(path) ? readFileSync(path, "utf8") : "";
};
const stops = (place: Workplace) => join(place.root, ".git", "iflow", "stops");

async function atWork(roles = AUTHOR_WAITS) {
  const place = await workplace(roles, { "README.md": "x", "prd.md": "# PRD: Login limit\n\nText.\n" });
  await createFeature(place, "--prd", "prd.md");
  const run = place.iflow(...specifyArgs(place, "--yolo"));
  await until(() => journal(place).includes('"spawned"'));
  return { place, run };
}

describe("at a safe point", () => {
  verifies(
    "PAR-2",
    "a run is stopped from elsewhere once its dispatch is recorded; continuing pays nothing twice",
    async () => {
      const { place, run } = await atWork();
      const stop = place.json("stop", "1");
      await until(() => existsSync(stops(place)));
      await letGo(place);
      const [ended, { code, document }] = await Promise.all([run, stop]);

      expect([ended.code, ended.stderr]).toEqual([
        130,
        expect.stringContaining("stopped, because iflow stop was called"),
      ]);
      expect(ended.stderr).toContain("iflow continue");
      expect(code).toBe(0);
      expect(document.data.stopped).toEqual([
        {
          feature: FEATURE,
          pid: process.pid,
          how: "stopped",
          state: "interrupted",
          what: "stopped during specify",
          next: "iflow continue 1",
        },
      ]);
      expect(place.dispatchFiles(FEATURE, ".outcome.json")).toEqual(["001-spec-author-fresh.outcome.json"]);
      expect((await place.iflow("status")).stdout).toContain("stopped during specify");

      const continued = await place.iflow("continue");
      expect([continued.code, continued.stdout]).toEqual([0, expect.stringContaining("Spec approved")]); // --yolo is kept
      expect(place.dispatchFiles(FEATURE, ".outcome.json")).toHaveLength(3);
    },
  );

  test("the phase that follows does not begin", async () => {
    const gate = { reply: approve(), run: [shellUntil("[ -e .git/go ]")] };
    const place = await workplace(
      { ...ONE_ROUND, "phase-reviewer": [gate] },
      { "prd.md": "# PRD: Login limit\n\nText.\n" },
    );
    await createFeature(place, "--prd", "prd.md");
    const run = place.iflow("continue", "--yolo", "--runtime", "scripted", "--script", place.scriptPath);
    await until(() => journal(place).includes("phase-reviewer-fresh.prompt.md"));
    const stop = place.iflow("stop");
    await until(() => existsSync(stops(place)));
    await letGo(place);

    expect((await run).code).toBe(130);
    expect((await stop).stdout).toContain(`${FEATURE} stopped`);
    expect(existsSync(place.runFolder(FEATURE, 2, "design"))).toBe(false);
    expect((await place.json("status")).document.data.features[0]).toMatchObject({ what: "specify approved" });
  });

  test("a run that comes to a question ends with it", async () => {
    const gate = { reply: approve(), run: [shellUntil("[ -e .git/go ]")] };
    const place = await workplace(
      { ...ONE_ROUND, "phase-reviewer": [gate] },
      { "prd.md": "# PRD: Login limit\n\nText.\n" },
    );
    await createFeature(place, "--prd", "prd.md");
    const run = place.iflow(...specifyArgs(place));
    await until(() => journal(place).includes("phase-reviewer-fresh.prompt.md"));
    const stop = place.iflow("stop");
    await until(() => existsSync(stops(place)));
    await letGo(place);

    expect((await run).code).toBe(4);
    expect((await stop).stdout).toMatch(/stopped\n.*What next\?\n.*iflow answer 1/s);
    expect((await place.iflow("answer", "1", "continue")).code).toBe(0);
  });
});

describe("at once", () => {
  test("the agent is ended, as by Ctrl-C, and is asked again", async () => {
    const { place, run } = await atWork();
    const { code, document } = await place.json("stop", "--now");

    expect((await run).code).toBe(130);
    expect([code, document.data.stopped[0]]).toEqual([
      0,
      expect.objectContaining({ how: "stopped", what: "stopped while the spec was being written" }),
    ]);
    await place.script(TWO_ROUNDS);
    const continued = await place.iflow("continue");
    expect([continued.code, continued.stdout]).toEqual([0, expect.stringContaining("Spec approved")]);
  });

  test("a request that asked for a safe point before is replaced", async () => {
    const { place, run } = await atWork();
    const patient = place.iflow("stop");
    await until(() => existsSync(stops(place)));
    const now = await place.iflow("stop", "--now");
    expect([(await run).code, now.code, (await patient).code]).toEqual([130, 0, 0]);
  });
});

describe("nothing to end", () => {
  test("is said, with where the feature stands", async () => {
    const place = await workplace(ONE_ROUND);
    expect(await place.iflow("stop")).toMatchObject({ code: 0, stdout: "Nothing runs here.\n" });
    await createFeature(place);
    const named = await place.iflow("stop", "1");
    expect([named.code, named.stdout]).toEqual([0, `${FEATURE} does not run.\n  created\n  Next: iflow continue 1\n`]);
    expect((await place.json("stop")).document).toEqual({ ok: true, data: { stopped: [] } });
    expect((await place.iflow("stop", "9")).code).toBe(2);
    expect((await place.iflow("stop", "1", "--all")).code).toBe(2);
  });

  test("an agent or a check may not stop runs", async () => {
    const { place, run } = await atWork();
    const inside = await place.iflowWith(
      { env: { IFLOW_STEP: "specify/1/0/x/1", IFLOW_STEP_ROOT: place.root } },
      "stop",
    );
    expect([inside.code, inside.stderr]).toEqual([3, expect.stringContaining("only a person stops runs")]);
    expect(existsSync(stops(place))).toBe(false);
    await letGo(place);
    expect((await run).code).toBe(0);
  });
});
