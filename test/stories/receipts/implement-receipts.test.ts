// implement writes receipts.json in the commit that completes it, after the last verdict.
import { expect } from "vitest";
import { verifies } from "../../requirements.ts";
import { withTasks } from "../../support/documents.ts";
import { type Roles, workplace } from "../../support/iflow.ts";
import { RECEIPTS, SPEC, verify } from "../../support/receipts-story.ts";
import { approve, FOLDER } from "../../support/story.ts";

const TESTS = `import { test } from "node:test";
test("AC-1: the sixth is refused", () => {});
test("a minute later it is allowed", () => {});
`;

const ROLES: Roles = {
  implementer: [
    { writes: { "src/attempts.mjs": "export {};\n" }, reply: "Files changed:\n- src/attempts.mjs" },
    { writes: { "src/server.mjs": "export {};\n" }, reply: "Files changed:\n- src/server.mjs" },
  ],
  "code-simplifier": [{ reply: { approved: true, simplifications: [] } }],
  "test-deepener-a": [
    {
      reply: {
        outlines: [
          {
            ...{
              dimension: "bdd_scenarios",
              scenario_name: "a minute later it is allowed",
              given: "five",
              when: "later",
            },
            // biome-ignore lint/suspicious/noThenProperty: the field is called so in every given/when/then
            ...{ then: "allowed", derived_from: "spec:AC-3" },
          },
        ],
      },
    },
  ],
  "test-deepener-b": [
    {
      writes: { "test/attempts.test.mjs": TESTS, [`${FOLDER}/receipts.json`]: '{"mine":"AC-2 holds"}' },
      reply: {
        tests_added: [{ file: "test/attempts.test.mjs", tests: ["a minute later it is allowed"] }],
        spec_divergences: [],
        all_tests_pass: true,
      },
    },
  ],
  "implementation-reviewer": [{ reply: approve() }],
  "code-quality-reviewer": [{ reply: approve() }],
  "security-reviewer": [{ reply: approve() }],
};

verifies(
  ["REV-5", "PH-6"],
  "each criterion gets its receipt, in the completion commit, by the engine alone",
  async () => {
    const place = await workplace(ROLES);
    await withTasks(place);
    await place.write({
      "iflow.config.json": '{ "checks": { "test": "node --test" } }\n',
      [`${FOLDER}/spec.md`]: SPEC,
    });
    place.git("commit", "--quiet", "--all", "--message", "criteria");
    place.git("add", "iflow.config.json");
    place.git("commit", "--quiet", "--message", "settings");

    const ended = await place.iflow("implement", "--yolo", "--script", place.scriptPath);

    expect(ended.code, ended.stderr).toBe(0);
    const { receipts } = JSON.parse(place.read(RECEIPTS));
    expect(receipts.map(({ criterion, state, tests }: Record<string, unknown>) => [criterion, state, tests])).toEqual([
      [
        "AC-1",
        "holds",
        [expect.objectContaining({ title: "AC-1: the sixth is refused", from: "marker", exitCode: 0 })],
      ],
      ["AC-2", "none", []],
      ["AC-3", "holds", [expect.objectContaining({ title: "a minute later it is allowed", from: "derived" })]],
    ]);
    expect(place.git("log", "--format=%s", "--", RECEIPTS)).toBe("phase(implement): login-limit - approved");
    expect(place.git("status", "--porcelain")).toBe("");
    expect(await verify(place)).toEqual({ "AC-1": "holds", "AC-2": "none", "AC-3": "holds" });
  },
);

verifies("REV-5", "nothing changes without a test check: no file, no step, no row", async () => {
  const place = await workplace(ROLES);
  await withTasks(place);
  await place.write({ [`${FOLDER}/spec.md`]: SPEC, "iflow.config.json": '{ "checks": { "none": true } }\n' });
  place.git("add", "iflow.config.json", FOLDER);
  place.git("commit", "--quiet", "--message", "criteria");

  const ended = await place.iflow("implement", "--yolo", "--script", place.scriptPath);

  expect(ended.code, ended.stderr).toBe(0);
  expect(ended.stderr).not.toContain("receipts");
  expect(place.git("ls-files", FOLDER)).not.toContain("receipts.json");
});
