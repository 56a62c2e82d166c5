import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseTasks, type Task } from "./task-list.ts";

const tasksIn = (text: string): readonly Task[] => {
  const list = parseTasks(text);
  if (!list.ok) throw new Error("no task");
  return list.tasks;
};
const only = (text: string): Task => {
  const [task, ...others] = tasksIn(text);
  expect(others).toEqual([]);
  return task as Task;
};

describe("a task is read from", () => {
  test.each([
    ["### Task 1.1: Write the test", 3, "1.1", "Write the test"],
    ["#### Task 2.3: Ship it [RED]", 4, "2.3", "Ship it [RED]"],
    ["## Task 7: Draw the line", 2, "7", "Draw the line"],
    ["## Task 7. Draw the line", 2, "7", "Draw the line"],
    ["### T1.1: Add `now()`", 3, "T1.1", "Add `now()`"],
    ["## T1 — Harden the pattern", 2, "T1", "Harden the pattern"],
    ["### T6a: Trap", 3, "T6a", "Trap"],
    ["### T-3 Trap", 3, "T-3", "Trap"],
    ["### Task 1.1a: Split", 3, "1.1a", "Split"],
    ["### Task 1A.1: Skill", 3, "1A.1", "Skill"],
    ["### Task 1a.2b: Replace", 3, "1a.2b", "Replace"],
    ["### Task A.1: Wire (FR-1.1)", 3, "A.1", "Wire (FR-1.1)"],
    ["### Task B: Letters alone", 3, "B", "Letters alone"],
    ["### Task V1: Verify", 3, "V1", "Verify"],
    ["### Task 0.1.2: Zero", 3, "0.1.2", "Zero"],
    ["### Task 3.docs: Documents", 3, "3.docs", "Documents"],
    ["### Task Final.1: Gate", 3, "Final.1", "Gate"],
    ["### ✅ Task 4: Done", 3, "4", "Done"],
    ["### `Task 4`: Marked", 3, "4", "Marked"],
    ["### TASK 4: Loud", 3, "4", "Loud"],
    ["### Task 5", 3, "5", ""],
    ["- [ ] **T1.1.1: Write it**", 0, "T1.1.1", "Write it"],
    ["- [x] **1.1** Write it.", 0, "1.1", "Write it."],
    ["- [X] **Task 1.1** — Add it", 0, "1.1", "Add it"],
    ["* [ ] Task 2: Plain", 0, "2", "Plain"],
    ["- [ ] 3. Numbered", 0, "3", "Numbered"],
    ["### 1.1 Bare number", 3, "1.1", "Bare number"],
    ["### 2. Single number", 3, "2", "Single number"],
  ])("%s", (line, level, number, title) => {
    expect(only(`# Tasks: x\n\n${line}\n\ntext\n`)).toMatchObject({ level, number, title, line: 3 });
  });

  test.each([
    "## Task Details",
    "### Tasks",
    "### Task list 1",
    "# Task 1: the title",
    "- Task 1: no box",
    "### Task a thing",
  ])("never from %s", (line) => {
    expect(parseTasks(`${line}\n\ntext\n`).ok).toBe(false);
  });

  test("nothing in a fence; what was looked for is said", () => {
    const list = parseTasks("# Tasks\n\n```md\n### Task 1: x\n```\n");
    expect(list).toEqual({
      ok: false,
      lookedFor: expect.arrayContaining(["### Task 1.1: Title", "- [ ] **1.1** Title"]),
    });
  });

  test("the first form that occurs: numbered steps inside a task are no tasks", () => {
    const numbers = tasksIn("## Task 1: a\n\n- [ ] 1.1 step\n- [ ] 1.2 step\n\n### 1. Notes\n\n## Task 2: b\n").map(
      (t) => t.number,
    );
    expect(numbers).toEqual(["1", "2"]);
  });

  test("not a heading that only groups tasks", () => {
    expect(tasksIn("## T1: Group\n\n### T1.1: a\n\n### T1.2: b\n\n## T2: c\n").map((t) => t.number)).toEqual([
      "T1.1",
      "T1.2",
      "T2",
    ]);
    expect(tasksIn("- [ ] 1. group\n  - [ ] 1.1 a\n  - [ ] 1.2 b\n").map((t) => t.number)).toEqual(["1.1", "1.2"]);
  });
});

describe("the body of a task", () => {
  test("ends at the next task, also inside it, or at the next heading above it", () => {
    const [first, second] = tasksIn("## A\n### Task 1: a\none\n#### Task 9: b\ntwo\n## B\nthree\n");
    expect([first?.body, second?.body]).toEqual(["one", "two"]);
  });

  test("of a list item is what is indented below it, code included", () => {
    const [first, second] = tasksIn(
      "- [ ] **1.1** a\n  - Done: x\n  ```sh\n  run\n  ```\n- [ ] **1.2** b\n\n  more\n\ntext beside\n",
    );
    expect([first?.body, second?.body]).toEqual(["- Done: x\n  ```sh\n  run\n  ```", "more"]);
  });

  test("of the last list item goes to the end of the document", () => {
    expect(only("- [ ] **1.1** a\n  ```\n  code\n  ```\n").body).toContain("code");
  });
});

describe("fields", () => {
  test.each([
    "- **Why:** Plan 1.1",
    "**Why**: Plan 1.1",
    "  - **Why:** Plan 1.1",
    "Why: Plan 1.1",
    "**Source:** Plan 1.1",
    "**Implements:** Plan 1.1",
  ])("%s", (line) => {
    const task = only(`### Task 1: a\n\n${line}\n`);
    expect([task.why, task.references.map(({ kind, id }) => [kind, id])]).toEqual(["Plan 1.1", [["plan", "1.1"]]]);
  });

  test.each([
    ["**Done when:** it holds", ["it holds"]],
    ["- **Done When:**\n  - a\n  - [ ] b", ["a", "b"]],
    ["**Done-when:** both:\n- a\n- b\n\nAnother paragraph.", ["both:", "a", "b"]],
    ["**DoD (all pass):**\n```sh\ngrep x\n```\n\nAnother paragraph.", ["```sh\ngrep x\n```"]],
    ["**Acceptance:**\n\n1. a\n2. b", ["a", "b"]],
    ["#### Done criteria\n- a", ["a"]],
    ["#### Done when:\ntext", ["text"]],
    ["**AC:** the file exists", ["the file exists"]],
    ["- Done: a\n- other", ["a"]],
    ["**Do:**\n1. x\n   **Done when:** nested too", ["nested too"]],
    ["**Done:** a\n\n---\n- text", ["a"]],
    ["**Done:** a\n**Note:** b", ["a"]],
    ["- **Done:** a\n\nA paragraph.", ["a"]],
    ["**Done:**", []],
    ["Done deal: no field", []],
  ])("%j says when it is done", (text, done) => {
    expect(only(`### Task 1: a\n\n${text}\n`).done).toEqual(done);
  });

  test("files, a test, and labels inside another field are text", () => {
    const task = only(
      "### Task 1: a\n- **Files:** `src/a.ts` (new), `b/c.md`, `run all`\n- **Do:**\n  1. Add\n     - **Test:** inner\n     - **Design:** no reference\n- **Test:** `npm test`\n",
    );
    expect(task).toMatchObject({ files: ["src/a.ts", "b/c.md"], test: "`npm test`", references: [] });
    expect(only("### Task 1: a\n**File:** src/a.ts (new), none\n").files).toEqual(["src/a.ts"]);
  });

  test("a bare number means what its label says", () => {
    const of = (line: string) =>
      only(`### Task 1: a\n${line}\n`).references.map(({ kind, word, id }) => [kind, word, id]);
    expect(of("**Plan step:** 3")).toEqual([["plan", "step", "3"]]);
    expect(of("**Design ref:** 4")).toEqual([["design", undefined, "4"]]);
    expect(of("**AC:** AC-1, 2")).toEqual([
      ["spec", undefined, "AC-1"],
      ["spec", undefined, "AC-2"],
    ]);
    expect(of("**AC:** —")).toEqual([]);
  });

  test("references and dependencies end where the text or the list of the field ends", () => {
    const task = only(
      "### Task 1: a\n**Why:** Plan 1\n- [ ] C7 is no reference\n**Depends on:**\n- Task 1\n\n**Note:** x\n",
    );
    expect([task.references.length, task.dependsOn]).toEqual([1, ["1"]]);
    expect(
      only("### Task 1: a\n**Why:**\n- Plan 1\n  as it says\n- Design C2\n").references.map(({ id }) => id),
    ).toEqual(["1", "C2"]);
    expect(only("### Task 1: a\n**Depends on:** 1\n```py\n2.2\n```\n").unknownDependencies).toEqual([]);
  });
});

test("any text is read without a failure, and every line number is a line of it", () => {
  const piece = fc.constantFrom(
    "### Task 1: a",
    "- [ ] **1.1** b",
    "  - Done: x",
    "**Why:** Plan 1 / C2",
    "```",
    "",
    "text",
    "## T1",
    "| a |",
    "---",
  );
  fc.assert(
    fc.property(fc.array(piece), (lines) => {
      const list = parseTasks(lines.join("\n"));
      for (const { line, body } of list.ok ? list.tasks : []) {
        expect(lines[line - 1]).toMatch(/Task 1|1\.1|T1/);
        expect(lines.join("\n")).toContain(body);
      }
    }),
  );
});
