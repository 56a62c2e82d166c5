// What a phase knows while it runs. All of it is rebuilt by replaying the journal, so nothing here is ever saved: the
// recorded steps are the only truth.
import type { AgentRef, FreshReason, SessionEntry } from "../../domain/dispatch/dispatch-plan.ts";
import type { Gate } from "../../domain/dispatch/gate.ts";
import type { SentContent } from "../../domain/dispatch/sent-content.ts";
import type { SessionCache } from "../../domain/dispatch/session-cache.ts";
import type { BeginningEnd } from "../../domain/dispatch/shared-beginning.ts";
import type { Feature } from "../../domain/feature/feature.ts";
import type { RunKind } from "../../domain/feature/phase.ts";
import type { RoleId } from "../../domain/roles/role.ts";
import type { PhasePorts } from "../../ports/ports.ts";
import type { Run } from "../../ports/runs.ts";

export type AgentAbilities = {
  readonly resume: boolean;
  readonly rewind: boolean;
  readonly promptChars: number;
  readonly web: boolean;
  /** Missing in runs recorded before there was one. */
  readonly trunk?: boolean;
  /** False when there is no memory to doubt, as for scripted agents. */
  readonly gated: boolean;
  /** By role, where some have agents of their own; the others stand under an empty name. */
  readonly roles?: { readonly [role: string]: AgentAbilities };
  /** Only in `roles`. */
  readonly runtime?: string;
  /** In a host: the config file was not the committed one when the run began. */
  readonly localConfig?: true;
};

export interface Budget {
  readonly maxCost?: number | undefined;
  readonly maxDispatches?: number | undefined;
}

export interface Spent {
  readonly cost: number;
  readonly dispatches: number;
}

export interface Hosted {
  /** What the host tried and was not let, and no history entry has told yet. */
  readonly tried: string[];
  /** The run has waited for an agent of the host. */
  ordered: boolean;
  /** How many of its attempts were read. */
  read: number;
  /** Reviewers whose verdict is the host's own word. */
  readonly selfReported: Set<string>;
}

/** Where HEAD stands and which bytes the artifact and `.meta.json` have. */
export interface World {
  readonly branch: string | null;
  readonly head: string | null;
  readonly blob: string | null;
  /** `.meta.json`: nobody but the engine writes it. */
  readonly meta: string | null;
}

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
  /** Grows with every rerun of the phase's reviews. */
  epoch: number;
  /** What the world must look like before the next live step; anything else was done by somebody else. */
  expected: World;
  /** The bytes the last verdict was about. */
  judged: string | null;
  /** How often a commit hook changed the approved text. */
  hookChanges: number;
  /** Number of the last dispatch, for file names. */
  dispatches: number;
  readonly sessions: Map<RoleId, SessionEntry>;
  /** Why a role's next dispatch cannot continue its session. */
  readonly obstacles: Map<RoleId, FreshReason>;
  /** Entries of `.review-history.md` written by this run. */
  readonly history: string[];
  readonly attempts: Map<string, number>;
  /** Dispatches that changed git's own files, and a person has looked. */
  readonly settledSteps: Set<string>;
  /** Lessons each role was given, by role and subject: chosen once, then the same for every fresh dispatch. */
  readonly memories: Map<string, string | undefined>;
  /** What the feature may cost; read when an agent is about to be asked, never by a replay. */
  readonly budget: Budget;
  /** Dispatches and pings of this process that are under way, by step. */
  readonly inFlight: Map<string, Wanted>;
  /** What the feature cost outside of its runs that are here; looked up once, when a budget is first held against it. */
  spentBefore: Spent | undefined;
  /** What is known of each session's place in the provider's cache. */
  readonly caches: Map<AgentRef, SessionCache>;
  /** When each beginning that prompts of this run share was last sent, in milliseconds (shared-trunk.ts). */
  readonly beginnings: Map<string, number>;
  /** The beginnings each session stands on. */
  readonly standings: Map<AgentRef, readonly BeginningEnd[]>;
  /** What anybody was sent in this run. */
  readonly content: SentContent;
  /** Who made each session: nobody else can go on with it. */
  readonly sessionRuntimes: Map<AgentRef, string>;
  /** Resumes in a row that should have been read from the cache and were not, by runtime (role-agents.ts). */
  readonly misses: Map<string, number>;
  /** When the last recorded stage of the phase ended: the next one begins there. */
  stageStarted: string | undefined;
  /** What the agents could do when the run began: a replay plans with it, whoever goes on with the run. */
  abilities: AgentAbilities;
  /** What became known of the host while its agents worked; empty on every other runtime. */
  readonly hosted: Hosted;
  /** Whether sessions can be relied on, by runtime; none until a resume is first thought of. */
  readonly gates: Map<string, Gate>;
}

/** `{phase}/{epoch}/{round}/{role}/{attempt}`: unique, and the same on every replay. */
export function stepName(phase: PhaseRun, round: number, segment: string): string {
  const prefix = `${phase.name}/${phase.epoch}/${round}/${segment}`;
  const attempt = (phase.attempts.get(prefix) ?? 0) + 1;
  phase.attempts.set(prefix, attempt);
  return `${prefix}/${attempt}`;
}

export interface Wanted {
  readonly step: string;
  /** What it is expected to cost, in US dollars; nothing where nobody can say. */
  readonly estimate?: number;
  /** A ping costs money, but nobody is asked anything: the number of dispatches does not concern it. */
  readonly isPing?: boolean;
}
