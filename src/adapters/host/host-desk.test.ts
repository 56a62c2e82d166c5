// What hooks left for the engine: read as it was written, or named as damaged.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../../test/support/temp-repo.ts";
import type { Evidence } from "../../domain/host/host-evidence.ts";
import { seal } from "../../domain/text/json/seal.ts";
import * as files from "./desk-files.ts";
import { createHostDesk } from "./host-desk.ts";

const RUN = "007-rate-limit.specify.1";
const clock = { now: () => new Date("2026-03-01T10:00:00.000Z") };

test("F10: damaged evidence is named, a damaged note of an attempt is not lost, and a damaged typed command does not count", async () => {
  const commonDir = await tempFolder();
  const desk = createHostDesk({ commonDir, clock });
  const home = join(commonDir, "iflow");
  const orders = files.ordersFolder(join(home, "runs"), RUN);
  const evidence = { at: "2026-03-01", agent: "a1" } as Evidence;
  const name = files.evidenceName("001", "a1");
  await files.createFile(orders, name, `${seal(JSON.stringify(evidence, null, 2))}\n`);
  await desk.noteAttempt(RUN, "was told more");
  await files.writeDriving(home, { session: "s", typed: "/iflow:run --yolo" });
  expect(await desk.attempts(RUN)).toEqual(["was told more"]);
  expect(await desk.typedCommand()).toEqual({ text: "/iflow:run --yolo", run: undefined });

  await change(join(orders, name), "a1", "a2");
  await change(join(orders, "attempts.jsonl"), "told", "tolt");
  await change(join(home, "host-session.json"), "--yolo", "--yoln");

  await expect(desk.evidence(RUN, "001")).rejects.toMatchObject({
    code: "journal-corrupt",
    message: expect.stringContaining(join(orders, name)),
    fix: expect.stringContaining(join(orders, name)),
  });
  expect(await desk.attempts(RUN)).toEqual([expect.stringContaining("attempts.jsonl is damaged")]);
  expect(await desk.typedCommand()).toBeUndefined();
});

async function change(path: string, from: string, to: string): Promise<void> {
  await writeFile(path, (await readFile(path, "utf8")).replace(from, to));
}
