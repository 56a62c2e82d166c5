// implement through the built command: tasks, three reviewers, fixes, final validation, the breaker.
import { expect, test } from "vitest";
import { verifies } from "../requirements.ts";
import { LATER_PHASES } from "../support/documents.ts";
import { type Roles, type Turn, type Workplace, workplace } from "../support/iflow.ts";
import { approve, createFeature, FEATURE, ONE_ROUND, reject } from "../support/story.ts";

const FOLDER = `docs/features/${FEATURE}`;
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
  const where = await workplace(
    { ...ONE_ROUND, ...LATER_PHASES, ...TASKS, ...PASS, ...roles },
    { "README.md": "x\n", ...files },
  );
  await createFeature(where);
  const ended = await where.iflow("continue", "--yolo", "--until", "create-tasks", "--script", where.scriptPath);
  expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
  return where;
}

const implement = (where: Workplace, ...args: string[]) =>
  where.iflow("implement", "--script", where.scriptPath, ...args);
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
        { promptHas: ["The engine ran the project's tests", "FAILED (exit code 3)", "boom"], reply: approve() },
      ],
    },
    { "iflow.config.json": JSON.stringify({ checks: { test: "echo boom; exit 3" } }) },
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
