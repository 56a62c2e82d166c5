// What the page begins: this iflow once more, as a process of its own. Whoever asked is told as soon as it works, or what the
// command said when it could not. One that fails later, before a run could tell it, is kept for the inbox.
import { setTimeout as sleep } from "node:timers/promises";
import { isFeatureKey } from "../../../domain/feature/feature-key.ts";
import { brainstormNumber } from "../../../domain/review/brainstorm.ts";
import { isKept } from "../../../domain/run/kept-stop.ts";
import type { RunSummary } from "../../../domain/run/run.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import type { PageHost, StartedApart } from "../../../ports/page-host.ts";
import type { WatchedRepository } from "../read/watched-repository.ts";
import type { FeatureRef, Problem } from "../view/model/common.ts";
import type { FailedStart } from "../view/model/inbox.ts";
import type { StartedResult } from "../view/model/new-feature.ts";
import { CommandFailed, featureIn, readEnd } from "./command-end.ts";
import { typed } from "./words.ts";

const LOOK_MS = 100;
/** So long somebody waits to be told whether it works. */
const PATIENCE_MS = 20_000;
const MOST_AT_ONCE = 12;
const MOST_FAILED = 20;

export interface Begin {
  readonly repository: WatchedRepository;
  /** Null of an idea. */
  readonly feature: FeatureRef | null;
  readonly words: readonly string[];
}

export class Starts {
  readonly #host: PageHost;
  readonly #now: () => Date;
  readonly #underWay = new Map<string, Promise<StartedResult>>();
  /** When the last process begun here for a feature was over. */
  readonly #over = new Map<string, string>();
  #failed: FailedStart[] = [];

  constructor(host: PageHost, now: () => Date) {
    this.#host = host;
    this.#now = now;
  }

  failed(): readonly FailedStart[] {
    return this.#failed;
  }

  /** Nothing but a process begun here has moved the run since, and that is over: no terminal waits at its question. */
  isAlone({ id }: WatchedRepository, { head, lastAt }: Pick<RunSummary, "head" | "lastAt">): boolean {
    return (this.#over.get(`${id} ${head.feature}`) ?? "") >= lastAt;
  }

  /** The same asked twice at once is begun once. */
  begin(asked: Begin): Promise<StartedResult> {
    const { repository, words } = asked;
    const key = JSON.stringify([repository.id, words]);
    const known = this.#underWay.get(key);
    if (known) return known;
    if (this.#underWay.size >= MOST_AT_ONCE)
      throw new IflowError("blocked", "too much is being begun from this page at once", {
        fix: "try again in a moment",
      });
    const begun = this.#begin(asked).finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, begun);
    return begun;
  }

  async #begin(asked: Begin): Promise<StartedResult> {
    const { repository, words, feature } = asked;
    const { root } = repository.place.ports.repository;
    const since = this.#now().toISOString();
    const child = await this.#host.startApart(root, ["--json", ...words]);
    const command = typed(words);
    const work = await this.#untilAtWork(repository, child);
    repository.forget();
    if (work.type === "ended") {
      const { document, problem } = work;
      const begun = problem && feature === null ? await begunSince(repository, since, problem) : undefined;
      if (problem !== undefined && begun === undefined) throw new CommandFailed(problem);
      const key = begun ?? featureIn(document) ?? feature?.key ?? null;
      this.#noteEnd(repository, key);
      return { command, pid: child.pid, feature: key };
    }
    this.#failed = this.#failed.filter((one) => feature === null || one.feature?.key !== feature.key);
    void child.ended.then((ended) => {
      const { document, problem } = readEnd(ended);
      this.#noteEnd(repository, featureIn(document) ?? work.feature ?? null); // an idea has become a feature meanwhile
      this.#keepFailure(asked, problem);
    });
    return { command, pid: child.pid, feature: work.feature ?? feature?.key ?? null };
  }

  /** It holds the lock of a feature, or is over. */
  async #untilAtWork({ place }: WatchedRepository, { pid, ended }: StartedApart) {
    let end: ReturnType<typeof readEnd> | undefined;
    const over = ended.then((told) => {
      end = readEnd(told);
    });
    for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
      if (end) return { type: "ended" as const, ...end };
      const mover = (await place.ports.stops.movers()).find((one) => one.pid === pid && isKey(one.feature));
      if (mover) return { type: "works" as const, feature: mover.feature };
      await Promise.race([over, sleep(LOOK_MS)]);
    }
    return { type: "works" as const, feature: undefined };
  }

  #noteEnd({ id }: WatchedRepository, key: string | null): void {
    if (key !== null) this.#over.set(`${id} ${key}`, this.#now().toISOString());
  }

  #keepFailure({ repository, feature, words }: Begin, problem: Problem | undefined): void {
    repository.forget();
    if (problem === undefined || problem.code === "interrupted" || isKept(problem.code)) return;
    const failed = { repo: repository.id, feature, command: typed(words), at: this.#now().toISOString(), problem };
    this.#failed = [failed, ...this.#failed].slice(0, MOST_FAILED);
  }

  /** For what is over at once: the command's data. */
  async finish({ repository, words }: Begin): Promise<unknown> {
    const { root } = repository.place.ports.repository;
    const { ended } = await this.#host.startApart(root, ["--json", ...words]);
    const { document, problem } = readEnd(await ended);
    repository.forget();
    if (problem !== undefined) throw new CommandFailed(problem);
    return document;
  }
}

/** An idea that reached its budget before anybody could see it work has begun all the same: its run says why it stopped. */
async function begunSince({ place }: WatchedRepository, since: string, { code }: Problem): Promise<string | undefined> {
  const open = isKept(code) ? await place.ports.runs.open() : [];
  return open.find(({ lastAt }) => lastAt >= since)?.head.feature;
}

/** Not the lock under which numbers are given. */
const isKey = (name: string): boolean => isFeatureKey(name) || brainstormNumber(name) !== undefined;
