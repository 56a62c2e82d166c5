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

test("--plan shows what can be worked on side by side, turn by turn, and what holds the others back", async () => {
  const task = (number: string, ...fields: string[]) =>
    `### Task ${number}: Part ${number}\n${fields.join("\n")}\n- **Done when:** it works\n`;
  const free = (path: string, needs = "None") => [`- **Depends on:** ${needs}`, `- **Files:** \`${path}\``];
  const list = [
    task("1.1", ...free("src/a.ts")),
    task("1.2", ...free("src/b.ts")),
    task("1.3", ...free("src/b.ts", "1.1")),
    task("1.4"),
  ];
  const place = await workplace({}, { "notes/tasks.md": `# Tasks\n\n${list.join("\n")}` });

  const { stdout } = await place.iflow("tasks", "notes/tasks.md", "--plan");
  const { plan, turns } = (await place.json("tasks", "notes/tasks.md")).document.data;

  expect(stdout.trimEnd()).toBe(
    [
      "Turn  side by side, three at most",
      "  1     1.1  1.2",
      "  2     1.3",
      "  3     1.4",
      "",
      "Held back",
      "  1.3   after 1.1, 1.2: depends on 1.1; src/b.ts is also changed by 1.2",
      "  1.4   after all before it: does not say what it depends on; names no files",
      "",
      "4 tasks, if all take equally long: 1.3 times as fast with 2 at a time, 1.3 with 3, 1.3 with 4.",
    ].join("\n"),
  );
  expect(turns["2"]).toEqual([["1.1", "1.2"], ["1.3"], ["1.4"]]);
  expect(plan[2]).toEqual({
    ...{ number: "1.3", title: "Part 1.3", after: ["1.1", "1.2"] },
    why: ["depends on 1.1", "src/b.ts is also changed by 1.2"],
  });
});
