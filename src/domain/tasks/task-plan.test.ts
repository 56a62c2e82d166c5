// Which tasks wait for which, and why; and that no plan lets two of the same file work side by side.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseTasks } from "./task-list.ts";
import { type PlannedTask, planTasks } from "./task-plan.ts";
import { turnsOf } from "./task-turns.ts";

interface Written {
  readonly needs?: string;
  readonly files?: string;
}

/** Parsed from a list like those that are written. */
function plan(...tasks: readonly Written[]): PlannedTask[] {
  const parts = tasks.map(({ needs, files }, index) => {
    const fields = [
      needs === undefined ? [] : `- **Depends on:** ${needs}`,
      files === undefined ? [] : `- **Files:** ${files}`,
    ];
    return `### Task 1.${index + 1}: part ${index + 1}\n- **Why:** Plan 1.1\n${fields.flat().join("\n")}\n- **Done when:** it works\n`;
  });
  const list = parseTasks(`## Tasks\n${parts.join("\n")}`);
  return list.ok ? planTasks(list.tasks) : [];
}

/** Two claims, the plain way: one is a beginning of the other, folder by folder. */
function clash(one = "", other = ""): boolean {
  const claims = (files: string) =>
    files.split(", ").map((path) =>
      path
        .replaceAll("`", "")
        .split("/")
        .filter((part) => part !== "" && part !== "*.ts"),
    );
  return claims(one).some((left) =>
    claims(other).some((right) => left.every((part, at) => at >= right.length || part === right[at])),
  );
}

const free = (path: string, needs = "None"): Written => ({ needs, files: `\`${path}\`` });

describe("a task", () => {
  it("that depends on nothing and shares no file begins at once", () => {
    expect(plan(free("a.ts"), free("b.ts"))).toEqual([
      { number: "1.1", after: [], alone: false, why: [] },
      { number: "1.2", after: [], alone: false, why: [] },
    ]);
  });

  it("waits for what it depends on and for those that change the same file", () => {
    expect(plan(free("a.ts"), free("b.ts"), { needs: "1.1", files: "`c.ts`, `b.ts`" })[2]).toEqual({
      ...{ number: "1.3", after: [0, 1], alone: false },
      why: ["depends on 1.1", "b.ts is also changed by 1.2"],
    });
  });

  it("that does not say what it depends on waits for all before it, and not the later ones for it", () => {
    const [, second, third] = plan(free("a.ts"), { files: "`b.ts`" }, free("c.ts"));
    expect(second).toMatchObject({ after: "all", alone: false, why: ["does not say what it depends on"] });
    expect(third?.after).toEqual([]);
  });

  it.each([
    ["names no files", undefined, "names no files"],
    ["names a file outside", "`../secret.ts`", "names ../secret.ts, which is not a file of the repository"],
    ["names an absolute path", "`/etc/passwd`", "names /etc/passwd, which is not a file of the repository"],
    ["names what belongs to git", "`.git/config`", "names .git/config, which is not a file of the repository"],
    ["claims everything", "`**/*.ts`", "claims everything (**/*.ts)"],
  ])("that %s works alone", (_, files, why) => {
    const [, second, third] = plan(
      free("a.ts"),
      { needs: "None", ...(files !== undefined && { files }) },
      free("c.ts"),
    );
    expect(second).toMatchObject({ after: "all", alone: true, why: [why] });
    expect(third).toMatchObject({ after: [1], why: ["1.2 works alone"] });
  });

  it("that depends on a later one keeps its place, and the later one waits: no circle is left", () => {
    const [first, second] = plan(free("a.ts", "1.2"), free("b.ts", "1.1"));
    expect(first?.after).toEqual([]);
    expect(second).toMatchObject({ after: [0], why: ["depends on 1.1, which depends on it"] });
  });

  it("that depends on what is no task waits for all before it", () => {
    expect(plan(free("a.ts"), free("b.ts", "Task 9.9"))[1]).toMatchObject({
      after: "all",
      why: ["depends on 9.9, which is no task"],
    });
  });

  it.each([
    ["a folder and a file in it", "`src/a.ts`", "`src/`"],
    ["a file and its folder before it", "`src/`", "`src/deep/a.ts`"],
    ["a pattern and a file that may fit it", "`src/**/*.test.ts`", "`src/deep/a.test.ts`"],
    ["the same path written in another way", "`src/a.ts`", "`./src//a.ts`"],
  ])("shares %s", (_, first, second) => {
    expect(plan({ needs: "None", files: first }, { needs: "None", files: second })[1]?.after).toEqual([0]);
  });

  it("that claims a folder waits for everyone who changes something in it", () => {
    const tasks = [free("src/y/a.ts"), free("src/x.ts"), free("other.ts"), { needs: "None", files: "`src/`" }];
    expect(plan(...tasks)[3]?.after).toEqual([0, 1]);
  });

  it("does not share a folder with one that only begins alike", () => {
    expect(plan(free("src/ab/x.ts"), { needs: "None", files: "`src/a/`" })[1]?.after).toEqual([]);
  });
});

describe("turns", () => {
  it("fill the lanes in document order and keep what must wait", () => {
    const tasks = plan(free("a.ts"), free("b.ts"), free("c.ts"), free("d.ts", "1.1"), { needs: "None" }, free("f.ts"));
    expect(turnsOf(tasks, 2)).toEqual([[0, 1], [2, 3], [4], [5]]);
    expect(turnsOf(tasks, 1)).toEqual([[0], [1], [2], [3], [4], [5]]);
  });

  it("never hold two tasks with a file in common, nor one with what it waits for", () => {
    const written = fc.record({
      needs: fc.constantFrom("None", "1.1", "1.2", "1.3, 1.4", "1.9", "Task 7.7"),
      files: fc.constantFrom("`a.ts`", "`b.ts`", "`c.ts`, `a.ts`", "`src/`", "`src/x.ts`", "`src/y/*.ts`", "`/x.ts`"),
    });
    fc.assert(
      fc.property(
        fc.array(written, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 4 }),
        (tasks, lanes) => {
          const planned = plan(...tasks);
          const turns = turnsOf(planned, lanes);
          expect(turns.flat().toSorted((a, b) => a - b)).toEqual([...tasks.keys()]);
          for (const [turn, side] of turns.entries()) {
            for (const at of side)
              for (const other of side)
                if (other < at) expect(clash(tasks[other]?.files, tasks[at]?.files), JSON.stringify(side)).toBe(false);
            for (const at of side) {
              const { after = [] } = planned[at] ?? {};
              const before = turns.slice(0, turn).flat();
              for (const needed of after === "all" ? [...tasks.keys()].slice(0, at) : after)
                expect(before).toContain(needed);
            }
          }
        },
      ),
    );
  });
});
