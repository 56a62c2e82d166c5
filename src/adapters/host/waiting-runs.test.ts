import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../../test/support/temp-repo.ts";
import { readWaitingRuns } from "./waiting-runs.ts";

const HEAD = {
  ...{ id: "b1.brainstorm.1", feature: "b1", phase: "brainstorm", idea: "login limit", runtime: { id: "host" } },
  ...{ createdAt: "2026-03-01T09:00:00.000Z", config: { artifactsRoot: "documents" } },
};

async function runsWith(journals: Readonly<Record<string, readonly object[]>>): Promise<string> {
  const folder = await tempFolder();
  for (const [id, lines] of Object.entries(journals)) {
    await mkdir(join(folder, id), { recursive: true });
    await writeFile(join(folder, id, "journal.jsonl"), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  }
  return folder;
}

test("what a brainstorm is about is its PRD, which the head of its run names", async () => {
  const [run] = await readWaitingRuns(await runsWith({ b1: [HEAD] }));
  expect(run).toMatchObject({ artifact: "documents/brainstorms/20260301-090000-login-limit.prd.md", hosted: true });
});

test("a run that has ended waits for nothing, however long its end and what came before are", async () => {
  const step = { type: "done", step: "x", result: "y".repeat(10_000) };
  const ended = (facts: string) => [HEAD, step, { type: "ended", facts }];
  const open = { ...HEAD, id: "open" };
  const folder = await runsWith({ a: ended("short"), b: ended("z".repeat(10_000)), c: [open, step] });

  expect((await readWaitingRuns(folder)).map(({ id }) => id)).toEqual(["open"]);
});

test("a run folder without a journal, or with one that is none, is passed over", async () => {
  const folder = await runsWith({ a: [], b: [{ some: "thing" }] });
  await mkdir(join(folder, "c", "journal.jsonl"), { recursive: true });
  expect(await readWaitingRuns(folder)).toEqual([]);
});
