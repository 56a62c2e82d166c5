import { existsSync } from "node:fs";
import { appendFile, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runArchiveContract } from "../../../../test/contracts/run-archive.contract.ts";
import { exampleHead } from "../../../../test/support/run-head.ts";
import { tempFolder } from "../../../../test/support/temp-repo.ts";
import { type LedgerLine, parseLedger } from "../../../domain/billing/ledger.ts";
import { NO_USAGE } from "../../../domain/billing/usage.ts";
import type { IflowError } from "../../../domain/text/errors.ts";
import { createJournalRuns } from "../journal-runs.ts";
import { createRunArchive } from "./run-archive.ts";

const clock = { now: () => new Date("2026-03-01T10:00:00.000Z") };
const FIRST = exampleHead().id;

async function setUp() {
  const commonDir = await tempFolder();
  const runs = createJournalRuns({ commonDir, gitDir: commonDir, clock });
  const make = async (given: Parameters<typeof exampleHead>[0] = {}) => {
    const session = await runs.create(exampleHead(given));
    await session.run.folder.write("texts/a.md", "twelve bytes");
    return session;
  };
  const folderOf = (id: string) => join(commonDir, "iflow", "runs", id);
  return { commonDir, runs, make, folderOf, archive: createRunArchive(commonDir) };
}

runArchiveContract("files", setUp);

describe("sessions that no run names", () => {
  const [named, stray, late] = [1, 2, 3].map((n) => `0e1d2c3b-0000-4000-8000-00000000000${n}`);

  async function withSessions() {
    const { make, archive, commonDir, runs } = await setUp();
    const sessions = join(commonDir, "iflow", "sessions");
    await mkdir(sessions, { recursive: true });
    const files = [`${named}.jsonl`, `${stray}.jsonl`, "notes.txt", "abc.jsonl"];
    for (const name of files) await writeFile(join(sessions, name), "12345");
    const run = await make();
    // from a later version, unreadable for this one
    await run.run.folder.write("dispatches/001-a.outcome.json", `{"session":"${named}@2","new":1}`);
    const isAnyOpen = async () => (await runs.open()).length > 0;
    const left = async () => (await readdir(sessions)).sort();
    return { run, archive, sessions, files, isAnyOpen, left };
  }

  test("are removed once no run is open, and nothing else is", async () => {
    const { run, archive, files, isAnyOpen, left } = await withSessions();
    expect(await archive.removeStrays(isAnyOpen)).toBe(0); // the run is open, whichever working tree it belongs to
    expect(await left()).toEqual([...files].sort());
    await run.end("continue");

    expect(await archive.strayBytes()).toBe(5);
    expect(await archive.removeStrays(isAnyOpen)).toBe(5);

    expect(await left()).toEqual(files.filter((name) => name !== `${stray}.jsonl`).sort());
    expect([await archive.strayBytes(), await archive.removeStrays(isAnyOpen)]).toEqual([0, 0]);
  });

  test("are not those of a run that begins or ends while somebody looks", async () => {
    const { run, archive, sessions, isAnyOpen, left } = await withSessions();
    const meanwhile = async () => {
      await run.run.folder.write("dispatches/002-a.outcome.json", `{"session":"${stray}@1"}`);
      await run.end("continue");
      const isOpen = await isAnyOpen();
      await writeFile(join(sessions, `${late}.jsonl`), "of a run that has just begun elsewhere");
      return isOpen;
    };

    expect(await archive.removeStrays(meanwhile)).toBe(0);

    expect(await left()).toEqual(expect.arrayContaining([`${late}.jsonl`, `${stray}.jsonl`]));
  });
});

describe("ended runs", () => {
  test("are listed while another process takes files of theirs away", async () => {
    const { make, archive, folderOf } = await setUp();
    await (await make()).end("continue");
    let isOver = false;
    const other = (async () => {
      while (!isOver) {
        const names = Array.from({ length: 20 }, (_, index) => join(folderOf(FIRST), `${index}.tmp`));
        await Promise.all(names.map((name) => writeFile(name, "x")));
        await Promise.all(names.map((name) => rm(name)));
      }
    })();
    try {
      for (let looks = 0; looks < 100; looks++) expect(await archive.ended()).toHaveLength(1);
    } finally {
      isOver = true;
      await other;
    }
  });

  test("are listed with their facts and size; open ones and strange folders are not", async () => {
    const { make, archive, folderOf } = await setUp();
    await (await make()).end("continue");
    await (await make({ phase: "design" })).close();
    await mkdir(folderOf("empty"));
    await writeFile(folderOf("a-file"), "");

    const size = (await readFile(join(folderOf(FIRST), "journal.jsonl"))).length;
    expect(await archive.ended()).toEqual([
      {
        ...{ id: FIRST, feature: "007-rate-limit", phase: "specify", runtime: "scripted", outcome: "continue" },
        ...{ createdAt: exampleHead().createdAt, endedAt: "2026-03-01T10:00:00.000Z", bytes: size + 12 },
      },
    ]);
  });

  test("take along the sessions iflow kept for them, and no others", async () => {
    const { make, archive, commonDir } = await setUp();
    const run = await make();
    const ids = [1, 2, 3].map((number) => `0e1d2c3b-0000-4000-8000-00000000000${number}`);
    const [own, unfinished, other] = ids;
    const outcome = {
      ...{
        step: "s",
        prompt: "p",
        phase: "specify",
        role: "spec-author",
        round: 0,
        kind: "fresh",
        reason: "first-round",
      },
      ...{
        status: "completed",
        reply: "",
        sessionLost: false,
        session: `${own}@2`,
        unfinished: `${unfinished}@1`,
        reads: [],
        refused: [],
        changed: [],
      },
      ...{
        world: { branch: null, head: null, blob: null, meta: null },
        usage: NO_USAGE,
        promptChars: 1,
        contextChars: 1,
      },
      ...{ milliseconds: 1, at: "2026-03-01T10:00:00.000Z" },
    };
    await run.run.folder.write("dispatches/001-spec-author-fresh.outcome.json", JSON.stringify(outcome));
    await run.end("continue");
    const sessions = join(commonDir, "iflow", "sessions");
    await mkdir(sessions);
    for (const id of ids) await writeFile(join(sessions, `${id}.jsonl`), "");

    expect(await archive.remove(FIRST)).toBe(true);

    expect(ids.filter((id) => existsSync(join(sessions, `${id}.jsonl`)))).toEqual([other]);
  });

  test("are removed whole; an open run, a link and a name that leads elsewhere never", async () => {
    const { make, archive, folderOf, commonDir } = await setUp();
    await (await make()).end("continue");
    const open = await make({ phase: "design" });
    await open.close();
    const elsewhere = join(commonDir, "elsewhere");
    await mkdir(elsewhere);
    await writeFile(join(elsewhere, "mine.txt"), "mine");
    await symlink(elsewhere, join(folderOf(FIRST), "link"));
    await symlink(folderOf(FIRST), folderOf("linked"));

    for (const id of [open.run.head.id, "linked", "../runs", "", ".", "nowhere"]) {
      expect(await archive.remove(id), id).toBe(false);
    }
    expect(existsSync(folderOf(FIRST))).toBe(true);
    expect(await archive.remove(FIRST)).toBe(true);

    expect(existsSync(folderOf(FIRST))).toBe(false);
    expect(existsSync(join(folderOf(open.run.head.id), "journal.jsonl"))).toBe(true);
    expect(await readFile(join(elsewhere, "mine.txt"), "utf8")).toBe("mine");
    expect(await archive.remove(FIRST)).toBe(false);
  });

  test("that were moved away and linked to stay where they are", async () => {
    const { make, archive, folderOf, commonDir } = await setUp();
    await (await make()).end("continue");
    await rename(folderOf(FIRST), join(commonDir, "moved"));
    await symlink(join(commonDir, "moved"), folderOf(FIRST));

    expect(await archive.ended()).toEqual([]);
    expect(await archive.remove(FIRST)).toBe(false);
    expect(existsSync(join(commonDir, "moved", "texts", "a.md"))).toBe(true);
  });

  test("half removed by a process that was killed: the rest is still seen, and goes", async () => {
    const { make, archive, folderOf } = await setUp();
    await (await make()).end("continue");
    await rm(join(folderOf(FIRST), "texts"), { recursive: true });

    expect(await archive.ended()).toHaveLength(1);
    expect(await archive.remove(FIRST)).toBe(true);
    expect(await archive.ended()).toEqual([]);
  });
});

describe("the ledger", () => {
  const line = (given: Partial<LedgerLine> = {}): LedgerLine => ({
    ...{ feature: "007-rate-limit", run: FIRST, runtime: "claude", step: "specify/1/0/spec-author/1" },
    ...{ phase: "specify", role: "spec-author", round: 0, kind: "fresh", reason: "first-round", status: "completed" },
    ...{ usage: NO_USAGE, cost: 0.25, promptChars: 10, contextChars: 20, milliseconds: 5 },
    at: "2026-03-01T10:00:00.000Z",
    ...given,
  });

  test("a torn or foreign line harms no other", async () => {
    const { archive, commonDir } = await setUp();
    await archive.keep([line()]);
    await appendFile(join(commonDir, "iflow", "ledger.jsonl"), '{"later":"version"}\n{"feature":"007');

    expect(await archive.keep([line({ step: "b" })])).toHaveLength(1);
    expect((await archive.ledger()).map(({ step }) => step)).toEqual([line().step, "b"]);
  });

  test("F10: a line of which a bit was flipped is told about and left out, and the others count", async () => {
    const { archive, commonDir } = await setUp();
    const path = join(commonDir, "iflow", "ledger.jsonl");
    await archive.keep([line(), line({ step: "b" })]);
    const whole = await readFile(path);
    const told: IflowError[] = [];
    const observed = createRunArchive(commonDir, (damage) => told.push(damage));

    for (let bit = 0; bit < whole.indexOf("\n") * 8; bit += 7) {
      told.length = 0;
      const copy = Buffer.from(whole);
      copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      await writeFile(path, copy);
      const read = await observed.ledger();
      if (told.length > 0) {
        expect(read).toEqual([line({ step: "b" })]);
        expect(told).toMatchObject([{ message: expect.stringContaining(path), fix: expect.any(String) }]);
      } else expect(read).toEqual([line(), line({ step: "b" })]); // the bit was one of the checksum's own name
    }
  });

  test("two writers that did not see each other leave one line for the reader", () => {
    const text = `${JSON.stringify(line())}\n${JSON.stringify({ ...line(), added: "later" })}\n`;
    expect(parseLedger(text)).toEqual([line()]);
  });
});
