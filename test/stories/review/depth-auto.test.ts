// Depth by risk, auto: one look, then the project's rules decide, and say why.
import { expect } from "vitest";
import { verifies } from "../../requirements.ts";
import {
  asked,
  codes,
  FULL,
  flat,
  IN_FULL,
  LARGE,
  LIGHT,
  looks,
  metaOf,
  OUTGROWN,
  PAGE,
  RISKY,
  runAuto,
  specs,
  TINY,
  TOUCHED,
  TYPO,
  WORKFLOW,
  withTypo,
} from "../../support/quick-story.ts";

verifies("REV-7", "auto takes the light way after one look, with its reason; four dispatches in all", async () => {
  const place = await withTypo({ ...TYPO, ...looks(TINY) });

  const ended = await runAuto(place, "--yolo");

  expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
  expect(asked(place)).toEqual(["risk-explorer-fresh", ...LIGHT]);
  const why = `1 file, about 2 lines, none of them in risk.paths: one word in ${PAGE}:1`;
  expect(flat(ended.stderr)).toContain(`depth light (${why})`);
  expect(metaOf(place).depth).toEqual({ asked: "auto", now: "light", why: [why] });
});

const FULL_ANSWERS = [
  ["a risk path", { ...TINY, files: [WORKFLOW] }, TOUCHED],
  ["a large change", { ...TINY, size: 500 }, "changes 500 lines (risk.size.lines: 100)"],
  ["a risk", { ...TINY, risk: "high", why: "money" }, "the risk explorer sees a high risk: money"],
  ["no files", { ...TINY, files: [] }, "the look named no file"],
] as const;

for (const [name, answer, why] of FULL_ANSWERS) {
  verifies("REV-7", `auto goes the full way when the look finds ${name}, and says why`, async () => {
    const place = await withTypo({ "spec-author": [specs()], ...FULL, ...looks(answer) });

    const ended = await runAuto(place, "--yolo", "--until", "specify");

    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(asked(place).slice(0, 3)).toEqual(["risk-explorer-fresh", "spec-author-fresh", "spec-reviewer-fresh"]);
    expect(flat(ended.stderr)).toContain(`depth full: ${why}`);
    expect(ended.stdout).toContain("Next: iflow design");
    expect((await place.iflow("status")).stdout).toContain(`depth   full: ${why}`);
  });
}

verifies("REV-7", "an answer of the look that cannot be used means full depth", async () => {
  const garbage = ["It is tiny, believe me.", { ...TINY, risk: "none at all" }];
  const place = await withTypo({
    ...{ "spec-author": [specs()], ...FULL, "risk-explorer": garbage.map((reply) => ({ reply })) },
  });

  const ended = await runAuto(place, "--yolo", "--until", "specify");

  expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
  expect(flat(ended.stderr)).toContain("depth full: the look gave no answer that can be used");
  expect(asked(place)).toContain("spec-reviewer-fresh");
});

for (const [name, files, why] of [
  ["its size", LARGE, OUTGROWN],
  ["what it touches", RISKY, TOUCHED],
] as const) {
  verifies("REV-7", `an explorer that lies about ${name} is found out by the diff`, async () => {
    const place = await withTypo({ ...TYPO, ...FULL, ...looks(TINY), implementer: [codes(files)] });

    const ended = await runAuto(place, "--yolo");

    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(asked(place)).toEqual(["risk-explorer-fresh", "spec-author-fresh", "implementer-fresh", ...IN_FULL]);
    expect(metaOf(place).depth).toMatchObject({ asked: "auto", now: "full", escalated: { why: [why] } });
  });
}
