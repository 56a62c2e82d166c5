// Journals that cannot be continued: explained in words, and left unchanged, byte for byte. These have no checksums, as
// in format 2; sealed-journal.test.ts has those with them.
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { exampleHead } from "../../../../test/support/run-head.ts";
import { tempFolder } from "../../../../test/support/temp-repo.ts";
import type { RunHead } from "../../../domain/run/run.ts";
import { createJournalRuns } from "../journal-runs.ts";

const AT = "2026-03-01T10:00:00.000Z";
const plainHead = (given: Partial<RunHead> = {}) => exampleHead({ format: 2, ...given });
const head = JSON.stringify(plainHead());
const done = (step: string) => JSON.stringify({ type: "done", step, input: "0", result: null, at: AT });
const asked = (id: string) =>
  JSON.stringify({
    type: "asked",
    step: "q",
    pending: { type: "question", name: "q", topic: "t", id, text: "?", options: [{ value: "yes", label: "Yes" }] },
    at: AT,
  });
const ended = JSON.stringify({ type: "ended", outcome: "approved", at: AT });

describe("a journal of another format", () => {
  const other = JSON.stringify({ format: 99, iflow: "9.9.0", shape: "unknown" });

  it("is refused with the version that can go on with it, and not changed", async () => {
    const { runs, path, id } = await journalOf([other, '{"whatever":1}']);
    const before = await readFile(path, "utf8");

    const refusal = {
      code: "journal-mismatch",
      message: expect.stringContaining("9.9.0"),
      fix: expect.stringContaining("@9.9.0"),
    };
    await expect(runs.resume(id)).rejects.toMatchObject(refusal);
    await expect(runs.open()).rejects.toMatchObject(refusal);
    await expect(runs.create(exampleHead())).rejects.toMatchObject({ code: "journal-mismatch" });

    expect(await readFile(path, "utf8")).toBe(before);
  });

  it("is passed over once its run has ended", async () => {
    const { runs } = await journalOf([other, '{"type":"ended","how":"well"}']);

    expect(await runs.open()).toEqual([]);
    expect(await runs.ofFeature("007-rate-limit")).toEqual([]);
  });

  it("with the same number but a head that is not understood is refused with its version too", async () => {
    const { runs, id } = await journalOf([JSON.stringify({ ...plainHead(), iflow: "0.0.9", extra: true })]);

    await expect(runs.resume(id)).rejects.toMatchObject({
      code: "journal-mismatch",
      fix: expect.stringContaining("@0.0.9"),
    });
  });
});

describe("a journal with a broken line in the middle", () => {
  it.each([
    ["half a line", done("b").slice(0, 20)],
    ["an empty line", ""],
    ["bytes that are no text", Buffer.from(done("\u00ff"), "latin1")],
    ["a record nobody knows", '{"type":"danced","at":"now"}'],
    ["a record without its result", '{"type":"done","step":"b","input":"0","at":"now"}'],
  ])("(%s) is refused with the file and the line, and not changed", async (_what, broken) => {
    const { runs, path, id } = await journalOf([head, done("a"), broken, done("c")]);
    const before = await readFile(path);

    await expect(runs.resume(id)).rejects.toMatchObject({
      code: "journal-corrupt",
      message: expect.stringContaining(`${path}, line 3`),
      fix: expect.stringContaining(dirname(path)),
    });

    expect(await readFile(path)).toEqual(before);
  });

  it("is listed with what stands before that line, and does not hide other runs", async () => {
    const { runs } = await journalOf([head, done("a"), "{", done("c")]);
    const session = await runs.create(exampleHead({ feature: "008-b" }));
    await session.close();

    const [broken, other] = await runs.open();

    expect(broken).toMatchObject({ head: plainHead(), steps: 1 });
    expect(other).toMatchObject({ head: { feature: "008-b" } });
  });

  it("does not prevent questions and answers in another run of the feature", async () => {
    const { runs } = await journalOf([head, asked("007.4"), "{", done("c")]);
    const session = await runs.create(exampleHead({ phase: "design" }));
    const options = [{ value: "yes", label: "Yes" }];
    const waiting = session.run.wait([{ type: "question", name: "q", topic: "t", text: "?", options }]);

    await expect(waiting).rejects.toMatchObject({ pendings: [{ id: "007.5" }] });
    await session.close();

    expect(await runs.answer("007.5", "yes")).toBe("stored");
  });

  it("is refused where that line is the first", async () => {
    const { runs, id } = await journalOf(["{", done("a")]);

    await expect(runs.resume(id)).rejects.toMatchObject({
      code: "journal-corrupt",
      message: expect.stringContaining("line 1"),
    });
    await expect(runs.open()).rejects.toMatchObject({ code: "journal-corrupt" });
  });
});

describe("other things that stand in the way", () => {
  it("is said when the folder of a run holds the journal of another", async () => {
    const { runs, id } = await journalOf([JSON.stringify(plainHead({ id: "007-rate-limit.specify.2" }))]);

    await expect(runs.resume(id)).rejects.toMatchObject({
      code: "usage",
      message: expect.stringContaining("specify.2"),
    });
  });

  it("is said when an answer file holds no answer, with the way to repair it", async () => {
    for (const content of ["", "{}", '{"answer":"perhaps"}']) {
      const { runs, path, id } = await journalOf([head, asked("007.1")]);
      const answer = join(dirname(path), "answers", "007.1.json");
      await mkdir(dirname(answer));
      await writeFile(answer, content);
      const session = await runs.resume(id);
      const waiting = session.run.wait([{ type: "question", name: "q", topic: "t", text: "?", options: [] }]);

      await expect(waiting).rejects.toMatchObject({ code: "journal-corrupt", fix: expect.stringContaining(answer) });

      await session.close();
    }
  });

  it("is said when a question id stands in two open runs", async () => {
    const { runs, folder } = await journalOf([head, asked("007.1")]);
    const second = plainHead({ feature: "007-other" });
    await writeJournal(folder, second.id, [JSON.stringify(second), asked("007.1")]);

    await expect(runs.answer("007.1", "yes")).rejects.toMatchObject({
      code: "usage",
      message: expect.stringContaining("two runs"),
    });
  });

  it("are not the folders of ended, unborn or foreign things among the runs", async () => {
    const { runs, folder } = await journalOf([head, done("a"), ended]);
    await mkdir(join(folder, "iflow", "runs", "empty"));
    await writeFile(join(folder, "iflow", "runs", "a-file"), "");
    await writeJournal(folder, "007-x.specify.1", [""]);

    expect(await runs.open()).toEqual([]);
    expect(await runs.ofFeature("007-rate-limit")).toMatchObject([{ outcome: "approved", steps: 1 }]);
  });

  it("leaves no file behind when a run is created", async () => {
    const folder = await tempFolder();
    const runs = createJournalRuns({ commonDir: folder, gitDir: folder, clock: { now: () => new Date(AT) } });
    const session = await runs.create(exampleHead());
    await session.run.folder.write("a/b.md", "text");
    await session.close();

    expect((await readdir(session.run.folder.path, { recursive: true })).toSorted()).toEqual([
      "a",
      "a/b.md",
      "journal.jsonl",
    ]);
  });

  it("is said when the place cannot be written", async () => {
    const folder = await tempFolder();
    await writeFile(join(folder, "iflow"), "a file where the folder should be");
    const runs = createJournalRuns({ commonDir: folder, gitDir: folder, clock: { now: () => new Date(AT) } });

    await expect(runs.create(exampleHead())).rejects.toMatchObject({ code: "disk-failed", fix: expect.any(String) });
    expect(await runs.open()).toEqual([]);
  });
});

async function journalOf(lines: readonly (string | Buffer)[]) {
  const folder = await tempFolder();
  const runs = createJournalRuns({ commonDir: folder, gitDir: folder, clock: { now: () => new Date(AT) } });
  const { id } = exampleHead();
  return { runs, folder, id, path: await writeJournal(folder, id, lines) };
}

async function writeJournal(folder: string, id: string, lines: readonly (string | Buffer)[]): Promise<string> {
  const path = join(folder, "iflow", "runs", id, "journal.jsonl");
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, Buffer.concat(lines.flatMap((line) => [Buffer.from(line), Buffer.from("\n")])));
  return path;
}
