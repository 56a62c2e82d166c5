// What a phase knows while it runs. Replaying the journal rebuilds all of it, so none of it is ever saved: the recorded
// steps are the only truth. Each part is the only writer of its own state.
import type { Feature } from "../../../domain/feature/feature.ts";
import type { RunKind } from "../../../domain/feature/phase.ts";
import { hasRulings } from "../../../domain/run/run-format.ts";
import type { PhasePorts } from "../../../ports/ports.ts";
import type { Run } from "../../../ports/runs/runs.ts";
import type { AgentAbilities } from "./agent-abilities.ts";
import { Decisions } from "./decisions.ts";
import { ExpectedWorld } from "./expected-world.ts";
import { HostNotes } from "./host-notes.ts";
import { IssueRegister } from "./issue-register.ts";
import { ReviewEntries } from "./review-entries.ts";
import { RunMode } from "./run-mode.ts";
import { Sessions } from "./sessions.ts";
import { type Budget, Spending } from "./spending.ts";
import { StepNames } from "./step-names.ts";

export interface PhaseRun {
  readonly run: Run;
  readonly ports: PhasePorts;
  readonly feature: Feature;
  readonly name: RunKind;
  /**
   * The phase works on the feature's own branch. A brainstorm has none: nothing is committed, its history stays in the
   * run folder, and where the person's HEAD stands does not matter.
   */
  readonly ownsBranch: boolean;
  /** The document this phase writes, relative to the repository root. */
  readonly artifact: string;
  /** What the agents could do when the run began. A replay plans with this, whichever agents continue the run. */
  readonly abilities: AgentAbilities;
  readonly world: ExpectedWorld;
  readonly sessions: Sessions;
  readonly steps: StepNames;
  readonly history: ReviewEntries;
  readonly spending: Spending;
  readonly host: HostNotes;
  readonly mode: RunMode;
  readonly decisions: Decisions;
  readonly register: IssueRegister;
}

/** What a function needs of a phase: it can touch nothing else. One that needs more than four parts takes the whole. */
export type Parts<Names extends keyof PhaseRun> = Pick<PhaseRun, Names>;

export interface PhaseFacts {
  readonly run: Run;
  readonly ports: PhasePorts;
  readonly feature: Feature;
  readonly artifact: string;
  readonly abilities: AgentAbilities;
  readonly budget: Budget;
}

/** A phase before anything has happened in it; a replay also begins here. */
export function newPhaseRun({ budget, ...facts }: PhaseFacts): PhaseRun {
  const { head } = facts.run;
  const name = head.phase as RunKind; // written by startPhase
  return {
    ...facts,
    name,
    ownsBranch: name !== "brainstorm",
    world: new ExpectedWorld({ branch: facts.feature.branch, head: head.base, blob: null, meta: null }),
    sessions: new Sessions(),
    steps: new StepNames(name),
    history: new ReviewEntries(),
    spending: new Spending(budget),
    host: new HostNotes(),
    mode: new RunMode(head.flags.yolo),
    decisions: new Decisions(facts.feature.description),
    register: new IssueRegister({ hasRulings: hasRulings(head) }),
  };
}

/** Restarts the reviews from their first round, with agents that have seen nothing. */
export function startOver({ steps, sessions }: Pick<PhaseRun, "steps" | "sessions">): void {
  steps.startOver();
  sessions.forgetAll();
}
