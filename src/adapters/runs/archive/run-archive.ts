// Ended runs on disk, and the ledger. A run's journal is removed last: if the removal is killed in between, the run is
// still seen as ended, and the next clean-up removes the rest. Links are never followed.
import { lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { brainstormPrd } from "../../../domain/review/brainstorm.ts";
import type { EndedRun, RunArchive } from "../../../ports/runs/run-archive.ts";
import { readOutcomes } from "../../recorded/outcomes.ts";
import { foldRecords, type RunHistory } from "../../recorded/run-history.ts";
import type { OnDamage } from "../../recorded/run-summary.ts";
import { listIfThere, onDisk, readIfThere } from "../durable-files.ts";
import { isEnded } from "../journal/is-ended.ts";
import { composeJournalError } from "../journal/journal-errors.ts";
import { readJournal } from "../journal/read-journal.ts";
import { storedFiles } from "../journal/run-files.ts";
import { readBrainstorms } from "./brainstorms.ts";
import { createLedgerFile } from "./ledger-file.ts";
import { removeSessions, removeStrays, strayBytes } from "./sessions.ts";

const JOURNAL = "journal.jsonl";

export function createRunArchive(commonDir: string, onDamage: OnDamage = () => undefined): RunArchive {
  const runsFolder = join(commonDir, "iflow", "runs");
  const sessions = join(commonDir, "iflow", "sessions");
  const places = { sessions, runs: runsFolder };
  const ledger = createLedgerFile(join(commonDir, "iflow", "ledger.jsonl"), onDamage);
  return {
    ledger: () => ledger.read(),
    keep: (lines) => ledger.add(lines),
    strayBytes: () => strayBytes(places),
    removeStrays: (isAnyOpen) => removeStrays(places, isAnyOpen),

    async ended() {
      const found: EndedRun[] = [];
      for (const id of await listIfThere(runsFolder)) {
        const run = await readEnded(runsFolder, id, onDamage);
        if (run) found.push(run);
      }
      return found.sort(byAge);
    },

    brainstorms: () => readBrainstorms(runsFolder),

    async outcomes(id) {
      const folder = join(runsFolder, id);
      const history = await historyIn(folder);
      const found = await readOutcomes([{ id, history, files: storedFiles(folder, history) }], onDamage);
      return found.map(({ outcome }) => outcome);
    },

    reviewHistory: async (id) => (await readIfThere(join(runsFolder, id, "review-history.md")))?.toString("utf8") ?? "",

    async remove(id) {
      if ((await readEnded(runsFolder, id, onDamage)) === undefined) return false;
      await removeSessions(sessions, await this.outcomes(id));
      await removeFolder(join(runsFolder, id));
      return true;
    },
  };
}

function byAge(one: EndedRun, other: EndedRun): number {
  if (one.endedAt !== other.endedAt) return one.endedAt < other.endedAt ? -1 : 1;
  return numberOf(one) - numberOf(other);
}

/** Runs of a feature are numbered consecutively. */
function numberOf({ id }: EndedRun): number {
  return Number(/\d+$/.exec(id)?.[0] ?? 0);
}

/** With the dispatches of an abandoned run that were paid for and never answered. */
async function historyIn(folder: string): Promise<Pick<RunHistory, "unfinished" | "files">> {
  const bytes = await readIfThere(join(folder, JOURNAL));
  const reading = bytes && readJournal(bytes);
  return reading?.status === "readable"
    ? foldRecords(reading.head, reading.records)
    : { unfinished: new Map(), files: new Map() };
}

async function readEnded(runsFolder: string, id: string, onDamage: OnDamage): Promise<EndedRun | undefined> {
  const folder = join(runsFolder, id);
  const isOwn = !/[/\\\0]/.test(id) && !id.startsWith(".") && (await isFolder(folder));
  const bytes = isOwn ? await readIfThere(join(folder, JOURNAL)) : undefined;
  if (bytes === undefined || !isEnded(bytes)) return undefined;
  const reading = readJournal(bytes);
  if (reading.status === "broken" || reading.status === "head-broken") {
    onDamage(composeJournalError(join(folder, JOURNAL), reading));
  }
  if (reading.status !== "readable" || reading.head.id !== id) return undefined;
  const { feature, phase, createdAt, runtime } = reading.head;
  const { outcome = "", lastAt } = foldRecords(reading.head, reading.records);
  const size = await bytesBelow(folder);
  const prd = brainstormPrd(reading.head);
  return {
    ...{ id, feature, phase, runtime: runtime.id, outcome, createdAt, endedAt: lastAt, bytes: size },
    ...(prd !== undefined && { prd }),
  };
}

/** Whether it is a folder itself, not a link to one. */
async function isFolder(path: string): Promise<boolean> {
  return lstat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
}

async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        lstat(join(entry.parentPath, entry.name)).then(
          ({ size }) => size,
          () => 0, // taken away meanwhile, by the process whose run it is
        ),
      ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function removeFolder(folder: string): Promise<void> {
  await onDisk(folder, async () => {
    const names = await readdir(folder);
    for (const name of names.filter((one) => one !== JOURNAL)) {
      await rm(join(folder, name), { recursive: true, force: true });
    }
    await rm(folder, { recursive: true, force: true });
  });
}
