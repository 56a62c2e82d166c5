// Journals and files of a run with checksums: damage is named with its file and line, never believed, and damage in one
// run does not stop another.
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { exampleHead } from "../../../../test/support/run-head.ts";
import { tempFolder } from "../../../../test/support/temp-repo.ts";
import type { RunHead } from "../../../domain/run/run.ts";
import type { IflowError } from "../../../domain/text/errors.ts";
import type { Runs } from "../../../ports/runs/runs.ts";
import { createRunArchive } from "../archive/run-archive.ts";
import { createJournalRuns } from "../journal-runs.ts";
import { readJournal } from "./read-journal.ts";

const AT = "2026-03-01T10:00:00.000Z";

describe("F10: a journal with checksums", () => {
  it("shows every flipped bit: no journal of which one bit differs is readable", async () => {
    const { journal } = await aRun();
    const bytes = await readFile(journal);
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      expect(readJournal(flipped(bytes, bit)).status, `bit ${bit}`).toMatch(/^(broken|head-broken)$/);
    }
  });

  it("is refused with its file and line, and left as it is", async () => {
    const { runs, journal } = await aRun();
    const damaged = (await readFile(journal, "utf8")).replace('"result":"b"', '"result":"B"');
    await writeFile(journal, damaged);

    await expect(runs.resume(exampleHead().id)).rejects.toMatchObject({
      code: "journal-corrupt",
      message: expect.stringMatching(/journal\.jsonl, line 4 .*checksum/),
      fix: expect.stringContaining("backup"),
    });
    expect(await readFile(journal, "utf8")).toBe(damaged);
  });

  it("whose last line is whole, but wrong, is damaged and not cut", async () => {
    const { runs, journal } = await aRun();
    const whole = await readFile(journal, "utf8");
    await writeFile(
      journal,
      whole.replace(/"at":"[^"]*","sum":"[0-9a-f]*"\}\n$/, (end) => end.replace("2026", "2027")),
    );

    await expect(runs.resume(exampleHead().id)).rejects.toMatchObject({ code: "journal-corrupt" });

    await writeFile(journal, whole.slice(0, -5));
    await (await runs.resume(exampleHead().id)).close();
  });

  it("notices a line that was taken out, and one that was put in", async () => {
    const { runs, journal } = await aRun();
    const lines = (await readFile(journal, "utf8")).split("\n");

    for (const others of [lines.toSpliced(2, 1), lines.toSpliced(2, 0, '{"type":"opened","at":"now"}')]) {
      await writeFile(journal, others.join("\n"));
      await expect(runs.resume(exampleHead().id)).rejects.toMatchObject({ code: "journal-corrupt" });
    }
  });
});

describe("a journal of format 2", () => {
  it("is continued as it is: no line of it gets a checksum, and its files are read as they are", async () => {
    const { runs, journal, folder } = await aRun({ format: 2 });
    const session = await runs.resume(exampleHead().id);
    await session.run.folder.write("guides.md", "guides");
    await writeFile(join(folder, "guides.md"), "other guides");

    expect(await session.run.folder.read("guides.md")).toBe("other guides");
    await session.close();
    expect(await readFile(journal, "utf8")).not.toMatch(/"sum"|"file"/);
    expect((await runs.open())[0]).toMatchObject({ steps: 2, head: { format: 2 } });
  });
});

describe("F10: a file of a run", () => {
  it("is named when its bytes are not those that were written", async () => {
    const { runs, folder } = await aRun();
    await writeFile(join(folder, "texts/a.md"), "another text");
    const session = await runs.resume(exampleHead().id);

    await expect(session.run.folder.read("texts/a.md")).rejects.toMatchObject({
      code: "journal-corrupt",
      message: expect.stringContaining(join(folder, "texts/a.md")),
      fix: expect.stringContaining(folder),
    });
    await session.run.folder.write("texts/a.md", "a text");
    expect(await session.run.folder.read("texts/a.md")).toBe("a text");
    await session.close();
  });

  it("may still be the one before, or none, when a kill came between its checksum and its content", async () => {
    const { runs, folder } = await aRun();
    const session = await runs.resume(exampleHead().id);
    await session.run.folder.write("texts/a.md", "a new text");
    await writeFile(join(folder, "texts/a.md"), "a text");

    expect(await session.run.folder.read("texts/a.md")).toBe("a text");
    await rm(join(folder, "texts/a.md"));
    expect(await session.run.folder.read("texts/a.md")).toBeUndefined();
    await session.close();
  });
});

describe("F10: damage in a run that is over", () => {
  it.each([
    ["its first line", '"format":4', '"format":2'],
    ["a step", '"result":"a"', '"result":"A"'],
    ["its end", '"outcome":"approved"', '"outcome":"abandone"'],
  ])("(%s) is told about and stops no other run, no list and no clean-up", async (_what, from, to) => {
    const { runs, journal, archive, told } = await aRun();
    const first = await runs.resume(exampleHead().id);
    await replay(first.run);
    await first.end("approved");
    await writeFile(journal, (await readFile(journal, "utf8")).replace(from, to));

    const second = await runs.create(exampleHead({ phase: "design", createdAt: AT }));
    await second.run.step({ name: "a", input: null, work: async () => null });
    await second.close();

    expect((await runs.open()).map(({ head }) => head.phase)).toEqual(["design"]);
    const [older, newer = older] = await runs.ofFeature("007-rate-limit");
    expect(newer?.head.phase).toBe("design");
    if (older !== newer) expect(older).toMatchObject({ outcome: "damaged" });
    await runs.outcomes("007-rate-limit");
    expect(await archive.ended()).toEqual([]);
    expect(new Set(told.map(({ message }) => message))).toEqual(new Set([expect.stringContaining(journal)]));
  });
});

async function aRun(given: Partial<RunHead> = {}) {
  const commonDir = await tempFolder();
  const told: IflowError[] = [];
  const onDamage = (damage: IflowError) => told.push(damage);
  const clock = { now: () => new Date(AT) };
  const runs: Runs = createJournalRuns({ commonDir, gitDir: commonDir, clock, onDamage });
  const session = await runs.create(exampleHead(given));
  await replay(session.run);
  await session.run.folder.write("texts/a.md", "a text");
  await session.close();
  const folder = session.run.folder.path;
  return { runs, folder, journal: join(folder, "journal.jsonl"), archive: createRunArchive(commonDir, onDamage), told };
}

async function replay(run: Awaited<ReturnType<Runs["create"]>>["run"]): Promise<void> {
  for (const name of ["a", "b"]) {
    await run.step({
      name,
      input: null,
      work: async ({ note }) => {
        if (name === "b") await note("began");
        return name;
      },
    });
  }
}

function flipped(bytes: Buffer, bit: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return copy;
}
