// What every address of the server works with.
import type { PageHost } from "../../../ports/page-host.ts";
import type { Starts } from "../act/starts.ts";
import type { WatchedRepository } from "../read/watched-repository.ts";
import type { Sessions } from "./sessions.ts";

export interface Ui {
  readonly repositories: readonly WatchedRepository[];
  readonly sessions: Sessions;
  readonly host: PageHost;
  readonly starts: Starts;
  /** Known once the server listens. */
  port(): number;
  now(): Date;
  /** Aborts when the server ends. */
  readonly closing: AbortSignal;
}
