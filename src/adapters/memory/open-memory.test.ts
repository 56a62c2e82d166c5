import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../../test/support/temp-repo.ts";
import { NewMemorySchema } from "../../domain/knowledge/memory.ts";
import { openOwnMemory, openProjectMemory } from "./open-memory.ts";

const clock = { now: () => new Date("2026-03-01T10:00:00.000Z") };
const lesson = NewMemorySchema.parse({ name: "N", description: "Look twice", reasoning: "r", category: "patterns" });

test("a person's own memories lie in their data folder; a relative folder counts as none", async () => {
  const home = await tempFolder();
  const world = { env: { HOME: home, XDG_DATA_HOME: "here" }, clock };
  const own = openOwnMemory(world);
  await own.store(lesson, { scope: "global" });
  expect(await own.search({ query: "look", limit: 1 }, [])).toMatchObject([{ scope: "global" }]);
  expect(existsSync(join(home, ".local", "share", "iflow", "memory.jsonl"))).toBe(true);

  const project = openProjectMemory({ commonDir: join(home, "git") }, world);
  expect((await project.recollect()).global.memories.size).toBe(1);
  await expect(own.store(lesson, { scope: "project" })).rejects.toMatchObject({ code: "not-a-repository" });
  await expect(own.note([])).rejects.toMatchObject({ code: "not-a-repository" });
});

test("without a home there is no place for them, and that is said", () => {
  expect(() => openOwnMemory({ env: {}, clock })).toThrow("there is no place for memories of your own");
});
