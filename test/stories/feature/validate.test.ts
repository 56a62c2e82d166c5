// `iflow validate`: documents of our own in the shapes people write them, checked by the command.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../../requirements.ts";
import { startIflow, type Workplace, workplace } from "../../support/iflow.ts";
import { createFeature, FEATURE, FOLDER, SPEC_PATH, spec } from "../../support/story.ts";
import { tempFolder } from "../../support/temp-repo.ts";

const PADDING = "Words about the work that follows. ".repeat(4);

interface LintProblem {
  readonly code: string;
  readonly line: number;
  readonly message: string;
  readonly fix: string;
}

/** The one document of a file that is written and validated. */
async function validate(place: Workplace, file: string, text: string, ...flags: string[]) {
  await place.write({ [file]: text });
  const { code, document } = await place.json("validate", file, ...flags);
  expect(document.ok).toBe(true);
  const [{ failedLevel, findings }] = document.data.documents as [
    { failedLevel: number | null; findings: LintProblem[] },
  ];
  return { exit: code, failedLevel, findings, codes: findings.map((problem) => problem.code) };
}

/** A whole folder at once: which levels its documents failed at, and which lint problems there are, each named once. */
async function validateAll(place: Workplace, folder: string, texts: Record<string, string>) {
  await place.write(Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${folder}/${name}`, text])));
  const { code, document } = await place.json("validate", `${folder}/`);
  const documents = document.data.documents as { failedLevel: number | null; findings: LintProblem[] }[];
  expect(documents).toHaveLength(Object.keys(texts).length);
  return {
    exit: code,
    levels: [...new Set(documents.map(({ failedLevel }) => failedLevel))],
    codes: [...new Set(documents.flatMap(({ findings }) => findings.map((problem) => problem.code)))],
  };
}

describe("levels", () => {
  const KINDS: Record<string, { readonly good: string; readonly cut: string }> = {
    prd: {
      good: `# Why we limit logins\n\n## The Problem\n${PADDING}\n\n**Problem:** guesses are free.\n\n## Success Criteria\n- fewer\n`,
      cut: `# Why we limit logins\n\n## The Problem\n${PADDING}\n\n## Success Criteria\n- fewer\n`,
    },
    spec: {
      good: `# Login limit\n\n## Requirements\n### R1\n${PADDING}\n\n**Acceptance Criteria:**\n- it holds\n`,
      cut: `# Login limit\n\n## Requirements\n### R1\n${PADDING}\n`,
    },
    design: {
      good: `# Login limit\n\n## 2. System Architecture\n${PADDING}\n`,
      cut: `# Login limit\n\n## 2. System Thoughts\n${PADDING}\n`,
    },
    plan: {
      good: `# Login limit\n\n## Stage 1 — Count\n${PADDING}\n`,
      cut: `# Login limit\n\n## What to count\n${PADDING}\n`,
    },
    tasks: {
      good: `# Login limit\n\n## Work\n${PADDING}\n\n- [ ] **1.1** Count\n  - Done: counted\n`,
      cut: `# Login limit\n\n## Work\n${PADDING}\n\n- [ ] Count\n`,
    },
  };

  verifies("PH-4", "each kind is accepted in the shapes people write and refused once its section is cut", async () => {
    const place = await workplace();
    const texts = (textOf: (kind: { good: string; cut: string }) => string) =>
      Object.fromEntries(Object.entries(KINDS).map(([kind, both]) => [`${kind}.md`, textOf(both)]));

    expect(
      await validateAll(
        place,
        "good",
        texts(({ good }) => good),
      ),
    ).toEqual({ exit: 0, levels: [null], codes: [] });
    expect(
      await validateAll(
        place,
        "cut",
        texts(({ cut }) => cut),
      ),
    ).toEqual({
      exit: 3,
      levels: [4],
      codes: ["section-missing"],
    });
    const bare = await validateAll(
      place,
      "bare",
      texts(() => `# Login limit\n\n${PADDING}\n`),
    );
    expect(bare).toMatchObject({ exit: 3, levels: [3] });
    expect(
      await validateAll(
        place,
        "soon",
        texts(() => "# Soon"),
      ),
    ).toMatchObject({ exit: 3, levels: [2] });
  });

  verifies("PH-4", "T20: acceptance criteria below a short bold label are found", async () => {
    const place = await workplace();
    const text = `# Login limit\n\n## Requirements\n### R1\n${PADDING}\n\n**AC:**\n- the sixth login is answered 429\n`;

    expect(await validate(place, "spec.md", text)).toMatchObject({ exit: 0, failedLevel: null });
    expect(await validate(place, "spec.md", text.replace("**AC:**", ""))).toMatchObject({ exit: 3, failedLevel: 4 });
  });

  verifies("PH-4", "a document of another kind is refused", async () => {
    const place = await workplace();
    for (const [kind, as] of [
      ["spec", "design"],
      ["design", "plan"],
      ["plan", "spec"],
      ["tasks", "spec"],
    ] as const) {
      const text = (KINDS[kind]?.good ?? "").replace("# Login limit", `# ${kind}: Login limit`);
      expect(await validate(place, "some.md", text, "--as", as)).toMatchObject({ exit: 3, failedLevel: 4 });
      expect(await validate(place, "some.md", text, "--as", kind)).toMatchObject({ exit: 0, failedLevel: null });
    }
  });

  verifies("PH-4", "of a feature: what its completed phases promise and is not there fails level 1", async () => {
    const place = await workplace();
    await createFeature(place);
    expect(await place.json("validate")).toMatchObject({ code: 0, document: { ok: true, data: { documents: [] } } });

    const meta = JSON.parse(place.read(`${FOLDER}/.meta.json`));
    const after = { ...meta, lastCompletedPhase: "create-plan", skippedPhases: [{ phase: "design" }] };
    await place.write({ [`${FOLDER}/.meta.json`]: JSON.stringify(after), [SPEC_PATH]: spec() });
    for (const target of [[], [FEATURE]]) {
      const { code, document } = await place.json("validate", ...target);
      expect([code, document.ok]).toEqual([3, true]);
      expect(document.data.documents).toEqual([
        { path: SPEC_PATH, kind: "spec", failedLevel: null, findings: [] },
        {
          path: `${FOLDER}/plan.md`,
          kind: "plan",
          failedLevel: 1,
          findings: [
            {
              code: "artifact-missing",
              line: 1,
              message: "plan.md does not exist",
              fix: expect.stringContaining("create-plan"),
            },
          ],
        },
      ]);
    }
  });
});

describe("task lists", () => {
  verifies(
    "IMP-1",
    "every numbering is read: the second task of each says what it lacks and cites what is not there",
    async () => {
      const place = await workplace();
      await place.write({ "design.md": `# Design: x\n\n## Components\n### C1: Part\n${PADDING}\n` });
      for (const [first, second, number] of [
        ["### Task 1.1: Count", "### Task 1.2: Show", "1.2"],
        ["#### Task 1.1: Count", "#### Task 1.1a: Show", "1.1a"],
        ["## Task 1: Count", "## Task 2: Show", "2"],
        ["### T1.1: Count", "### T1.2: Show", "T1.2"],
        ["## T1 — Count", "## T2 — Show", "T2"],
        ["### Task A.1: Count", "### Task 1A.1: Show", "1A.1"],
        ["### 1.1 Count", "### 1.2 Show", "1.2"],
        ["- [ ] **T1.1: Count**", "- [x] **T1.2: Show**", "T1.2"],
        ["- [ ] **1.1** Count", "- [ ] **1.2** Show", "1.2"],
        ["- [x] **Task 1.1** — Count", "- [x] **Task 1.2** — Show", "1.2"],
      ] as const) {
        const indent = first.startsWith("-") ? "  " : "";
        const fields = ["- **Why:** Design C1", "- **Done when:** counted"]
          .map((field) => `${indent}${field}`)
          .join("\n");
        const flaws = ["**Why**: Implements Design C9 / Spec AC-1", "**Depends on:** Task 7.7"];
        const text = `# Tasks: x\n\n## Work\n${PADDING}\n\n${first}\n${fields}\n\n${second}\n${flaws.map((flaw) => `${indent}${flaw}`).join("\n")}\n`;
        const { findings, failedLevel } = await validate(place, "tasks.md", text);
        expect([failedLevel, findings.map(({ line, message }) => `${line} ${message}`)]).toEqual([
          null,
          [
            `10 task ${number} (Show) does not say when it is done`,
            `11 task ${number} cites Design C9, which is not in design.md`,
            `12 task ${number} depends on 7.7, but no task has that number`,
          ],
        ]);
      }
    },
  );

  verifies("IMP-1", "no task found: it is said what was looked for, and a fenced example is no task", async () => {
    const place = await workplace();
    const text = `# Tasks: x\n\n## Work\n${PADDING}\n\n\`\`\`md\n### Task 1: quoted\n\`\`\`\n`;
    const { findings, exit } = await validate(place, "tasks.md", text);
    expect([exit, findings[0]?.fix]).toEqual([3, "add one of: Task 1: … · T1: … · - [ ] **1.1** …"]);
  });

  test("numbers used twice, circles, placeholders and criteria that no task covers, each with its line and a way out", async () => {
    const place = await workplace();
    await place.write({ "spec.md": `# Spec: x\n\n## Acceptance Criteria\n${PADDING}\n\n- AC-1: a\n- AC-2: b\n` });
    const task = (number: string, on: string) =>
      `### Task ${number}: Do\n**Depends on:** ${on}\n**AC:** AC-1\n**Done when:** so\n`;
    const text = `# Tasks: {Name}\n\n## Work\n${PADDING}\n\n${task("1", "Task 2")}\n${task("2", "Task 1")}\n${task("1", "none")}`;
    const { findings, exit } = await validate(place, "tasks.md", text);
    expect(exit).toBe(0);
    expect(findings.map(({ line, code, message }) => [line, code, message])).toEqual([
      [1, "placeholder", '"{Name}" is still to be filled in'],
      [1, "criterion-uncited", "no task cites AC-2 (spec.md, line 7)"],
      [7, "dependency-cycle", "tasks wait for each other: 1 → 2 → 1"],
      [16, "task-duplicate", "task 1 (Do) has the same number as 1 (Do) on line 6"],
    ]);
    for (const { fix } of findings) expect(fix).not.toBe("");
  });

  verifies(
    "IMP-2",
    "a citation finds its heading by the id's own words, never a longer id, a fence or a mention",
    async () => {
      const place = await workplace();
      const headings = [
        "## Step 1.10: Ten",
        "```\n### Step 4.4: quoted\n```",
        "### TD5: What I7 says",
        "## Phase 1A: All",
        "### component 10: Clock",
      ];
      await place.write({
        "plan.md": `# Plan: x\n\n${PADDING}\n\nItem 1.1 is 4.4 and I8.\n\n${headings.join("\n")}\n`,
      });
      const found = ["1.10", "Step 1.10", "I7", "1A", "1a", "Phase 1A", "1A.3", "C10", "Component 10"];
      const mentioned = ["1.1", "4.4", "I8"];
      const tasks = [...found, ...mentioned, "C9"].map(
        (why, index) => `### Task ${index + 1}: a\n- **Why:** Plan ${why}\n- **Done when:** so\n`,
      );

      const { findings } = await validate(place, "tasks.md", `# Tasks: x\n\n## Work\n${PADDING}\n\n${tasks.join("")}`);

      const flaws = findings.map(({ code, message }) => `${/cites Plan (\S+),/.exec(message)?.[1]} ${code}`);
      expect(flaws).toEqual([...mentioned.map((id) => `${id} reference-not-a-heading`), "C9 reference-unknown"]);
    },
  );
});

describe("the command", () => {
  test("prints a line for a clean document, and place, code, message and fix for each lint problem", async () => {
    const place = await workplace();
    await place.write({
      "x/spec.md": spec(),
      "x/plan.md": `# Plan: x\n\n## Phase 1: a\n${PADDING}\n\n- **Files:** TBD\n`,
    });
    const ended = await place.iflow("validate", "x/");
    expect([ended.code, ended.stdout]).toEqual([
      0,
      [
        "x/spec.md  ✓",
        "x/plan.md  1 lint problem",
        '  6  placeholder  "TBD" is still to be filled in',
        "                  → write what belongs there, or put it in backticks if it is meant literally",
        "",
        "2 documents, 1 lint problem",
        "",
      ].join("\n"),
    ]);
  });

  test("works on a plain file where there is no repository", async () => {
    const folder = await tempFolder();
    await writeFile(join(folder, "spec.md"), spec());
    const { code, stdout } = await startIflow(folder, "validate", "spec.md").ended;
    expect([code, stdout]).toEqual([0, "spec.md  ✓\n"]);
  });

  test("reads the feature's branch when another one is checked out", async () => {
    const place = await workplace();
    await createFeature(place);
    await place.write({ [SPEC_PATH]: spec() });
    place.git("add", "--all");
    place.git("commit", "--quiet", "--message", "spec");
    place.git("switch", "--quiet", "main");
    const { code, document } = await place.json("validate", FEATURE);
    expect([code, document.data.documents.map(({ path }: { path: string }) => path)]).toEqual([0, [SPEC_PATH]]);
  });

  test.each([
    [["missing.md"], "there is no file missing.md"],
    [["no/such/spec.md"], "there is no file no/such/spec.md"],
    [["README.md"], "the name README.md does not say which kind of document it is"],
    [["README.md", "--as", "novel"], '"novel" is not a kind of document'],
    [[FEATURE, "--as", "spec"], "--as needs a file"],
    [["009-unknown"], "Feature 009-unknown not found"],
  ])("%j is refused with exit 2 and a fix", async (args, message) => {
    const place = await workplace();
    const { code, document } = await place.json("validate", ...args);
    expect([code, document]).toEqual([
      2,
      { ok: false, error: expect.objectContaining({ message, fix: expect.any(String) }) },
    ]);
  });
});
