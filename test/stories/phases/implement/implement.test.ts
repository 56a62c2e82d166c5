// implement as a command: tasks, three reviewers, fixes, final validation, the breaker.
import { describe, expect, test } from "vitest";
import { verifies } from "../../../requirements.ts";
import { withTasks } from "../../../support/documents.ts";
import { FINISH } from "../../../support/finish-story.ts";
import { type Roles, type Turn, type Workplace, workplace } from "../../../support/iflow.ts";
import { sampled } from "../../../support/sampled.ts";
import { inWords } from "../../../support/screen.ts";
import { approve, FEATURE, FOLDER, reject } from "../../../support/story.ts";

const TEST = "node --test";

const COUNTER = "export const isAllowed = () => true;\n";
const report = (...files: string[]) =>
  `Implemented: it\nTested: ${TEST}\nFiles changed:\n${files.map((file) => `- ${file}`).join("\n")}\nDecisions: a Map, not a table\nDeviations: none\nConcerns: none`;

const writesCode = (files: Record<string, string>, more: Turn = {}): Turn => ({
  writes: files,
  reply: report(...Object.keys(files)),
  ...more,
});

const TASKS: Roles = {
  implementer: [
    writesCode(
      { "src/attempts.mjs": COUNTER },
      { promptHas: ["## Task 1.1: Write the attempt counter", "### C1: Attempt counter"] },
    ),
    writesCode({ "src/server.mjs": "export const server = 1;\n" }, { promptHas: ["## Task 1.2"] }),
  ],
};
const PASS: Roles = {
  "code-simplifier": [{ reply: { approved: true, simplifications: [] } }],
  "test-deepener-a": [{ reply: { outlines: [] } }],
  "implementation-reviewer": [{ expect: "fresh", reply: approve("No external claims to verify") }],
  "code-quality-reviewer": [{ expect: "fresh", reply: approve() }],
  "security-reviewer": [{ expect: "fresh", reply: approve("No external security claims to verify") }],
};

async function place(roles: Roles, files: Record<string, string> = {}): Promise<Workplace> {
  const where = await workplace({ ...TASKS, ...PASS, ...roles }, { "README.md": "x\n", ...files });
  await withTasks(where);
  return where;
}

const implement = (where: Workplace, ...args: string[]) =>
  where.iflow("implement", "--script", where.scriptPath, ...args);
const LEVELS = { tasks: { passed: true }, spec: { passed: false }, design: { passed: false }, prd: { passed: true } };

verifies("TR-4", "T7: an approval without levels, or with failed ones, is sent back and never counts", async () => {
  const bad = (levels: unknown) => ({ reply: { ...approve("No external claims to verify"), levels } });
  for (const levels of sampled([LEVELS, null, { tasks: { passed: true } }], 3)) {
    const where = await place({
      "implementation-reviewer": [
        bad(levels),
        { expect: "repair", promptHas: ["levels"], reply: { ...reject("AC-1 is missing"), levels: LEVELS } },
        { reply: approve("No external claims to verify") },
      ],
      fixer: [writesCode({ "src/attempts.mjs": `${COUNTER}// fixed\n` })],
      "code-quality-reviewer": [{ reply: approve() }, { reply: approve() }],
      "security-reviewer": [1, 2].map(() => ({ reply: approve("No external security claims to verify") })),
    });

    const ended = await implement(where, "--yolo");

    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(ended.stderr).toMatch(/✗ code reviewer/);
    expect(history(where)).toMatch(/Level 1 \(Tasks\): pass\n +- Level 2 \(Spec\): fail/);
    expect(history(where)).not.toMatch(/Approved\n.*\n.*: fail/);
  }
});

const history = (where: Workplace) => where.read(`${FOLDER}/.review-history.md`);

verifies(["IMP-5", "IMP-6"], "a new implementer per task, one commit each, and a log of what was decided", async () => {
  const where = await place({});
  const ended = await implement(where, "--yolo");
  expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
  const log = where.git("log", "--format=%s", "-3").split("\n");
  expect(log).toEqual([
    "phase(implement): login-limit - approved",
    "iflow: implement task 1.2",
    "iflow: implement task 1.1",
  ]);
  expect(where.git("show", "--name-only", "--format=", "HEAD~2").trim()).toBe("src/attempts.mjs");
  expect(where.git("show", "--name-only", "--format=", "HEAD").trim().split("\n").sort()).toEqual(
    [".meta.json", ".review-history.md", "implementation-log.md"].map((name) => `${FOLDER}/${name}`),
  );
  const text = where.read(`${FOLDER}/implementation-log.md`);
  expect(text).toContain("# Implementation Log");
  expect(text).toContain("## Task 1.1: Write the attempt counter");
  expect(text).toContain("- **Decisions:** a Map, not a table");
  expect(history(where)).toContain("**Security Review:** Approved");
  expect(where.git("status", "--porcelain")).toBe("");
});

verifies(
  ["IMP-10", "RES-7", "LOOP-3", "RES-5"],
  "only who failed looks again; the fixer gets only their issues; then who passed before validates the change",
  async () => {
    const where = await place({
      "security-reviewer": [
        { expect: "fresh", reply: reject("Counts per address can be spoofed.") },
        { expect: "resume", promptHas: ["## Delta", "## Fix Summary", "This is iteration 2 of 5."], reply: approve() },
      ],
      "implementation-reviewer": [
        { expect: "fresh", reply: approve() },
        {
          expect: "final",
          promptHas: ["## Changes Since Your Last Review", "final validation round (iteration 3 of 5)"],
          reply: approve(),
        },
      ],
      "code-quality-reviewer": [
        { expect: "fresh", reply: approve() },
        { expect: "final", reply: approve() },
      ],
      fixer: [
        writesCode(
          { "src/attempts.mjs": `${COUNTER}// fixed\n` },
          { expect: "fresh", promptHas: ["spoofed", "## All Implementation Files"] },
        ),
      ],
    });
    const ended = await implement(where, "--yolo");
    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(where.git("log", "--format=%s")).toContain("iflow: implement review iteration 1 fixes");
    expect(history(where)).toContain("[FINAL VALIDATION]");
    expect(history(where)).toContain("**Security Review:** Skipped (passed iter 2, unchanged)");
  },
);

verifies(["LOOP-4", "PH-7"], "five rounds without approval: --yolo stops and says how to go on", async () => {
  const where = await place({
    "security-reviewer": Array.from({ length: 5 }, (_, n) => ({ reply: reject(`Still open ${n}.`) })),
    fixer: Array.from({ length: 4 }, (_, n) => writesCode({ "src/attempts.mjs": `${COUNTER}// ${n}\n` })),
  });
  const ended = await implement(where, "--yolo");
  expect(ended.code).toBe(3);
  expect(ended.stderr).toContain("YOLO MODE STOPPED: Implementation review failed after 5 iterations.");
  expect(ended.stderr).toContain("Still open 4.");
  expect(ended.stderr).toContain("Resume with: iflow continue");
});

verifies("IMP-11", "the engine runs the tests and hands the result on as a fact", async () => {
  const where = await place(
    {
      "implementation-reviewer": [
        {
          promptHas: [
            ...["The engine ran the project's tests", "FAILED (exit code 3)"],
            "Failing tests:\n\n      - the sixth is refused: expected 429",
          ],
          reply: approve(),
        },
      ],
    },
    {
      "iflow.config.json": JSON.stringify({
        checks: {
          repairFirst: false,
          test: "printf 'not ok 1 - the sixth is refused\\n  ---\\n  error: expected 429\\n'; seq 30; exit 3",
        },
      }),
    },
  );
  const ended = await implement(where, "--yolo");
  expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
});

test("a task that fails is tried again; one that was done already costs no commit", async () => {
  const where = await place({
    implementer: [
      { error: "down" },
      { reply: "Task already complete\nFiles changed: none" },
      writesCode({ "src/server.mjs": "export const server = 1;\n" }),
    ],
  });
  const ended = await implement(where, "--yolo");
  expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
  expect(where.git("log", "--format=%s")).not.toContain("implement task 1.1");
  expect(where.read(`${FOLDER}/implementation-log.md`)).toContain("- **Status:** already complete");
});

const SIMPLER: Turn = {
  reply: {
    approved: false,
    simplifications: [{ severity: "high", location: "src/attempts.mjs:1", suggested: "one line" }],
  },
};
const APPLIED = writesCode(
  { "src/attempts.mjs": `${COUNTER}// simpler\n` },
  { promptHas: ["## Simplifications to Apply"] },
);

describe("the simplifier", () => {
  verifies(["IMP-8", "RES-9"], "proposes; one fresh implementer applies; the commit is its own", async () => {
    const where = await place({
      "code-simplifier": [SIMPLER],
      implementer: [...(TASKS.implementer ?? []), { ...APPLIED, expect: "fresh" }],
    });
    const ended = await implement(where, "--yolo");
    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(where.git("log", "--format=%s")).toContain("iflow: implement simplification");
    expect(where.read("src/attempts.mjs")).toContain("simpler");
  });

  verifies("IMP-8", "red tests: exactly those files are put back and it is said", async () => {
    const where = await place(
      { "code-simplifier": [SIMPLER], implementer: [...(TASKS.implementer ?? []), APPLIED] },
      { "iflow.config.json": JSON.stringify({ checks: { test: "! grep -q simpler src/attempts.mjs" } }) },
    );
    const ended = await implement(where, "--yolo");
    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(where.read("src/attempts.mjs")).toBe(COUNTER);
    expect(inWords(ended.stderr)).toContain("restored: src/attempts.mjs");
  });

  verifies(
    ["IMP-8", "TR-5"],
    "T14: is told how the tests stand, and the implementer gets the code as it is now",
    async () => {
      const now = {
        severity: "high",
        location: "src/attempts.mjs:1",
        current: "export const isAllowed",
        suggested: "less",
      };
      const proposal = { reply: { approved: false, simplifications: [now] } };
      const ran = (result: string) =>
        `The engine ran the project's tests (${TEST_LINE}) before the simplification: ${result}`;
      const red = "FAILED (exit code 1)";
      const applies = (...promptHas: string[]) => ({
        ...APPLIED,
        promptHas: ["Now:\n\n      export const isAllowed", ...promptHas],
      });
      const TEST_LINE = "grep -q isAllowed src/attempts.mjs";
      const green = await place(
        {
          "code-simplifier": [{ ...proposal, promptHas: [ran("passed")] }],
          implementer: [...(TASKS.implementer ?? []), applies(ran("passed"), "keep every test green")],
        },
        { "iflow.config.json": JSON.stringify({ checks: { test: TEST_LINE } }) },
      );
      const ended = await implement(green, "--yolo");
      expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);

      const failing = `printf 'not ok 1 - the sixth\\n'; exit 1`;
      const broken = await place(
        {
          "code-simplifier": [{ ...proposal, promptHas: [red, "- the sixth"] }],
          implementer: [...(TASKS.implementer ?? []), applies(red, "make no further test fail")],
        },
        { "iflow.config.json": JSON.stringify({ checks: { test: failing, repairFirst: false } }) },
      );
      const kept = await implement(broken, "--yolo");
      expect(`${kept.code} ${kept.stderr}`).toMatch(/^0 /);
      expect(broken.git("log", "--format=%s")).toContain("iflow: implement simplification"); // no further test fails

      const untested = await place({
        "code-simplifier": [{ ...proposal, promptHas: ["nobody has run any tests"] }],
        implementer: [...(TASKS.implementer ?? []), applies("nobody has run any tests")],
      });
      expect((await implement(untested, "--yolo")).code).toBe(0);
    },
  );

  verifies(["IMP-8", "TR-5"], "T14: proposals of low severity are applied by nobody", async () => {
    const low = { severity: "low", location: "src/attempts.mjs:1", suggested: "a blank less" };
    const high = { severity: "medium", location: "src/server.mjs:1", suggested: "one line" };
    const simplifies = (...simplifications: unknown[]) => [{ reply: { approved: true, simplifications } }];
    const prompts = (where: Workplace) => where.dispatchFiles(FEATURE, "implementer-fresh.prompt.md", "implement");
    const none = await place({ "code-simplifier": simplifies(low) });
    const ended = await implement(none, "--yolo");
    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(prompts(none)).toHaveLength(2); // its tasks
    const some = await place({
      "code-simplifier": simplifies(low, high),
      implementer: [...(TASKS.implementer ?? []), { ...APPLIED, promptHas: ["src/server.mjs:1"] }],
    });
    const applied = await implement(some, "--yolo");
    expect(`${applied.code} ${applied.stderr}`).toMatch(/^0 /);
    const [, , last] = prompts(some);
    expect(some.read(`.git/iflow/runs/${FEATURE}.implement.1/dispatches/${last}`)).not.toContain("a blank less");
  });

  verifies(
    ["IMP-8", "TR-5"],
    "T14: what a failed one had made is removed, a copy is kept, and it is said",
    async () => {
      const files = { "src/attempts.mjs": `${COUNTER}// simpler\n`, "src/deep/helper.mjs": "export const help = 1;\n" };
      const where = await place(
        { "code-simplifier": [SIMPLER], implementer: [...(TASKS.implementer ?? []), writesCode(files)] },
        { "iflow.config.json": JSON.stringify({ checks: { test: "! grep -q simpler src/attempts.mjs" } }) },
      );
      const ended = await implement(where, "--yolo");
      expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
      expect(ended.stderr).toContain("removed: src/deep/helper.mjs");
      expect(where.git("status", "--porcelain")).toBe("");
      expect(where.git("log", "--all", "--format=%H", "--", "src/deep/helper.mjs")).toBe("");
      const kept = `.git/iflow/runs/${FEATURE}.implement.1/changed/simplify/src/deep/helper.mjs`;
      expect(where.read(kept)).toBe("export const help = 1;\n");
    },
  );

  verifies(["IMP-8", "TR-5"], "T14: a new file that nobody named is left, and said", async () => {
    const run = ["echo mine > src/mine.mjs"];
    const where = await place(
      { "code-simplifier": [SIMPLER], implementer: [...(TASKS.implementer ?? []), { ...APPLIED, run }] },
      { "iflow.config.json": JSON.stringify({ checks: { test: "! grep -q simpler src/attempts.mjs" } }) },
    );
    const ended = await implement(where, "--yolo");
    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(inWords(ended.stderr)).toContain("left, because nobody named it or it held your changes: src/mine.mjs");
    expect(where.read("src/mine.mjs")).toBe("mine\n");
  });

  verifies("IMP-8", "one that fails holds nothing up", async () => {
    const where = await place({ "code-simplifier": [{ error: "down" }] });
    expect((await implement(where, "--yolo")).code).toBe(0);
  });
});

const OUTLINE = {
  dimension: "bdd_scenarios",
  scenario_name: "sixth",
  given: "five",
  when: "one more",
  // biome-ignore lint/suspicious/noThenProperty: the field is called so in every given/when/then
  then: "429",
  derived_from: "spec:AC-1",
};
const tests = (...divergences: object[]): Turn => ({
  writes: { "test/deep.test.mjs": `// ${divergences.length}\n` },
  reply: {
    tests_added: [{ file: "test/deep.test.mjs" }],
    spec_divergences: divergences,
    all_tests_pass: divergences.length === 0,
  },
});
const DIVERGENCE = {
  spec_criterion: "AC-1",
  expected: "429",
  actual: "200",
  failing_test: "test/deep.test.mjs::sixth",
};

describe("test deepening", () => {
  verifies("IMP-9", "outlines come from the documents alone: code is refused to a blind role", async () => {
    const where = await place({
      "test-deepener-a": [{ reads: [`${FOLDER}/spec.md`, "src/attempts.mjs"], reply: { outlines: [OUTLINE] } }],
      "test-deepener-b": [
        { ...tests(), promptHas: ["## Test Outlines (from Phase A)", "sixth", "- src/attempts.mjs"] },
      ],
    });
    const ended = await implement(where, "--yolo");
    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(ended.stderr).toContain("was refused: read src/attempts.mjs");
    expect(where.git("log", "--format=%s")).toContain("iflow: implement tests");
  });

  verifies("IMP-9", "no outlines: said, and the reviews begin", async () => {
    const where = await place({});
    const ended = await implement(where, "--yolo");
    expect(inWords(ended.stderr)).toContain("The test designer saw nothing more to test.");
    expect(ended.code).toBe(0);
  });

  verifies(["IMP-9", "PH-7"], "a divergence is fixed, only B runs again; after two cycles --yolo stops", async () => {
    const where = await place({
      "test-deepener-a": [{ reply: { outlines: [OUTLINE] } }],
      "test-deepener-b": [tests(DIVERGENCE), tests(DIVERGENCE), tests(DIVERGENCE)],
      fixer: [1, 2].map((n) =>
        writesCode({ "src/attempts.mjs": `${COUNTER}// ${n}\n` }, n === 1 ? { promptHas: ["expected 429"] } : {}),
      ),
    });
    const ended = await implement(where, "--yolo");
    expect(ended.code).toBe(3);
    expect(ended.stderr).toContain(
      "YOLO MODE STOPPED: Test deepening found persistent spec divergences after 2 fix cycles.",
    );
    expect(ended.stderr).toContain("Divergences:");
    const again = await where.iflow("continue", "--yolo"); // TR-2: on unchanged code it stops again
    expect([again.code, again.stderr]).toEqual([3, expect.stringContaining("Nothing has changed since the last stop")]);
    const asked = await where.iflow("continue");
    expect([asked.code, asked.stderr]).toEqual([4, expect.stringContaining("1 spec divergence")]);
  });

  verifies(
    "TR-2",
    "after a stop for a divergence, changed code is reviewed, and the reviewers are told what was open",
    async () => {
      const where = await place({
        "test-deepener-a": [{ reply: { outlines: [OUTLINE] } }],
        "test-deepener-b": [tests(DIVERGENCE), tests(DIVERGENCE), tests(DIVERGENCE)],
        fixer: [1, 2].map((n) => writesCode({ "src/attempts.mjs": `${COUNTER}// ${n}\n` })),
        "security-reviewer": [
          { promptHas: ["An earlier review of this phase ended without approval.", "expected 429"], reply: approve() },
        ],
      });
      expect((await implement(where, "--yolo")).code).toBe(3);
      await where.write({ "src/attempts.mjs": `${COUNTER}// by hand\n` });
      const asked = await where.iflow("continue");
      await where.iflow("answer", /iflow answer (\S+\.\d+)/.exec(asked.stderr)?.[1] ?? "", "include");
      const ended = await where.iflow("continue", "--yolo");
      expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    },
  );

  verifies("IMP-9", "a fixer that fails twice here is said, and the reviewers go on", async () => {
    const where = await place({
      "test-deepener-a": [{ reply: { outlines: [OUTLINE] } }],
      "test-deepener-b": [tests(DIVERGENCE)],
      fixer: [{ error: "model overloaded" }, { error: "model overloaded" }],
    });
    const ended = await implement(where, "--yolo");
    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(ended.stderr).toContain("fixer: model overloaded");
  });

  verifies("IMP-9", "accepted: the named tests are deleted in one go", async () => {
    const where = await place({
      "test-deepener-a": [{ reply: { outlines: [OUTLINE] } }],
      "test-deepener-b": [tests(DIVERGENCE)],
      fixer: [
        {
          promptHas: ["Delete the test test/deep.test.mjs::sixth"],
          deletes: ["test/deep.test.mjs"],
          reply: report("test/deep.test.mjs"),
        },
      ],
    });
    const asked = await implement(where);
    expect([asked.code, asked.stderr]).toEqual([4, expect.stringContaining("1 spec divergence")]);
    await where.iflow("answer", /iflow answer (\S+\.\d+)/.exec(asked.stderr)?.[1] ?? "", "accept");
    const ended = await where.iflow("continue", "--yolo");
    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(where.git("ls-files", "test")).toBe("");
  });
});

const SIMPLE = { approved: true, simplifications: [] };

describe("the breaker", () => {
  const code = (more: string) => writesCode({ "src/attempts.mjs": `${COUNTER}${more}` });
  const STUCK: Roles = {
    "security-reviewer": Array.from({ length: 6 }, (_, n) => ({
      reply: n < 2 ? reject(`Still open ${n}.`) : approve(),
    })),
    "implementation-reviewer": Array.from({ length: 3 }, () => ({ reply: approve() })),
    "code-quality-reviewer": Array.from({ length: 3 }, () => ({ reply: approve() })),
    fixer: Array.from({ length: 4 }, (_, n) => writesCode({ "src/attempts.mjs": `${COUNTER}// ${n}\n` })),
  };

  /** What follows is the same after two rounds as after five, which the test above plays. */
  const TWO_ROUNDS = { "iflow.config.json": JSON.stringify({ review: { maxRounds: 2 } }) };

  verifies("LOOP-4", "force approve keeps the open issues in reviewerNotes", async () => {
    const where = await place(STUCK, TWO_ROUNDS);
    const asked = await implement(where);
    expect(asked.code).toBe(4);
    await where.iflow("answer", /iflow answer (\S+\.\d+)/.exec(asked.stderr)?.[1] ?? "", "force-approve");
    const ended = await where.iflow("continue", "--yolo");
    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    const meta = JSON.parse(where.read(`${FOLDER}/.meta.json`));
    expect(meta.phases.implement).toMatchObject({
      iterations: 2,
      reviewerNotes: [expect.stringContaining("Still open 1.")],
    });
  });

  verifies(
    ["LOOP-4", "TR-2"],
    "T3: abandon ends the run; an earlier phase may be run again, after a question",
    async () => {
      const where = await place(STUCK, TWO_ROUNDS);
      const asked = await implement(where);
      await where.iflow("answer", /iflow answer (\S+\.\d+)/.exec(asked.stderr)?.[1] ?? "", "abandon");
      const { code, document } = await where.json("continue");
      expect([code, document.data.outcome, document.error.code]).toEqual([3, "stopped", "not-approved"]);
      expect((await where.iflow("status")).stdout).toContain(
        "create-tasks completed, implement stopped with 1 open issue",
      );
      expect(where.git("log", "-1", "--format=%s")).toBe("iflow: implement stopped");
      expect(JSON.parse(where.read(`${FOLDER}/.meta.json`)).phases.implement).toMatchObject({
        outcome: "stopped",
        iterations: 2,
        openIssues: [{ reviewer: "security-reviewer", description: "Still open 1." }],
      });
      const back = await where.iflow("create-plan", "--script", where.scriptPath);
      expect([back.code, back.stderr]).toEqual([
        4,
        expect.stringContaining("Phase 'create-plan' was already completed"),
      ]);
    },
  );

  verifies("TR-2", "T2, T3: implement after abandon begins with what was open, on the code that is there", async () => {
    const again = code("// again\n");
    const where = await place(
      {
        ...STUCK,
        implementer: [...(TASKS.implementer ?? []), again, { reply: "Task already complete\nFiles changed: none" }],
        "code-simplifier": [{ reply: SIMPLE }, { reply: SIMPLE }],
        "test-deepener-a": [{ reply: { outlines: [] } }, { reply: { outlines: [] } }],
        "security-reviewer": [
          ...(STUCK["security-reviewer"] ?? []).slice(0, 2),
          {
            promptHas: ["An earlier review of this phase ended without approval.", "SEC0.1 [blocker]", "Still open 1."],
            reply: approve(),
          },
        ],
      },
      TWO_ROUNDS,
    );
    const asked = await implement(where);
    await where.iflow("answer", /iflow answer (\S+\.\d+)/.exec(asked.stderr)?.[1] ?? "", "abandon");
    expect((await where.iflow("continue")).code).toBe(3);

    const ended = await implement(where, "--yolo");

    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    const { implement: record } = JSON.parse(where.read(`${FOLDER}/.meta.json`)).phases;
    expect(record).toMatchObject({ outcome: "approved", iterations: 1 });
    expect(record.openIssues).toBeUndefined();
  });

  verifies(["LOOP-4", "TR-2"], "T2, T3: what was abandoned is not merged by finish --yolo", async () => {
    const where = await place({ ...FINISH, ...STUCK }, TWO_ROUNDS);
    const asked = await implement(where);
    await where.iflow("answer", /iflow answer (\S+\.\d+)/.exec(asked.stderr)?.[1] ?? "", "abandon");
    expect((await where.iflow("continue")).code).toBe(3);

    const ended = await where.iflow("finish-feature", "--script", where.scriptPath, "--yolo");

    expect([ended.code, inWords(ended.stderr)]).toEqual([
      4,
      expect.stringContaining("implement was given up with 1 open issue"),
    ]);
    expect(inWords(ended.stderr)).toContain("nobody has approved the code");
    expect(where.git("log", "--format=%s", "main")).not.toContain("login-limit");
  });

  verifies("TR-2", "T13: when the tests cannot be looked at again, what they had shown stays open", async () => {
    const where = await place({
      "test-deepener-a": [{ reply: { outlines: [OUTLINE] } }],
      "test-deepener-b": [tests(DIVERGENCE), { error: "model overloaded" }, { error: "model overloaded" }],
      fixer: [writesCode({ "src/attempts.mjs": `${COUNTER}// 1\n` })],
      "security-reviewer": [{ promptHas: ["- TEST0.1 [blocker] AC-1: expected 429"], reply: approve() }],
    });
    const ended = await implement(where, "--yolo");
    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
  });

  verifies(
    ["LOOP-4", "TR-2"],
    "pause names the files; changed code is reviewed in a new loop from round 1",
    async () => {
      const where = await place(STUCK, TWO_ROUNDS);
      const asked = await implement(where);
      await where.iflow("answer", /iflow answer (\S+\.\d+)/.exec(asked.stderr)?.[1] ?? "", "pause");
      const paused = await where.iflow("continue");
      expect([paused.code, paused.stderr]).toEqual([3, expect.stringContaining("src/attempts.mjs")]);
      const stopped = await where.iflow("continue", "--yolo");
      expect([stopped.code, stopped.stderr]).toEqual([3, expect.stringContaining("so no reviewer is asked again")]);
      await where.write({ "src/attempts.mjs": `${where.read("src/attempts.mjs")}// by hand\n` });
      const changed = await where.iflow("continue");
      await where.iflow("answer", /iflow answer (\S+\.\d+)/.exec(changed.stderr)?.[1] ?? "", "include");
      const ended = await where.iflow("continue", "--yolo");
      expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
      expect(history(where).match(/^## Iteration 1 /gm)).toHaveLength(2);
    },
  );
});
