// Backfill on real files: either exactly what the person was shown is written, or nothing.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder, writeFiles } from "../../../test/support/temp-repo.ts";
import { createWorkingTree } from "../../adapters/files/working-tree.ts";
import { applyBackfill, planBackfill } from "./knowledge-bank.ts";

const PATTERNS = "docs/knowledge-bank/patterns.md";
const HEURISTICS = "docs/knowledge-bank/heuristics.md";
const old = (name: string) => `### ${name}\nText.\n- Source: Feature #002\n`;

test("a file that changed after its backfill was shown stops all of it, and nothing is written", async () => {
  const root = await tempFolder();
  const ports = { tree: createWorkingTree(root) };
  await writeFiles(root, { [PATTERNS]: old("One"), [HEURISTICS]: old("Two") });
  const { plans } = await planBackfill(ports, "docs");
  expect(plans.map(({ path }) => path)).toEqual([PATTERNS, HEURISTICS]);

  const edited = `${old("Two")}- Confidence: high\n`;
  await writeFiles(root, { [HEURISTICS]: edited });
  await expect(applyBackfill(ports, plans)).rejects.toMatchObject({
    code: "repository-state",
    message: `${HEURISTICS} changed in the meantime: nothing was written`,
    fix: expect.stringContaining("iflow kb backfill"),
  });
  expect(await readFile(join(root, PATTERNS), "utf8")).toBe(old("One"));
  expect(await readFile(join(root, HEURISTICS), "utf8")).toBe(edited);

  await applyBackfill(ports, (await planBackfill(ports, "docs")).plans);
  expect(await readFile(join(root, HEURISTICS), "utf8")).toBe(
    `${edited}- Last observed: Feature #002\n- Observation count: 1\n`,
  );
});

test("entries that no feature is known for are named, and those that can be dated are not held up by them", async () => {
  const root = await tempFolder();
  const ports = { tree: createWorkingTree(root) };
  await writeFiles(root, { [PATTERNS]: "### Lost\nText.\n- Observed in: a bug\n", [HEURISTICS]: old("Two") });
  const { plans, undated } = await planBackfill(ports, "docs");
  expect([plans.map(({ path }) => path), undated]).toEqual([[HEURISTICS], ["Lost"]]);
});
