import fc from "fast-check";
import { expect, test } from "vitest";
import {
  completePhase,
  decideDepth,
  escalate,
  type FeatureMeta,
  newMeta,
  parseMeta,
  printMeta,
  withStage,
} from "./feature-meta.ts";

const NEW = {
  id: "007",
  slug: "rate-limit",
  description: "Limit requests per client",
  created: "2026-03-01T10:00:00.000Z",
  branch: "feature/007-rate-limit",
};
const COMPLETION = {
  phase: "specify",
  started: "2026-03-01T10:05:00.000Z",
  completed: "2026-03-01T11:00:00.000Z",
  iterations: 2,
  reviewerNotes: ["[warning] vague limit"],
  handoff: { iterations: 1, reviewerNotes: [] },
};

const read = (content: string): FeatureMeta => {
  const parsed = parseMeta(content);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.meta;
};

test("a new feature is active, standard, and has completed nothing", () => {
  expect(printMeta(newMeta(NEW))).toBe(`{
  "id": "007",
  "slug": "rate-limit",
  "description": "Limit requests per client",
  "mode": "standard",
  "status": "active",
  "created": "2026-03-01T10:00:00.000Z",
  "completed": null,
  "branch": "feature/007-rate-limit",
  "lastCompletedPhase": null,
  "skippedPhases": [],
  "phases": {}
}
`);
});

test("a new feature keeps where it came from and what it builds on", () => {
  const links = {
    brainstorm_source: "docs/brainstorms/a.prd.md",
    project_id: "P001",
    depends_on_features: ["003-login"],
  };

  expect(newMeta({ ...NEW, ...links })).toMatchObject(links);
});

test("a completed phase has its times, rounds and notes, and is the last completed one", () => {
  expect(completePhase(newMeta(NEW), COMPLETION)).toEqual({
    ...newMeta(NEW),
    lastCompletedPhase: "specify",
    phases: {
      specify: {
        started: COMPLETION.started,
        completed: COMPLETION.completed,
        iterations: 2,
        reviewerNotes: ["[warning] vague limit"],
        phaseReview: { iterations: 1, reviewerNotes: [] },
      },
    },
  });
});

test("completing a phase keeps every key it does not own, in its place", () => {
  const before = read(
    '{"team":"a","id":"7","phases":{"specify":{"owner":"b","iterations":9},"x":{}},"slug":"s","status":"active","z":1}',
  );

  const after = completePhase(before, { ...COMPLETION, handoff: undefined });

  expect(Object.keys(after)).toEqual(["team", "id", "phases", "slug", "status", "z", "lastCompletedPhase"]);
  expect(Object.keys(after.phases ?? {})).toEqual(["specify", "x"]);
  expect(after.phases?.specify).toMatchObject({ owner: "b", iterations: 2 });
  expect(after.phases?.specify).not.toHaveProperty("phaseReview");
});

test("a phase can be completed in a file that has no phases yet", () => {
  const before = read('{"id":"7","slug":"s","status":"active"}');

  expect(completePhase(before, COMPLETION)).toMatchObject({
    lastCompletedPhase: "specify",
    phases: { specify: { iterations: 2 } },
  });
});

test("phases that were left out are recorded with the way that passed them, behind those of before", () => {
  const first = completePhase(newMeta(NEW), { ...COMPLETION, phase: "design", skipped: ["specify"] });
  const second = completePhase(first, { ...COMPLETION, phase: "implement", skipped: ["create-plan", "create-tasks"] });

  expect(second.skippedPhases).toEqual([
    { phase: "specify", skippedAt: COMPLETION.completed, fromPhase: null, toPhase: "design" },
    { phase: "create-plan", skippedAt: COMPLETION.completed, fromPhase: "design", toPhase: "implement" },
    { phase: "create-tasks", skippedAt: COMPLETION.completed, fromPhase: "design", toPhase: "implement" },
  ]);
});

test("a phase can be left out in a file that has no list of them yet", () => {
  const before = read('{"id":"7","slug":"s","status":"active"}');

  expect(completePhase(before, { ...COMPLETION, skipped: ["brainstorm"] }).skippedPhases).toHaveLength(1);
});

test("why no session was resumed stays until a phase says otherwise, and goes when they could be", () => {
  const deferred = completePhase(newMeta(NEW), { ...COMPLETION, deferred: "the runtime cannot resume" });
  const silent = completePhase(deferred, { ...COMPLETION, phase: "design" });
  const resumed = completePhase(silent, { ...COMPLETION, phase: "create-plan", deferred: null });

  expect(deferred.r1_deferred_reason).toBe("the runtime cannot resume");
  expect(silent.r1_deferred_reason).toBe("the runtime cannot resume");
  expect(resumed).not.toHaveProperty("r1_deferred_reason");
});

test("a stage of a phase is recorded beside the other stages and whatever else the phase has", () => {
  const first = withStage(newMeta(NEW), "design", "architecture", { completed: "a" });
  const second = withStage(first, "design", "interfaces", { completed: "b" });

  expect(second.phases?.design).toEqual({
    stages: { architecture: { completed: "a" }, interfaces: { completed: "b" } },
  });
  expect(completePhase(second, { ...COMPLETION, phase: "design" }).phases?.design).toMatchObject({
    iterations: 2,
    stages: { architecture: { completed: "a" } },
  });
});

test.each([null, "none"])("stages that another tool wrote as %j are replaced", (stages) => {
  const before = { ...newMeta(NEW), phases: { design: { stages, owner: "b" } } };

  expect(withStage(before, "design", "interfaces", {}).phases?.design).toEqual({
    stages: { interfaces: {} },
    owner: "b",
  });
});

test("the meta that is given is not changed", () => {
  const before = newMeta(NEW);
  completePhase(before, COMPLETION);

  expect(before).toEqual(newMeta(NEW));
});

test.each([
  ["a time without a zone", () => newMeta({ ...NEW, created: "2026-03-01 10:00" })],
  ["a time that is none", () => completePhase(newMeta(NEW), { ...COMPLETION, completed: "now" })],
  ["half a round", () => completePhase(newMeta(NEW), { ...COMPLETION, iterations: 0.5 })],
  ["an unknown status", () => printMeta({ ...newMeta(NEW), status: "done" as "active" })],
])("%s is never written", (_, write) => {
  expect(write).toThrow();
});

test.each([
  [
    "another tool's habits",
    '{"id":"","slug":"s","status":"completed","mode":"Full","phases":{"design":{"reviewerNotes":"none"}}}',
  ],
  [
    "a planned feature",
    '{"id":"7","slug":"s","status":"planned","mode":null,"branch":null,"depends_on_features":["003-x"]}',
  ],
  ["a byte order mark", '\uFEFF{"id":"7","slug":"s","status":"active"}'],
])("a file with %s is read", (_, content) => {
  expect(parseMeta(content).ok).toBe(true);
});

test.each([
  ["{", "it is not JSON"],
  ["<<<<<<< HEAD", "it is not JSON"],
  ["[]", "the file: "],
  ['{"slug":"s","status":"active"}', "id: "],
  ['{"id":"7","slug":"s","status":"done"}', "status: "],
  ['{"id":"7","slug":"s","status":"active","phases":{"design":{"started":5}}}', "phases.design.started: "],
])("%j is refused with its problem", (content, problem) => {
  expect(parseMeta(content)).toEqual({ ok: false, problem: expect.stringContaining(problem) });
});

test("what is printed is read back the same, unknown keys in their place", () => {
  const name = fc.string({ minLength: 1 }).filter((key) => !/^(\d+|__proto__)$/.test(key)); // engines sort or drop those
  const anyMeta = fc
    .tuple(fc.dictionary(name, fc.jsonValue()), fc.dictionary(name, fc.jsonValue()))
    .map(([before, after]) => ({
      ...before,
      ...newMeta(NEW),
      ...Object.fromEntries(Object.entries(after).filter(([key]) => !(key in newMeta(NEW)))),
    }));
  fc.assert(
    fc.property(anyMeta, (meta) => {
      fc.pre(parseMeta(JSON.stringify(meta)).ok);

      const again = read(printMeta(meta));

      expect(JSON.stringify(again)).toBe(JSON.stringify(meta));
      expect(printMeta(again)).toBe(printMeta(meta));
    }),
  );
});

test("a feature keeps what was asked about its depth, what was decided, and that it was escalated", () => {
  const meta = newMeta({ ...NEW, depth: { asked: "auto" } });
  const escalation = { at: "2026-03-01T12:00:00.000Z", phase: "finish", why: ["touches a (risk.paths)"] };

  const decided = decideDepth(meta, { depth: "light", why: ["small"] });
  const escalated = escalate({ ...completePhase(decided, COMPLETION), status: "completed" }, escalation);

  expect(decided.depth).toEqual({ asked: "auto", now: "light", why: ["small"] });
  expect(read(printMeta(escalated))).toMatchObject({
    ...{ status: "active", completed: null, lastCompletedPhase: null },
    depth: { asked: "auto", now: "full", why: ["small"], escalated: escalation },
  });
  expect(newMeta(NEW)).not.toHaveProperty("depth");
  expect(decideDepth(newMeta(NEW), { depth: "full", why: [] }).depth).toEqual({ asked: "full", now: "full", why: [] });
  expect(escalate(newMeta(NEW), escalation).depth?.asked).toBe("light");
});
