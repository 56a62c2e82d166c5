// All journals of a repository, followed. Of a run that is over only its last line is looked at, once; a look at hundreds
// of them asks the system how long each file is, and reads nothing.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Question } from "../../../domain/run/questions/question.ts";
import type { Feed, FeedReading, FeedRun, RunFeed } from "../../../ports/runs/run-feed.ts";
import { readAnswer } from "../journal/answer-files.ts";
import { isEnd, NEWLINE, parseLine } from "../journal/is-ended.ts";
import { readRunFile } from "../journal/run-files.ts";
import { JournalTail } from "./journal-tail.ts";
import { LiveTail, openLiveFile } from "./live-file.ts";
import { readFrom } from "./read-new.ts";
import { FolderWatch } from "./watch-folders.ts";

export interface RunFeedOptions {
  /** False where the system is not to watch folders. */
  readonly canWatch?: boolean;
}

export function createRunFeed(commonDir: string, { canWatch = true }: RunFeedOptions = {}): RunFeed {
  const runsFolder = join(commonDir, "iflow", "runs");
  return {
    open: () => new OpenFeed(runsFolder, canWatch),
    live: (run) => openLiveFile(join(runsFolder, run)),
  };
}

interface Known {
  readonly stamp: string;
  readonly overAt: string | undefined;
}

/** The record of an end is short. */
const LAST_BYTES = 4096;
/** Larger files are no results of ours. */
const LARGEST_FILE = 32 * 1024 * 1024;

class OpenFeed implements Feed {
  readonly #folder: string;
  readonly #known = new Map<string, Known>();
  readonly #journals = new Map<string, JournalTail>();
  readonly #live = new Map<string, LiveTail>();
  readonly #watch: FolderWatch;

  constructor(folder: string, canWatch: boolean) {
    this.#folder = folder;
    this.#watch = new FolderWatch(canWatch);
  }

  async runs(): Promise<readonly FeedRun[]> {
    const names = namesIn(this.#folder);
    const found = names.flatMap((run): FeedRun[] => {
      const known = this.#look(run);
      return known ? [{ run, overAt: known.overAt }] : [];
    });
    const there = new Set(found.map(({ run }) => run));
    for (const map of [this.#known, this.#journals, this.#live]) {
      for (const run of map.keys()) if (!there.has(run)) map.delete(run);
    }
    const open = found.filter(({ overAt }) => overAt === undefined).map(({ run }) => join(this.#folder, run));
    this.#watch.set([this.#folder, ...open]);
    return found;
  }

  async read(run: string): Promise<FeedReading> {
    const folder = join(this.#folder, run);
    const journal = this.#journals.get(run) ?? new JournalTail(folder);
    const live = this.#live.get(run) ?? new LiveTail(folder);
    this.#journals.set(run, journal);
    this.#live.set(run, live);
    const alive = live.read(); // before the records: what has ended meanwhile is taken away by its record
    const { entries, isAnother, problem } = journal.read();
    const { head, headEnd } = journal;
    return { head, headEnd, entries, live: alive, isAnother, ...(problem && { problem }) };
  }

  restart(run: string): void {
    this.#journals.delete(run);
    this.#live.delete(run);
  }

  async file(run: string, name: string): Promise<string | undefined> {
    const sums = this.#journals.get(run)?.sums ?? new Map<string, ReadonlySet<string>>();
    try {
      if (statSync(join(this.#folder, run, name)).size > LARGEST_FILE) return undefined;
      return await readRunFile(join(this.#folder, run), name, { files: sums });
    } catch {
      return undefined;
    }
  }

  async answer(run: string, question: Question): Promise<string | undefined> {
    if (question.id === undefined) return undefined;
    try {
      return await readAnswer(join(this.#folder, run), { ...question, id: question.id });
    } catch {
      return undefined; // whoever takes the run up is told
    }
  }

  changed(signal: AbortSignal): Promise<void> {
    return this.#watch.changed(signal);
  }

  close(): void {
    this.#watch.close();
  }

  #look(run: string): Known | undefined {
    const path = join(this.#folder, run, "journal.jsonl");
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats?.isFile()) return undefined;
    const stamp = `${stats.ino} ${stats.size} ${stats.mtimeMs}`;
    const known = this.#known.get(run);
    if (known?.stamp === stamp) return known;
    const looked = { stamp, overAt: endOf(path) };
    this.#known.set(run, looked);
    return looked;
  }
}

function endOf(path: string): string | undefined {
  const { bytes } = readFrom(path, (size) => size - LAST_BYTES, LAST_BYTES) ?? {};
  if (!bytes || bytes.at(-1) !== NEWLINE) return undefined;
  const last = parseLine(bytes.subarray(bytes.lastIndexOf(NEWLINE, -2) + 1, -1));
  return isEnd(last) && typeof (last as { at?: unknown }).at === "string" ? (last as { at: string }).at : undefined;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => !name.startsWith("."));
  } catch {
    return [];
  }
}
