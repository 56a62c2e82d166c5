// `iflow tasks`: what each task would be handed, as a person and as a program see it.
import { expect, test } from "vitest";
import { verifies } from "../../requirements.ts";
import { withTasks } from "../../support/documents.ts";
import { workplace } from "../../support/iflow.ts";
import { runHere } from "../../support/run-here.ts";
import { inWords, linesWiderThan, TestScreen } from "../../support/screen.ts";
import { FOLDER } from "../../support/story.ts";

verifies(["IMP-1", "IMP-2", "IMP-3"], "every task with the sections its references name", async () => {
  const place = await workplace();
  await withTasks(place);

  const { code, document } = await place.json("tasks");

  expect(code).toBe(0);
  const [first, second] = document.data.tasks;
  expect(first).toMatchObject({ number: "1.1", title: "Write the attempt counter", dependsOn: [] });
  expect(first.references).toEqual([
    { raw: "Design C1", kind: "design", id: "C1", resolved: "C1: Attempt counter" },
    { raw: "Plan 1.1", kind: "plan", id: "1.1", resolved: "1.1 Attempt counter" },
  ]);
  expect(first.contextChars).toBeLessThan(first.fullChars / 2);
  expect(second.dependsOn).toEqual(["1.1"]);
});

verifies("USE-2", "U3: on a narrow terminal no word of a task is broken", async () => {
  const place = await workplace();
  await withTasks(place);
  const title = "Write the attempt counter that counts failed logins by address and minute";
  await place.write({
    [`${FOLDER}/tasks.md`]: place.read(`${FOLDER}/tasks.md`).replace("Write the attempt counter", title),
  });
  const screen = new TestScreen(40, 60);

  await runHere(place.root, ["tasks"], {}, screen);

  expect(inWords(screen.text)).toContain(title);
  expect(inWords(screen.text)).toContain("Plan 1.1 → 1.1 Attempt counter");
  expect(linesWiderThan(40, screen.writes.join(""))).toEqual([]);
});

verifies(
  "IMP-3",
  "a reference that leads nowhere loads the whole document and says so; none at all loads both",
  async () => {
    const place = await workplace({}, { "README.md": "x" });
    await withTasks(place);
    const text = (why: string) => `# Tasks\n\n## Phase 1\n\n### Task 1: A\n- **Why:** ${why}\n- **Done when:** done\n`;
    await place.write({ [`${FOLDER}/tasks.md`]: text("Design C9 / Plan 1.1") });
    const [lost] = (await place.json("tasks")).document.data.tasks;
    expect(lost.warnings).toEqual([expect.stringContaining("is not a heading of design.md")]);
    await place.write({ [`${FOLDER}/tasks.md`]: text("it is needed") });
    const [plain] = (await place.json("tasks")).document.data.tasks;
    expect(plain.contextChars).toBe(plain.fullChars);
    expect(plain.warnings.join()).toContain("No parseable traceability references");
  },
);

test("a file anywhere works too; one without tasks says what was looked for", async () => {
  const place = await workplace(
    {},
    { "notes/tasks.md": "# Tasks\n\n### Task 1: One\n", "notes/empty.md": "# Nothing\n" },
  );
  const ended = await place.iflow("tasks", "notes/tasks.md");
  expect([ended.code, ended.stdout]).toEqual([0, expect.stringContaining("One")]);
  const none = await place.iflow("tasks", "notes/empty.md");
  expect([none.code, none.stderr]).toEqual([3, expect.stringContaining("looked for")]);
  expect((await place.iflow("tasks", "notes/gone.md")).code).toBe(2);
});
