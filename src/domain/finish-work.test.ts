import { expect, test } from "vitest";
import { pullRequestBody, reportedFiles, writerWork } from "./finish-work.ts";

const when = { key: "001-a", at: "2026-03-01T09:00:00.000Z" };

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
});
