// Every end names a command that works where it is read.
import { expect, test } from "vitest";
import { exampleHead } from "../../../../test/support/run-head.ts";
import type { PhaseEnd } from "../../../app/phases/document/document-phase.ts";
import type { Proof } from "../../../domain/run/questions/question.ts";
import { describeEnd } from "./flow-end.ts";

const PRD = "docs/brainstorms/x.prd.md";
const ended = (phase: string, end: Partial<PhaseEnd>, proof: Proof = "hook") =>
  describeEnd(
    {
      type: "ended",
      run: exampleHead({ phase }),
      folder: "/r",
      end: { choice: "continue", rounds: 2, notes: 1, ...end },
    },
    proof,
  );
const brainstorm = (decision: string, proof: Proof = "hook") =>
  ended("brainstorm", { facts: { prd: PRD, decision, idea: "login limit", readiness: "passed" } }, proof);

test("a phase names the one after it, as its user types it", () => {
  expect(ended("create-tasks", {}).next).toBe("/iflow:implement");
  expect(ended("implement", {}).next).toBe("/iflow:finish-feature");
  expect(ended("specify", {}, "self").next).toBe("iflow design");
  expect(ended("specify", {}).message).toMatch(/2 review rounds, with 1 open issues\. Next.*: \/iflow:design$/);
  expect(ended("finish", {})).toMatchObject({ next: null, message: expect.stringContaining("Nothing comes after") });
  expect(ended("specify", { choice: "cancelled" }).next).toBeNull();
});

test("a brainstorm names its PRD, whether that is ready, and the command that makes a feature of it", () => {
  const promote = `/iflow:create-feature "login limit" --prd ${PRD}`;
  expect(brainstorm("promote").next).toBe(promote);
  expect(brainstorm("promote").message).toMatch(
    new RegExp(`The PRD is ${PRD}.*readiness check: passed[^]*Next.*${promote}`),
  );
  expect(brainstorm("save").next).toBeNull();
  expect(brainstorm("save").message).toContain(`It is saved. If the user wants to make it a feature: ${promote}`);
  expect(brainstorm("promote", "self").next).toBe(promote.replace("/iflow:", "iflow "));
});
