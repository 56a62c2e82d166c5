import { expect, test } from "vitest";
import { parseTasks, type Task } from "./task-list.ts";
import { scopeTask } from "./task-scope.ts";

const DOCUMENTS = {
  design: "# Design: Limit\n\n## C1: Counter\nCounts.\n\n### C1.1: Window\nA minute.\n\n## C2: Clock\nTells.\n",
  plan: "# Plan: Limit\n\n## Step 1: Count\nFirst.\n\n## Step 2: Tell\nSecond.\n",
};
const C1 = "## C1: Counter\nCounts.\n\n### C1.1: Window\nA minute.";
const WHOLE = "No parseable traceability references — loading full artifacts.";

function scopeOf(why: string) {
  const list = parseTasks(`# Tasks: Limit\n\n### Task 1: Count\n- **Why:** ${why}\n`);
  if (!list.ok) throw new Error("no task");
  return scopeTask(list.tasks[0] as Task, DOCUMENTS);
}

test("IMP-3: a task is handed the sections it cites, whole, and the headings they were found at", () => {
  const { design, plan, references, warnings } = scopeOf("Design C1 / Plan Step 2");

  expect(design).toBe(C1);
  expect(plan).toBe("## Step 2: Tell\nSecond.");
  expect(references.map(({ kind, id, resolved }) => [kind, id, resolved])).toEqual([
    ["design", "C1", "C1: Counter"],
    ["plan", "2", "Step 2: Tell"],
  ]);
  expect(warnings).toEqual([]);
});

test("sections come in the order of the document, each once, and none inside another that comes too", () => {
  expect(scopeOf("Design C2, C1.1, C1, C1").design).toBe(`${C1}\n\n## C2: Clock\nTells.`);
});

test("a document without a citation is left out when the other one is cited", () => {
  expect(scopeOf("Design C2")).toMatchObject({ design: "## C2: Clock\nTells.", plan: "", warnings: [] });
});

test("IMP-3: an id that leads nowhere brings its whole document and a warning, and the other one stays scoped", () => {
  const { design, plan, references, warnings } = scopeOf("Design C1, Design C9 / Plan Step 1");

  expect([design, plan]).toEqual([DOCUMENTS.design, "## Step 1: Count\nFirst."]);
  expect(references.map(({ resolved }) => resolved)).toEqual(["C1: Counter", null, "Step 1: Count"]);
  expect(warnings).toEqual(['"Design C9" is not a heading of design.md; the whole document is given']);
});

test("a document cited as a whole comes whole, without a warning", () => {
  expect(scopeOf("Plan")).toMatchObject({ design: "", plan: DOCUMENTS.plan, warnings: [] });
});

test("IMP-3: without a reference to read both documents come whole, and that is said", () => {
  expect(scopeOf("None")).toEqual({ ...DOCUMENTS, references: [], warnings: [WHOLE] });
});

test("IMP-3: references to the spec are only told, and a piece of no known kind is skipped with a warning", () => {
  const { design, plan, references, warnings } = scopeOf("Spec AC-2, because of last week");

  expect({ design, plan }).toEqual(DOCUMENTS);
  expect(references.every(({ resolved }) => resolved === null)).toBe(true);
  expect(references.map(({ kind }) => kind)).toEqual(["spec", "unknown"]);
  expect(warnings).toEqual(['"because of last week" names no document and is skipped', WHOLE]);
});
