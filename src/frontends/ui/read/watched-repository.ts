// One repository that the page shows: its doors, its stream, and what is known of it. What costs more than a moment to find
// out is kept until something has happened, or for two seconds: branches are switched and features made without a run.
import { readOverview } from "../../../app/feature/overview.ts";
import type { Config } from "../../../domain/config/config.ts";
import { trustOf } from "../../../domain/config/repository-trust.ts";
import type { RunSummary } from "../../../domain/run/run.ts";
import { toDiagnostic } from "../../../domain/text/errors.ts";
import type { Ports } from "../../../ports/ports.ts";
import type { Wiring } from "../../../ports/wiring.ts";
import { cutOff, type Gathered, NOTHING, withPause } from "../view/gathered.ts";
import type { RepositoryView } from "../view/model/common.ts";
import type { Beside } from "../view/question-card.ts";
import { Books } from "./books.ts";
import { budgetsOf } from "./budgets.ts";
import { RepositoryFeed } from "./repository-feed.ts";
import { lanesByRun, runsByFeature } from "./told-runs.ts";

export interface RepositoryPlace {
  /** In addresses. */
  readonly id: string;
  readonly wiring: Wiring;
  readonly ports: Ports;
  /** What scripted agents play in features that are begun from the page. */
  readonly script: string | undefined;
}

const KEPT_MS = 2000;
/** Then it is no answer any more. */
const LONGEST_KEPT_MS = 30_000;

interface Kept {
  readonly version: string;
  readonly at: number;
  readonly gathered: Promise<Gathered>;
}

export class WatchedRepository {
  readonly place: RepositoryPlace;
  readonly feed: RepositoryFeed;
  readonly #books: Books;
  readonly #besides = new Map<string, { readonly version: string; readonly beside: Promise<Beside[]> }>();
  #kept: Kept | undefined;
  #renewed: Kept | undefined;

  constructor(place: RepositoryPlace, signal: AbortSignal) {
    this.place = place;
    this.feed = new RepositoryFeed(place.ports, signal);
    this.#books = new Books(place.ports);
  }

  get id(): string {
    return this.place.id;
  }

  config(): Promise<Config> {
    const { wiring, ports } = this.place;
    return wiring.readConfig(ports.repository);
  }

  /** Never fails: a repository that cannot be read says why, and the others are shown. */
  async gather(): Promise<Gathered> {
    await this.feed.ready.catch(() => undefined); // told by #read; what is read before would be too old by then
    const now = this.place.ports.clock.now().getTime();
    const version = `${this.feed.version} ${[...this.feed.left].join(" ")}`;
    const kept = this.#kept;
    if (kept?.version !== version || now - kept.at >= LONGEST_KEPT_MS) return this.#gatherNow(version);
    if (now - kept.at >= KEPT_MS) void this.#renew(kept, version);
    return kept.gathered;
  }

  #gatherNow(version: string): Promise<Gathered> {
    const gathered = this.#read().catch((error: unknown) => this.#unreadable(error));
    const kept = { version, at: Number.POSITIVE_INFINITY, gathered }; // nobody reads anew what is being read
    this.#kept = kept;
    void gathered.then(() => {
      const at = this.place.ports.clock.now().getTime();
      if (this.#kept === kept) this.#kept = { ...kept, at };
    });
    return gathered;
  }

  /** Whoever looks is not kept waiting for what no run has told; the next look has it. */
  async #renew(kept: Kept, version: string): Promise<void> {
    if (this.#renewed === kept) return;
    this.#renewed = kept;
    const gathered = await this.#read().catch((error: unknown) => this.#unreadable(error));
    const at = this.place.ports.clock.now().getTime();
    if (this.#kept === kept) this.#kept = { version, at, gathered: Promise.resolve(gathered) };
  }

  /** What stands beside the questions of a run: the same as long as nothing has happened in it. */
  besideOf(run: RunSummary, read: () => Promise<Beside[]>): Promise<Beside[]> {
    const { id } = run.head;
    const version = `${run.lastAt} ${run.steps}`;
    const known = this.#besides.get(id);
    if (known?.version === version) return known.beside;
    const beside = read();
    beside.catch(() => this.#besides.delete(id));
    this.#besides.set(id, { version, beside });
    return beside;
  }

  /** Something was changed here that no run tells. */
  forget(): void {
    this.#kept = undefined;
    this.#besides.clear();
  }

  async #read(): Promise<Gathered> {
    const { wiring, ports } = this.place;
    await this.feed.ready;
    const [config, layers] = await Promise.all([this.config(), wiring.readConfigLayers(ports.repository)]);
    const [overview, open, lines] = await Promise.all([
      readOverview(ports, config),
      ports.runs.open(),
      this.#books.read(config, this.feed.version),
    ]);
    const told = Object.values(this.feed.runs).map((run) => (this.feed.left.has(run.run) ? cutOff(run) : run));
    const runs = runsByFeature(told);
    return {
      repository: {
        ...this.#name(),
        ...{ branch: overview.branch, isSetUp: overview.isSetUp, trust: trustOf(layers).state, problem: null },
      },
      features: overview.features.map((row) => withPause(row, runs.get(row.key))),
      ...{ open, runs, lines, left: this.feed.left, kept: this.feed.kept, lanes: lanesByRun(told, this.feed.live) },
      budgets: budgetsOf(open, config),
    };
  }

  #name(): Pick<RepositoryView, "id" | "name" | "root"> {
    const { root } = this.place.ports.repository;
    return { id: this.id, name: this.id, root };
  }

  #unreadable(error: unknown): Gathered {
    const { code, message, fix = "iflow doctor" } = toDiagnostic(error);
    const problem = { code, message: code === "bug" ? (message.split("\n")[0] ?? message) : message, fix };
    const repository = { ...this.#name(), branch: null, isSetUp: false, trust: "nothing" as const, problem };
    return { ...NOTHING, repository };
  }
}
