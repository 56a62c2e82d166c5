// A feature of two phases, specify and implement: nobody is told to read what the phases between would have written.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { design } from "../../../support/documents.ts";
import { type Roles, type Turn, type Workplace, workplace } from "../../../support/iflow.ts";
import { CODE, fails, fixes, passes } from "../../../support/scenario.ts";
import { inWords } from "../../../support/screen.ts";
import { approve, createFeature, FEATURE, FOLDER, ONE_ROUND } from "../../../support/story.ts";

const NONE_LEFT = "- Left out of this feature: design.md, plan.md, tasks.md";
const ABSENT = ["design", "plan", "tasks"].map((kind) => `${FOLDER}/${kind}.md`);

const looks = (reply: unknown, more: Turn = {}): Turn => ({ reads: ["{feature}/spec.md"], reply, ...more });

const ROLES: Roles = {
  ...ONE_ROUND,
  implementer: [{ writes: { [CODE]: "export const isAllowed = () => true;\n" }, reply: `Files changed:\n- ${CODE}` }],
  "code-simplifier": [{ reply: { approved: true, simplifications: [] } }],
  "test-deepener-a": [looks({ outlines: [] })],
  "implementation-reviewer": [passes(), passes()],
  "code-quality-reviewer": [passes(), passes()],
  "security-reviewer": [fails("Unsafe."), passes()],
  fixer: [fixes("fix 1")],
};

async function twoPhases(roles: Roles = {}): Promise<Workplace> {
  const place = await workplace({ ...ROLES, ...roles });
  await createFeature(place);
  return place;
}

const run = (place: Workplace, context: string) =>
  place.iflowWith(
    { env: { IFLOW_REVIEW_CONTEXT: context } },
    ...["continue", "--phases", "specify,implement", "--until", "implement", "--script", place.scriptPath, "--yolo"],
  );

const folderOf = (place: Workplace, n: number, phase: string) => join(place.runFolder(FEATURE, n, phase), "dispatches");

function promptFiles(place: Workplace, n = 2, phase = "implement"): string[] {
  return readdirSync(folderOf(place, n, phase)).filter((name) => name.endsWith(".prompt.md"));
}

/** The last prompt of each role and kind. */
function promptsOf(place: Workplace, n = 2, phase = "implement"): Map<string, string> {
  const read = (file: string) => readFileSync(join(folderOf(place, n, phase), file), "utf8");
  const files = promptFiles(place, n, phase).sort();
  return new Map(files.map((file) => [file.replace(/^\d+-|\.prompt\.md$/g, ""), read(file)]));
}

test.each(["lazy", "inject", "trunk"])(
  "T4: %s prompts name only documents that exist, and say what was left out",
  async (context) => {
    const place = await twoPhases();

    const ended = await run(place, context);

    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    const prompts = promptsOf(place);
    for (const [name, text] of prompts)
      for (const path of ABSENT) expect(text.includes(path), `${name} names ${path}`).toBe(false);
    expect(prompts.get("implementation-reviewer-fresh")).toContain(
      `${NONE_LEFT}. The levels tasks and design have no document: give them "passed": true.\n`,
    );
    expect(prompts.get("fixer-fresh")).toContain(`${NONE_LEFT}\n`);
    expect(prompts.get("security-reviewer-fresh")).toContain("- Left out of this feature: design.md\n");
    expect(prompts.get("test-deepener-a-fresh")).toContain("- Left out of this feature: design.md, tasks.md\n");
    // With nothing to read there is no order to read, and nobody expects a confirmation.
    expect(prompts.get("code-simplifier-fresh")).toContain(
      "## Required Artifacts\n- Left out of this feature: design.md\n",
    );
    expect(prompts.get("code-simplifier-fresh")).not.toContain("MUST read");
    expect(place.read(`${FOLDER}/.review-history.md`)).not.toContain("LAZY-LOAD-WARNING: code-simplifier");
  },
);

test("T4: what existed is recorded: a document written later is for those who are asked later", async () => {
  const place = await twoPhases({ "security-reviewer": [{ error: "down" }, { error: "down" }, passes()] });
  expect((await run(place, "lazy")).code).toBe(5);
  const before = promptFiles(place);
  await place.write({ [`${FOLDER}/design.md`]: design() });

  const ended = await run(place, "lazy");

  expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
  const later = promptFiles(place).filter((file) => !before.includes(file));
  expect(later).toEqual([expect.stringContaining("security-reviewer-fresh")]);
  expect(promptsOf(place).get("security-reviewer-fresh")).toContain(`- Design: ${FOLDER}/design.md\n`);
});

test("T3: where phases were left out, what follows and what was given up are named with commands that work", async () => {
  const place = await twoPhases({ "security-reviewer": [fails("Unsafe.")] });
  const chosen = ["--phases", "specify,implement", "--script", place.scriptPath];
  const env = { IFLOW_REVIEW_MAX_ROUNDS: "1" };
  const specified = await place.iflowWith({ env }, "continue", ...chosen, "--until", "specify", "--yolo");
  expect(specified.stdout).toContain("Next: iflow continue --phases specify,implement --until implement\n");
  await place.iflowWith({ env }, "continue", ...chosen, "--until", "implement");
  const asked = await place.iflow("continue"); // after the stop of --yolo a person is asked
  await place.iflow("answer", /iflow answer (\S+\.\d+)/.exec(asked.stderr)?.[1] ?? "", "abandon");

  const ended = await place.iflow("continue");

  expect([ended.code, inWords(ended.stderr)]).toEqual([
    3,
    expect.stringContaining(
      "Next: iflow specify (runs it again), or: iflow continue --phases specify,implement --until implement (tries again)",
    ),
  ]);
  expect((await place.iflow("status")).stdout).toContain("specify approved, implement stopped with 1 open issue");
});

test("T4: whoever researches for a design without a spec is not sent to one", async () => {
  const place = await workplace({
    "codebase-explorer": [{ reply: { findings: [], no_findings_reason: "nothing" } }],
    "internet-researcher": [{ reply: { findings: [], no_findings_reason: "nothing" } }],
    "design-author": [1, 2].map(() => ({ writes: { "{feature}/design.md": design() }, reply: "Did it." })),
    "design-reviewer": [{ reply: approve("No external claims to verify.") }],
    "phase-reviewer": [{ reply: approve() }],
  });
  await createFeature(place);

  const ended = await place.iflow("design", "--script", place.scriptPath, "--yolo");

  expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
  for (const [name, text] of promptsOf(place, 1, "design"))
    expect(text.includes(`${FOLDER}/spec.md`), name).toBe(false);
});
