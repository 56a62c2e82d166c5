// What a crash, a power loss or a full disk leaves behind, and how a run continues from there.
import { appendFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { bundleForNode } from "../../../test/support/bundle.ts";
import { startChild } from "../../../test/support/child-process.ts";
import { exampleHead } from "../../../test/support/run-head.ts";
import { sampled } from "../../../test/support/sampled.ts";
import { tempFolder } from "../../../test/support/temp-repo.ts";
import type { Json } from "../../domain/text/json/json.ts";
import { type Run, type Runs, Suspended } from "../../ports/runs/runs.ts";
import { createJournalRuns } from "./journal-runs.ts";

const ID = exampleHead().id;
const clock = { now: () => new Date("2026-03-01T10:00:00.000Z") };

const child = bundleForNode(join(import.meta.dirname, "../../../test/support/runs-child.ts"));

describe("a power loss", () => {
  it("at any byte of the journal loses no whole record and leaves a run that comes to the same end", async () => {
    const whole = await tempFolder();
    const expected = await drive(openRuns(whole), await openRuns(whole).create(exampleHead()), []);
    const journal = await readFile(journalIn(whole));
    const headLength = journal.indexOf("\n") + 1;
    expect(expected).toEqual(["a", ["b", "c"], "yes", "continue", "d after nothing"]);

    const folder = await tempFolder();
    const runs = openRuns(folder);
    const runFolder = dirname(journalIn(folder));
    await mkdir(runFolder, { recursive: true });
    const lengths = Array.from(journal, (_, length) => length);
    const insideLines = new Set(sampled(lengths.filter((length) => !isAtLineEnd(length))));
    for (const length of lengths.filter((one) => isAtLineEnd(one) || insideLines.has(one))) {
      const cut = journal.subarray(0, length);
      await writeFile(journalIn(folder), cut);
      if (length < headLength) {
        await expect(runs.resume(ID)).rejects.toMatchObject({ code: "journal-corrupt", fix: expect.any(String) });
        expect(await readFile(journalIn(folder))).toEqual(cut);
        expect(await runs.open()).toEqual([]);
        continue;
      }

      const session = await runs.resume(ID);

      const wholeLines = cut.subarray(0, cut.lastIndexOf("\n") + 1).toString("utf8");
      const opened = '{"type":"opened","at":"2026-03-01T10:00:00.000Z","sum":"';
      const found = await readFile(journalIn(folder), "utf8");
      expect(found.replace(/[0-9a-f]{16}"\}\n$/, ""), `cut at ${length}`).toBe(wholeLines + opened);
      if (!isAtLineEnd(length)) {
        await session.close(); // the file equals the one cut at the line's first byte, so the rest is the same
        continue;
      }

      const worked: string[] = [];
      const result = await drive(runs, session, worked);

      const left = ["a", "b", "c", "d"].filter((name) => !recordedSteps(wholeLines).includes(name));
      expect(worked.toSorted(), `cut at ${length}`).toEqual(left);
      expect(result.slice(0, 4), `cut at ${length}`).toEqual(expected.slice(0, 4));
      expect(["d after nothing", 'd after ["d began"]']).toContain(result[4]); // the second when cut inside step d
      expect(await runs.ofFeature("007-rate-limit")).toMatchObject([{ outcome: "approved", steps: 4 }]);
      await rm(join(runFolder, "answers"), { recursive: true, force: true });
    }

    /** One byte around every line end. */
    function isAtLineEnd(length: number): boolean {
      return journal.subarray(length - 1, length + 2).includes("\n");
    }
  });

  it("that leaves a last line of rubbish with a newline is cut like a torn one", async () => {
    const folder = await tempFolder();
    await runSteps(openRuns(folder), ["a"]);
    await appendFile(journalIn(folder), `${"\0".repeat(80)}\n`);
    expect(await openRuns(folder).open()).toMatchObject([{ steps: 1 }]);

    const session = await openRuns(folder).resume(ID);
    await session.close();

    expect(await readFile(journalIn(folder), "utf8")).not.toContain("\0");
    expect(await openRuns(folder).open()).toMatchObject([{ steps: 1 }]);
  });

  it("while a run is created leaves a place where it can be created again", async () => {
    const folder = await tempFolder();
    await mkdir(dirname(journalIn(folder)), { recursive: true });
    await writeFile(journalIn(folder), JSON.stringify(exampleHead()).slice(0, 40));

    await expect(openRuns(folder).resume(ID)).rejects.toMatchObject({ code: "journal-corrupt" });
    await runSteps(openRuns(folder), ["a"]);

    expect(await openRuns(folder).open()).toMatchObject([{ head: exampleHead(), steps: 1 }]);
  });
});

describe("a killed process", () => {
  it("loses the step it was in and nothing else", async () => {
    const folder = await tempFolder();
    const first = startChild(process.execPath, [child(), "work", folder, "c"]);
    expect(await first.line()).toBe("hanging");
    await first.kill();
    expect(await openRuns(folder).open()).toMatchObject([{ inFlight: "c", steps: 2 }]);

    const second = startChild(process.execPath, [child(), "work", folder]);
    const results = JSON.parse(await second.line());

    expect(results).toEqual(["a", "b", 'c after [{"began":"c"}]', "d", "e"]);
    expect(await readFile(join(folder, "effects"), "utf8")).toBe("a\nb\nc\nd\ne\n");
    expect(await openRuns(folder).open()).toEqual([]);
  });
});

describe("a full disk", () => {
  it("stops the run in words, keeps every recorded step, and lets it go on when there is space", async () => {
    const folder = await tempFolder();
    const command = `ulimit -f 12; exec "$0" "$@"`; // blocks of 512 or 1024 bytes, depending on the shell
    const full = startChild("sh", ["-c", command, process.execPath, child(), "fill", folder]);
    const { recorded, failure, next } = JSON.parse(await full.line());

    expect(recorded).toBeGreaterThan(1);
    expect(failure).toMatchObject({ code: "disk-failed", fix: expect.stringContaining("space") });
    expect(next).toMatchObject({ code: "disk-failed" });
    expect((await readFile(journalIn(folder), "utf8")).endsWith("}\n")).toBe(true);

    const { run, end } = await resume(openRuns(folder));
    for (let number = 0; number <= recorded; number++) {
      const result = await run.step({ name: `step-${number}`, input: null, work: async () => "live" });
      expect(result).toBe(number === recorded ? "live" : "x".repeat(700));
    }
    await end();
  });

  it.skipIf(process.platform !== "linux")("is told of when not even the half line can be taken back", async () => {
    const { JournalFile } = await import("./journal/journal-file.ts");
    const file = await JournalFile.open("/dev/full", { length: 0, sum: "" });

    await expect(file.append({ type: "opened", at: "now" })).rejects.toMatchObject({ code: "disk-failed" });
    await expect(file.append({ type: "opened", at: "now" })).rejects.toMatchObject({ code: "disk-failed" });
    await file.close();
  });
});

function openRuns(folder: string): Runs {
  return createJournalRuns({ commonDir: folder, gitDir: folder, clock });
}

function journalIn(folder: string): string {
  return join(folder, "iflow", "runs", ID, "journal.jsonl");
}

function recordedSteps(journal: string): string[] {
  const lines = journal.trimEnd().split("\n").slice(1);
  return lines.map((line) => JSON.parse(line)).flatMap(({ type, step }) => (type === "done" ? [step] : []));
}

/** Runs the program to its end, answering its questions and reopening the run as often as necessary. */
async function drive(runs: Runs, first: Awaited<ReturnType<Runs["create"]>>, worked: string[]): Promise<Json[]> {
  for (let session = first; ; session = await runs.resume(ID)) {
    try {
      const result = await program(session.run, worked);
      await session.end("approved");
      return result;
    } catch (error) {
      await session.close();
      if (!(error instanceof Suspended)) throw error;
      for (const pending of error.pendings) {
        if (pending.type === "question") await runs.answer(pending.id ?? "", "yes");
      }
    }
  }
}

async function program(run: Run, worked: string[]): Promise<Json[]> {
  const plain = (name: string) => ({
    name,
    input: name,
    work: async () => {
      worked.push(name);
      return name;
    },
  });
  const a = await run.step(plain("a"));
  const bc = await run.all([plain("b"), plain("c")]);
  const options = [{ value: "yes", label: "ja · да · はい" }];
  const [answer = ""] = await run.wait([{ type: "question", name: "q", topic: "t", text: "?", options }]);
  const [lifted = ""] = await run.wait([{ type: "pause", name: "p", reason: "blocked", text: "!", fix: "-" }]);
  const d = await run.step({
    name: "d",
    input: null,
    work: async ({ interrupted, note }) => {
      await note("d began");
      worked.push("d");
      return `d after ${interrupted ? JSON.stringify(interrupted) : "nothing"}`;
    },
  });
  return [a, bc, answer, lifted, d];
}

async function runSteps(runs: Runs, names: readonly string[]): Promise<void> {
  const session = await runs.create(exampleHead());
  for (const name of names) await session.run.step({ name, input: null, work: async () => name });
  await session.close();
}

async function resume(runs: Runs): Promise<{ run: Run; end: () => Promise<void> }> {
  const session = await runs.resume(ID);
  return { run: session.run, end: () => session.end("approved") };
}
