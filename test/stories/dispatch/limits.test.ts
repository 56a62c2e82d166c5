// A limit that is lifted by itself is a pause with a time: no round, no failure, and `--wait` sits it out.
import { expect } from "vitest";
import { verifies } from "../../requirements.ts";
import { workplace } from "../../support/iflow.ts";
import { approve, createFeature, FEATURE, spec, specify, writes } from "../../support/story.ts";

const ROLES = {
  "spec-author": [writes(spec())],
  "spec-reviewer": [{ limitedMs: 1500 }, { expect: "fresh" as const, reply: approve() }],
  "phase-reviewer": [{ reply: approve() }],
};

verifies(
  ["AGT-4", "LOOP-5"],
  "a limit stops the run with its time and costs no round; it continues afterwards",
  async () => {
    const place = await workplace(ROLES);
    await createFeature(place);

    const stopped = await specify(place, "--yolo");
    expect([stopped.code, stopped.stderr]).toEqual([5, expect.stringContaining("spec reviewer cannot work")]);
    expect(stopped.stderr).toMatch(/Lifted at (?:\d{4}-\d\d-\d\d )?\d\d:\d\d/);
    expect(stopped.stderr).toContain("iflow continue --wait");
    const { document } = await place.json("status");
    expect(document.data.features[0].pendings).toMatchObject([
      { type: "pause", until: expect.stringMatching(/T.*Z$/) },
    ]);

    expect((await place.iflow("continue", "--until", "specify")).code).toBe(0);
    expect(place.read(`docs/features/${FEATURE}/.meta.json`)).toContain('"iterations": 1');
  },
);

verifies("AGT-4", "with --wait the same command sits the limit out and says until when", async () => {
  const place = await workplace(ROLES);
  await createFeature(place);

  const ended = await specify(place, "--yolo", "--wait");

  expect([ended.code, ended.stderr]).toEqual([
    0,
    expect.stringMatching(/waits {2}until .*: spec reviewer cannot work/),
  ]);
  expect(ended.stdout + ended.stderr).toContain("Spec approved in 1 round");
});
