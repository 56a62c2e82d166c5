// Tasks side by side: each in a work tree of its own, joined in a line as if they had been done one after the other.
import { join } from "node:path";
import { expect } from "vitest";
import { verifies } from "../../../requirements.ts";
import { builds, implementIt, lanesPlace, leftOf, PASSES, subjects } from "../../../support/lanes-story.ts";
import { inWords } from "../../../support/screen.ts";
import { shellUntil } from "../../../support/shell-until.ts";
import { FEATURE } from "../../../support/story.ts";

verifies("PAR-1", "independent tasks are worked on at the same time and joined in one line", async () => {
  const place = await lanesPlace(
    [
      { number: "1.1", after: [], files: ["src/a.mjs"] },
      { number: "1.2", after: [], files: ["src/b.mjs"] },
      { number: "1.3", after: ["1.1"], files: ["src/c.mjs"] },
    ],
    {
      "implementer-1.1": [builds({ "src/a.mjs": "export const a = 1;\n" })],
      "implementer-1.2": [builds({ "src/b.mjs": "export const b = 1;\n" })],
      "implementer-1.3": [builds({ "src/c.mjs": "export const c = 1;\n" }, { reads: ["src/a.mjs"] })],
    },
  );

  const ended = await implementIt(place);

  expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
  expect(subjects(place).sort()).toEqual([
    "iflow: implement task 1.1",
    "iflow: implement task 1.2",
    "iflow: implement task 1.3",
    "phase(implement): login-limit - approved",
  ]);
  expect(place.git("status", "--porcelain")).toBe("");
  expect(leftOf(place)).toEqual([]);
});

const A_AND_B = [
  { number: "1.1", after: [], files: ["src/a.mjs"] },
  { number: "1.2", after: [], files: ["src/b.mjs"] },
];
const BUILT = {
  "implementer-1.1": [builds({ "src/a.mjs": "export const a = 1;\n" })],
  "implementer-1.2": [builds({ "src/b.mjs": "export const b = 1;\n" })],
};
const OUTLINE = {
  dimension: "boundary_values",
  scenario_name: "sixth try",
  given: "five",
  when: "one more",
  // biome-ignore lint/suspicious/noThenProperty: the field is called so in every given/when/then
  then: "429",
  derived_from: "spec:AC-1",
};

verifies("PAR-1", "test outlines are thought of while tasks are worked on, where no code of theirs is", async () => {
  const place = await lanesPlace(A_AND_B, {});
  const at = (name: string) => join(place.root, ".git", name);
  const waitsFor = (name: string) => shellUntil(`[ -e ${at(name)} ]`);
  const joined = shellUntil(`git log --format=%s feature/${FEATURE} | grep -q 'implement task 1.2'`);
  await place.script({
    ...PASSES,
    "implementer-1.1": [{ ...BUILT["implementer-1.1"][0], run: [waitsFor("outlined")] }],
    "implementer-1.2": BUILT["implementer-1.2"],
    "test-deepener-a": [{ run: [joined, "test ! -e src", `touch ${at("outlined")}`], reply: { outlines: [OUTLINE] } }],
    "test-deepener-b": [
      {
        promptHas: ["sixth try"],
        writes: { "src/a.test.mjs": "// five, and one more\n" },
        reply: { tests_added: [{ file: "src/a.test.mjs" }], spec_divergences: [], all_tests_pass: true },
      },
    ],
  });

  const ended = await implementIt(place);

  expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
  expect(ended.stderr).not.toContain("files changed while");
  expect(ended.stderr).not.toContain("moved the branch");
  expect(subjects(place)).toContain("iflow: implement tests");
  expect([leftOf(place), place.git("status", "--porcelain")]).toEqual([[], ""]);
});

verifies(
  "PAR-1",
  "tasks go on while the author of test outlines has no access; it is asked again afterwards",
  async () => {
    const place = await lanesPlace(A_AND_B, {
      ...BUILT,
      "test-deepener-a": [{ limitedMs: 86_400_000 }, { reply: { outlines: [] } }],
    });

    const stopped = await implementIt(place);

    expect([stopped.code, inWords(stopped.stderr)]).toEqual([5, expect.stringContaining("test designer cannot work")]);
    expect(subjects(place).toSorted()).toEqual(["iflow: implement task 1.1", "iflow: implement task 1.2"]);
    const ended = await place.iflow("continue", "--yolo", "--until", "implement");
    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(place.dispatchFiles(FEATURE, "implementer-fresh.reply.md", "implement")).toHaveLength(2);
    expect(leftOf(place)).toEqual([]);
  },
);
