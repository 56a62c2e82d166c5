// A process of its own that works on durable runs, for tests that kill it, fill its disk, or let it compete for a lock.
// Called as: node runs-child.mjs {work|fill|compete|hold} {folder} [argument]
import { appendFileSync, closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createJournalRuns } from "../../src/adapters/runs/journal-runs.ts";
import { toDiagnostic } from "../../src/domain/text/errors.ts";
import { exampleHead } from "./run-head.ts";

const [mode, folder = "", argument = ""] = process.argv.slice(2);
const runs = createJournalRuns({ commonDir: folder, gitDir: folder, clock: { now: () => new Date() } });
const feature = "007-rate-limit";

if (mode === "work") await work(argument);
if (mode === "fill") await fill();
if (mode === "compete") await compete();
if (mode === "hold") await hold();

/** Steps a to e; each leaves a line in `effects`. Hangs inside the step named by the argument. */
async function work(hangIn: string): Promise<void> {
  const [present] = await runs.open();
  const lock = await runs.lock(feature, { command: "iflow specify" });
  const session = present ? await runs.resume(present.head.id) : await runs.create(exampleHead());
  const results: string[] = [];
  for (const name of ["a", "b", "c", "d", "e"]) {
    const result = await session.run.step({
      name,
      input: null,
      work: async ({ interrupted, note }) => {
        await note({ began: name });
        if (name === hangIn) {
          say("hanging");
          await sleep(3_600_000);
        }
        appendFileSync(join(folder, "effects"), `${name}\n`);
        return interrupted ? `${name} after ${JSON.stringify(interrupted)}` : name;
      },
    });
    results.push(result);
  }
  await session.end("approved");
  await lock.release();
  say(JSON.stringify(results));
}

/** Steps with large results until the disk refuses one, then one small step more. */
async function fill(): Promise<void> {
  const session = await runs.create(exampleHead());
  const step = (name: string, size: number) =>
    session.run.step({ name, input: null, work: async () => "x".repeat(size) });
  let recorded = 0;
  try {
    for (;;) {
      await step(`step-${recorded}`, 700);
      recorded += 1;
    }
  } catch (error) {
    const next = await step("small", 1).catch(toDiagnostic);
    await session.close();
    say(JSON.stringify({ recorded, failure: toDiagnostic(error), next }));
  }
}

/** Takes the lock as soon as it can, makes sure nobody else is inside, and dies inside. */
async function compete(): Promise<void> {
  for (;;) {
    try {
      await runs.lock(feature, { command: "iflow specify" });
      break;
    } catch (error) {
      if (toDiagnostic(error).code !== "locked") throw error;
      await sleep(1);
    }
  }
  const inside = join(folder, "inside");
  try {
    closeSync(openSync(inside, "wx"));
    await sleep(3);
    rmSync(inside);
    appendFileSync(join(folder, "log"), "alone\n");
  } catch {
    appendFileSync(join(folder, "log"), "not alone\n");
  }
  process.kill(process.pid, "SIGKILL");
}

async function hold(): Promise<void> {
  await runs.lock(feature, { command: "iflow specify" });
  say("held");
  await sleep(3_600_000);
}

function say(line: string): void {
  writeSync(1, `${line}\n`);
}
