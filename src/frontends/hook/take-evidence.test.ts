import { expect, test } from "vitest";
import type { HookDesk } from "../../ports/agents/hook-desk.ts";
import { takeEvidence } from "./take-evidence.ts";

/** Counts how often a transcript was read when an agent stopped; the file is missing unless given. */
async function stopped(agent_type: string, orders: readonly object[], transcript?: string) {
  let reads = 0;
  const left: unknown[] = [];
  const desk = {
    ...{ root: "/r", runsFolder: "/r/.git/iflow/runs", openRuns: async () => [{ id: "r", orders }] },
    read: async () => {
      reads += 1;
      return transcript;
    },
    noteAttempt: async (...attempt: unknown[]) => left.push(attempt),
    leaveEvidence: async (...evidence: unknown[]) => left.push(evidence),
  } as unknown as HookDesk; // all that is used here
  const input = { agent_id: "a", agent_type, agent_transcript_path: "/t.jsonl" };
  const error = await takeEvidence(desk, input).catch((thrown: Error) => thrown.message);
  return { reads, left, error };
}

test("where no order is open no transcript is read, whichever agent has stopped", async () => {
  expect(await stopped("iflow:spec-reviewer", [])).toEqual({ reads: 0, left: [], error: undefined });
  expect(await stopped("Explore", [], "x")).toEqual({ reads: 0, left: [], error: undefined });
});

test("a transcript that never comes is given up soon", async () => {
  const { reads, error } = await stopped("iflow:spec-reviewer", [{}]);
  expect(reads).toBeLessThanOrEqual(11);
  expect(error).toContain("cannot be read");
});

test("another agent that was never told of our files is nothing to us", async () => {
  const line = JSON.stringify({ type: "user", message: { content: "Look around." } });
  expect(await stopped("Explore", [{}], line)).toEqual({ reads: 1, left: [], error: undefined });
});
