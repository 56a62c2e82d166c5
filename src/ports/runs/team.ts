// What a team's database knows of features besides their runs: as much of their files as people look at from a clone that
// has not got the branch.
import type { OtherTree } from "../../domain/run/run.ts";

export interface Team {
  /** Every feature it knows by its key; with a value where another clone was the last to keep its files. */
  features(): Promise<ReadonlyMap<string, KeptElsewhere | undefined>>;
  /** Its review history as it was kept last, wherever that was. */
  history(feature: string): Promise<string | undefined>;
  /** Keeps what this clone has now; what is undefined here stays as it was kept before. */
  keep(feature: string, files: KeptFiles): Promise<void>;
}

export interface KeptElsewhere extends OtherTree {
  /** The text of its `.meta.json`. */
  readonly meta: string | undefined;
}

export interface KeptFiles {
  readonly meta: string | undefined;
  readonly history: string | undefined;
}
