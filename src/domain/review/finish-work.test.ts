import { expect, test } from "vitest";
import {
  fixWork,
  type GitSummary,
  pullRequestBody,
  reportedFiles,
  researchWork,
  squashMessage,
  writerWork,
} from "./finish-work.ts";

const when = { key: "001-a", at: "2026-03-01T09:00:00.000Z" };
const GIT: GitSummary = { base: "main", commits: 2, subjects: ["Tell", "Count"], stat: " src/a.ts | 3 +" };

test("the researcher of documents is told the feature, its commits and the files that differ", () => {
  expect(researchWork("Limit logins", GIT)).toMatchInlineSnapshot(`
    "## Your Task
    Find out which documents of this project have to be updated before this feature is merged into main.

    ## The Feature
    Limit logins

    ## What Changed
    Commits, newest first:
    - Tell
    - Count

    Files that differ from main:
    \`\`\`
     src/a.ts | 3 +
    \`\`\`"
  `);
});

test("a feature without a commit or a difference is told as such", () => {
  const text = researchWork("Limit logins", { ...GIT, subjects: [], stat: "" });

  expect(text).toContain("Commits, newest first:\n- none\n");
  expect(text).toContain("```\n(none)\n```");
});

test("a fixer of failing checks sees each command, how it ended and the end of its output, and may not weaken them", () => {
  const failed = [
    { name: "test", command: "npm test", end: "exit code 1", tail: "1 failed\n\n", tests: "- the sixth: expected 429" },
    { name: "lint", command: "npm run lint", end: "timed out", tail: "", tests: "" },
  ];

  expect(fixWork("Limit logins", failed, { ...GIT, stat: "" })).toMatchInlineSnapshot(`
    "## Your Task
    The checks of this project fail on the finished feature, so it cannot be merged. Find the cause and repair it. Change the code, not the check: no test is weakened, skipped or deleted, no rule is switched off.

    ## Failing Checks
    ### test: \`npm test\`, exit code 1
    Failing tests:
    - the sixth: expected 429

    The end of its output:

    <output>
    1 failed
    </output>

    ### lint: \`npm run lint\`, timed out
    The end of its output:

    <output>

    </output>

    ## The Feature
    Limit logins

    ## Files of the Feature (against main)
    \`\`\`
    (none)
    \`\`\`"
  `);
  expect(fixWork("Limit logins", failed, GIT)).toContain("```\n src/a.ts | 3 +\n```");
});

test("nothing to update is nothing to write", () => {
  expect(
    writerWork("text", { no_updates_needed: true, recommended_updates: [{ file: "README.md" }] }, when),
  ).toBeUndefined();
  expect(writerWork("text", { no_updates_needed: false }, when)).toBeUndefined();
});

test("updates, drift and a missing changelog entry reach the writer, with the date", () => {
  const text = writerWork(
    "text",
    {
      no_updates_needed: false,
      recommended_updates: [{ file: "README.md", reason: "wrong", priority: "high" }, { file: "docs/a.md" }],
      drift_detected: [{ description: "--old is gone" }, {}],
      changelog_state: { needs_entry: true },
    },
    when,
  );
  expect(text).toContain("today is 2026-03-01");
  expect(text).toContain("- README.md (high): wrong\n- docs/a.md: see above");
  expect(text).toContain("## Drift\n- --old is gone");
  expect(text).toContain("An entry under Unreleased is needed.");
});

test("a missing changelog entry or a drift alone is work too", () => {
  const entry = writerWork("text", { no_updates_needed: false, changelog_state: { needs_entry: true } }, when);
  const drift = writerWork("text", { no_updates_needed: false, drift_detected: [{ name: "--old" }] }, when);

  expect(entry).toContain("## Updates\n- see below\n\n## Changelog\n");
  expect(entry).not.toContain("## Drift");
  expect(drift?.endsWith("## Updates\n- see below\n\n## Drift\n- --old")).toBe(true);
});

test.each([
  ["a list", "Done.\nFiles changed:\n- src/a.ts\n- `src/b c.ts`\n\nConcerns: none", ["src/a.ts", "src/b c.ts"]],
  ["bold, other bullets", "**Files changed:**\n* a.md\n* a.md\n", ["a.md"]],
  ["nothing", "Files changed: none\nConcerns:\n- src/other.ts", []],
  ["paths that lead elsewhere", "Files changed:\n- ../out.ts\n- /etc/passwd\n- .git/config\n- ok.ts", ["ok.ts"]],
  ["no label", "I changed src/a.ts", []],
])("files of a report: %s", (_, reply, files) => {
  expect(reportedFiles(reply)).toEqual(files);
});

test("a pull request holds the wish, the documents and the retrospective one level down", () => {
  const body = pullRequestBody({
    description: "Limit logins",
    folder: "docs/f",
    documents: ["spec.md"],
    retro: "# R\n\n## Observe\nfine\n",
  });
  expect(body).toBe("Limit logins\n\n## Documents\n- `docs/f/spec.md`\n\n## Retrospective\n### Observe\nfine");
  expect(pullRequestBody({ description: "x", folder: "f", documents: [], retro: "y" })).toBe(
    "x\n\n## Retrospective\ny",
  );
  const light = { description: "x", depth: "Depth: light.", folder: "f", documents: [], retro: "y" };
  expect(pullRequestBody(light)).toBe("x\n\nDepth: light.\n\n## Retrospective\ny");
});

test("the message of a squash lists the commits it stands for, the first 200 of them", () => {
  const feature = { key: "001-a", description: "Limit\nlogins" };

  expect(squashMessage(feature, ["Count"])).toBe("Feature 001-a: Limit logins\n\n1 commit, oldest first:\n\n- Count");
  const long = squashMessage(feature, Array(203).fill("Count")).split("\n");
  expect([long.length, long[2], long.at(-1)]).toEqual([205, "203 commits, oldest first:", "- and 3 more"]);
});
