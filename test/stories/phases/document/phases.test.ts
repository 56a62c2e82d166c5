// The document phases after specify, as commands: each alone, then in a chain.
import { describe, expect, test } from "vitest";
import { verifies } from "../../../requirements.ts";
import { design, LATER_PHASES, plan, tasks, writesFile } from "../../../support/documents.ts";
import { type Roles, type Workplace, workplace } from "../../../support/iflow.ts";
import { approve, createFeature, FEATURE, FOLDER, ONE_ROUND, reject } from "../../../support/story.ts";

async function place(roles: Roles): Promise<Workplace> {
  const made = await workplace({ ...ONE_ROUND, ...LATER_PHASES, ...roles });
  await createFeature(made);
  return made;
}

const run = (where: Workplace, ...args: string[]) => where.iflow(...args, "--script", where.scriptPath);
const meta = (where: Workplace) => JSON.parse(where.read(`${FOLDER}/.meta.json`));

/** As many turns again, for a phase that is repeated. */
const twice = (roles: Roles): Roles =>
  Object.fromEntries(Object.entries(roles).map(([role, turns]) => [role, [...turns, ...turns]]));

async function approvedUntil(where: Workplace, phase: string): Promise<void> {
  const ended = await run(where, "continue", "--yolo", "--until", phase);
  expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
}

verifies("PH-1", "continue chains phases in their order; a single command names the next one and ends", async () => {
  const where = await place({});
  const first = await run(where, "specify", "--yolo");
  expect(first.stdout).toContain("Next: iflow design");
  expect(meta(where).lastCompletedPhase).toBe("specify");
  await approvedUntil(where, "create-tasks");
  expect(
    where
      .git("log", "--format=%s")
      .split("\n")
      .filter((line) => line.startsWith("phase(")),
  ).toEqual([
    "phase(create-tasks): login-limit - approved",
    "phase(create-plan): login-limit - approved",
    "phase(design): login-limit - approved",
    "phase(specify): login-limit - approved",
  ]);
  expect(Object.keys(meta(where).phases)).toEqual(["specify", "design", "create-plan", "create-tasks"]);
  expect(where.git("status", "--porcelain")).toBe("");
});

describe("design", () => {
  verifies("PH-9", "five stages are recorded as they finish, with real times", async () => {
    const where = await place({});
    await approvedUntil(where, "design");
    const { stages } = meta(where).phases.design;
    expect(Object.keys(stages)).toEqual(["research", "architecture", "interface", "designReview", "handoffReview"]);
    expect(stages.designReview).toMatchObject({ iterations: 1, approved: true, reviewerNotes: [] });
    const times = Object.values<{ started: string; completed: string }>(stages).flatMap((s) => [
      s.started,
      s.completed,
    ]);
    expect(times.toSorted()).toEqual(times);
  });

  verifies("PH-9", "a researcher may fail alone; both failing is told to the author too", async () => {
    for (const [roles, told] of [
      [{ "codebase-explorer": [{ error: "down" }] }, "Research unavailable."],
      [{}, "Logins are answered in one place"],
    ] as const) {
      const where = await place({
        ...roles,
        "design-author": [
          writesFile("design.md", design(), { promptHas: [told, "Stage: architecture"] }),
          writesFile("design.md", design("\n"), { expect: "resume", promptHas: ["Stage: interfaces"] }),
        ],
      });
      await approvedUntil(where, "design");
    }
  });

  test("a stage that was recorded is not done again after a stop", async () => {
    const where = await place({
      "design-author": [
        writesFile("design.md", design()),
        { expect: "resume", error: "down" },
        { expect: "fallback", error: "down" },
        { error: "down" },
        writesFile("design.md", design("\n")),
      ],
    });
    await run(where, "specify", "--yolo");
    const stopped = await run(where, "design", "--yolo");
    expect(stopped.code).toBe(5);
    expect(Object.keys(meta(where).phases.design.stages)).toEqual(["research", "architecture"]);
    const ended = await run(where, "continue");
    expect(ended.code).toBe(0);
    const { runs } = (await where.json("show")).document.data;
    const dispatches = runs.flatMap((one: { dispatches: unknown[] }) => one.dispatches);
    expect(dispatches.filter(({ role }: { role: string }) => role === "codebase-explorer")).toHaveLength(1);
  });
});

verifies(["RES-3", "LOOP-6"], "every document loop has its own commit messages and headings", async () => {
  const twice = (name: string, text: (extra?: string) => string) => [
    writesFile(name, text()),
    writesFile(name, text("\nmore\n")),
    writesFile(name, text("\nmore still\n")),
  ];
  const fails = (reviewer: string): Roles => ({ [reviewer]: [{ reply: reject("Unclear.") }, { reply: approve() }] });
  const where = await place({
    "design-author": [writesFile("design.md", design()), ...twice("design.md", design)],
    "plan-author": twice("plan.md", plan),
    "task-author": twice("tasks.md", tasks),
    ...fails("design-reviewer"),
    ...fails("plan-reviewer"),
    ...fails("task-reviewer"),
    ...fails("design/phase-reviewer"),
    ...fails("create-plan/phase-reviewer"),
    ...fails("create-tasks/phase-reviewer"),
  });
  await approvedUntil(where, "create-tasks");
  const log = where.git("log", "--format=%s");
  for (const message of [
    "iflow: design draft",
    "iflow: design review iteration 1",
    "iflow: design handoff review iteration 1",
    "iflow: plan review iteration 1",
    "iflow: plan chain review iteration 1",
    "iflow: tasks review iteration 1",
    "iflow: tasks chain review iteration 1",
  ]) {
    expect(log).toContain(message);
  }
  const history = where.read(`${FOLDER}/.review-history.md`);
  for (const heading of [
    "## Design Review - Iteration 1",
    "## Handoff Review - Iteration 2",
    "## Stage 1: Plan Review - Iteration 1",
    "## Stage 2: Chain Review - Iteration 2",
    "## Task Review Iteration 1",
  ]) {
    expect(history).toContain(heading);
  }
});

test("the author of a new task list is asked once for what each task depends on and which files it changes", async () => {
  const silent = tasks().replaceAll(/^- \*\*(?:Depends on|Files):.*\n/gm, "");
  const drafts = [
    writesFile("tasks.md", silent),
    writesFile("tasks.md", `${silent}\n`, {
      promptHas: ["task 1.1 has no `Depends on` (write None where it needs no other task) and no `Files`"],
    }),
  ];
  const where = await place({ "task-author": drafts });
  await approvedUntil(where, "create-tasks");

  const { runs } = (await where.json("show")).document.data;
  const roles = runs.at(-1).dispatches.map(({ role, kind }: { role: string; kind: string }) => `${role} ${kind}`);
  expect(roles.slice(0, 3)).toEqual(["task-author fresh", "task-author resume", "task-reviewer fresh"]);
  const plan = await where.iflow("tasks", "--plan");
  expect(plan.stdout).toContain("does not say what it depends on");
  expect(where.read(`${FOLDER}/.review-history.md`)).not.toContain("Depends on");

  await where.script({
    ...twice(ONE_ROUND),
    ...twice(LATER_PHASES),
    "task-author": [...drafts, { reply: "It stands." }],
  });
  expect((await run(where, "create-tasks", "--rerun", "--yolo")).code).toBe(0);
  const { dispatches } = (await where.json("show")).document.data.runs.at(-1);
  const asked = dispatches.filter(({ role }: { role: string }) => role === "task-author");
  expect(asked).toHaveLength(1); // what it did not write now, it is not asked about
});

verifies("CTX-3", "each role is told to read exactly its own documents", async () => {
  const reads = (role: string, has: string[]) => ({
    promptHas: [`## Required Artifacts`, ...has],
    reply: approve(role),
  });
  const where = await place({
    "plan-reviewer": [reads("plan", [`- Spec: ${FOLDER}/spec.md`, `- Design: ${FOLDER}/design.md`])],
    "task-reviewer": [reads("tasks", [`- Plan: ${FOLDER}/plan.md`])],
  });
  await approvedUntil(where, "create-tasks");
});

describe("transitions", () => {
  verifies(["PH-4", "PH-5"], "a missing prerequisite blocks, names the repair and changes nothing", async () => {
    const where = await place({});
    for (const [command, text, fix] of [
      ["create-plan", "BLOCKED: Valid design.md required before planning.", "iflow design"],
      ["create-tasks", "BLOCKED: Valid plan.md required before task creation.", "iflow create-plan"],
    ] as const) {
      const ended = await run(where, command, "--yolo");
      expect([ended.code, ended.stderr]).toEqual([3, expect.stringContaining(text)]);
      expect(ended.stderr).toContain(`Fix: ${fix}`);
    }
    expect(where.git("status", "--porcelain")).toBe("");
    expect((await where.json("status")).document.data.features[0].state).toBe("idle");
  });

  verifies("PH-5", "a skip is asked about and recorded", async () => {
    const where = await place({});
    const asked = await run(where, "design");
    expect([asked.code, asked.stderr]).toEqual([
      4,
      expect.stringContaining("specify was left out. Continue without it?"),
    ]);
    const ended = await run(where, "continue", "--yolo");
    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(meta(where).skippedPhases).toEqual([
      { phase: "specify", skippedAt: expect.any(String), fromPhase: null, toPhase: "design" },
    ]);
  });

  test("a completed phase runs again when the person says so, with --rerun unasked", async () => {
    const where = await place({ "spec-author": [...(ONE_ROUND["spec-author"] ?? []), { reply: "kept" }] });
    await run(where, "specify", "--yolo");
    const ended = await run(where, "specify", "--rerun");
    expect(ended.stderr).not.toContain("was already completed");
  });
});

describe("budgets", () => {
  test("a budget of dispatches stops with exit 6 and continues with a larger one; nothing is paid twice", async () => {
    const where = await place({});
    const stopped = await run(where, "specify", "--yolo", "--max-dispatches", "1");
    expect([stopped.code, stopped.stderr]).toEqual([6, expect.stringContaining("--max-dispatches")]);
    const ended = await run(where, "continue", "--yolo", "--max-dispatches", "9");
    expect(ended.code).toBe(0);
    expect(where.dispatchFiles(FEATURE, ".outcome.json")).toHaveLength(3);
  });

  test("a budget of money stops too", async () => {
    const where = await place({
      "spec-author": [{ ...ONE_ROUND["spec-author"]?.[0], usage: { input: 5e6, output: 0 } }],
    });
    const stopped = await run(where, "specify", "--yolo", "--max-cost", "1");
    expect([stopped.code, stopped.stderr]).toEqual([
      6,
      expect.stringContaining("the budget of $1.00 has no room for the next dispatch: $20.00 spent"),
    ]);
  });

  test.each(["0", "-1", "much"])("--max-cost %s is refused", async (amount) => {
    const where = await place({});
    expect((await run(where, "specify", "--max-cost", amount)).code).toBe(2);
  });
});
