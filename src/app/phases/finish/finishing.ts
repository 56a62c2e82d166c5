// What finish-feature knows once it has begun. A replay rebuilds all of it; only the methods here write it.
import type { Receipts } from "../../../domain/receipts/receipt-file.ts";
import type { GitSummary } from "../../../domain/review/finish-work.ts";
import type { Setup } from "../../review/set-up-phase.ts";
import type { PhaseRun } from "../../work/state/phase-run.ts";

interface Given {
  readonly setup: Omit<Setup, "featureText">;
  /** The branch the feature goes back to. */
  readonly base: string;
  /** Documents of the feature that exist, such as `spec.md`. */
  readonly documents: readonly string[];
}

export class Finishing {
  readonly setup: Given["setup"];
  readonly base: string;
  readonly documents: readonly string[];
  readonly #left = new Set<string>();
  #checkChanges: readonly string[] = [];
  #receipts: Receipts | undefined;

  constructor({ setup, base, documents }: Given) {
    this.setup = setup;
    this.base = base;
    this.documents = documents;
  }

  /** Changed files that stay uncommitted because the person said so, in the order they were left. */
  get left(): ReadonlySet<string> {
    return this.#left;
  }

  /** What the branch changes in what the checks run, as it was last looked at. */
  get checkChanges(): readonly string[] {
    return this.#checkChanges;
  }

  noteCheckChanges(changes: readonly string[]): void {
    this.#checkChanges = changes;
  }

  /** What shows the criteria, as last run; undefined where the feature can have none. */
  get receipts(): Receipts | undefined {
    return this.#receipts;
  }

  noteReceipts(receipts: Receipts | undefined): void {
    this.#receipts = receipts;
  }

  leave(paths: readonly string[]): void {
    for (const path of paths) this.#left.add(path);
  }
}

/** The feature's commits and changed files, as they are now. */
export function readGitSummary(phase: PhaseRun, { base }: Pick<Finishing, "base">): Promise<GitSummary> {
  return phase.run.step({
    name: phase.steps.next(0, "git-summary"),
    input: [base, phase.world.expected.head],
    work: async () => {
      const { commits, subjects, stat } = await phase.ports.merging.summary(base, phase.feature.branch);
      return { base, commits, subjects: [...subjects], stat };
    },
  });
}
