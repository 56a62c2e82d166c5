import { expect, test } from "vitest";
import { ARTIFACT_KINDS, artifactFile } from "../documents/document-names.ts";
import {
  artifactFileOf,
  artifactOf,
  comesToCode,
  commandOf,
  isPhase,
  isPhaseDone,
  leftOutOf,
  PHASES,
  phaseAfter,
} from "./phase.ts";

test("phases follow each other in their fixed order and end with finish", () => {
  expect(PHASES.map(phaseAfter)).toEqual([...PHASES.slice(1), undefined]);
});

test("a new feature continues with specify, a finished one with nothing", () => {
  expect(phaseAfter(null)).toBe("specify");
  expect(phaseAfter(undefined)).toBe("specify");
  expect(phaseAfter("brainstorm")).toBe("specify");
  expect(phaseAfter("implement")).toBe("finish");
  expect(phaseAfter("finish")).toBeUndefined();
  expect(phaseAfter("merge")).toBeUndefined();
});

test("document phases write their artifact, the last two have a file that the engine writes", () => {
  expect(PHASES.map(artifactFileOf)).toEqual([
    ...ARTIFACT_KINDS.map(artifactFile),
    "implementation-log.md",
    "retro.md",
  ]);
  expect(artifactOf("create-plan")).toBe("plan");
});

test("a phase's command has its name, except for finish", () => {
  expect(commandOf("create-plan")).toBe("create-plan");
  expect(commandOf("finish")).toBe("finish-feature");
});

test("only the seven names are phases", () => {
  expect(PHASES.every(isPhase)).toBe(true);
  expect(isPhase("toString")).toBe(false);
});

test("a phase is done when it or a later one is the last completed", () => {
  expect(isPhaseDone("design", null)).toBe(false);
  expect(isPhaseDone("design", undefined)).toBe(false);
  expect(isPhaseDone("design", "specify")).toBe(false);
  expect(isPhaseDone("design", "design")).toBe(true);
  expect(isPhaseDone("design", "finish")).toBe(true);
  expect(isPhaseDone("design", "merge")).toBe(false);
});

test("chosen phases leave the others out, except finish; without a choice none is left out", () => {
  expect(leftOutOf({ phases: ["specify", "implement"] })).toEqual([
    "brainstorm",
    "design",
    "create-plan",
    "create-tasks",
  ]);
  expect(leftOutOf({ phases: [] })).not.toContain("finish");
  expect(leftOutOf({})).toEqual([]);
});

test.each([
  ["implement", { mode: "single" }, true],
  ["finish", { mode: "single" }, true],
  ["retrospect", { mode: "single" }, false],
  ["specify", { mode: "single" }, false],
  ["specify", { mode: "chain" }, true],
  ["brainstorm", { mode: "chain" }, true],
  ["specify", { mode: "chain", until: "create-tasks" }, false],
  ["specify", { mode: "chain", until: "implement" }, true],
  ["specify", { mode: "chain", until: "finish" }, true],
  ["specify", { mode: "chain", phases: ["specify", "design"] }, false],
  ["specify", { mode: "chain", phases: ["specify", "implement"] }, true],
] as const)("%s with %j comes to code: %s", (phase, flags, comes) => {
  expect(comesToCode(phase, flags)).toBe(comes);
});
