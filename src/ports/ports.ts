// All doors to the world that a use case may need, passed in by wire.ts.

import type { Config } from "../domain/config/config.ts";
import type { RoleId } from "../domain/roles/role.ts";
import type { Emit } from "../domain/run/events/run-event.ts";
import type { LeftChild } from "../domain/run/left-processes.ts";
import type { AgentRuntime } from "./agents/agent-runtime.ts";
import type { GateResults } from "./agents/gate-results.ts";
import type { HostDesk } from "./agents/host-desk.ts";
import type { PromptLibrary } from "./agents/prompt-library.ts";
import type { Checks } from "./checks.ts";
import type { Timekeeper } from "./clock.ts";
import type { Lineage } from "./git/lineage.ts";
import type { Merging } from "./git/merging.ts";
import type { Publishing } from "./git/publishing.ts";
import type { Commits, Repository, Snapshots } from "./git/repository.ts";
import type { Trees } from "./git/trees.ts";
import type { WorkingTree } from "./git/working-tree.ts";
import type { MemoryStore } from "./memory.ts";
import type { Creations } from "./runs/creations.ts";
import type { Jobs } from "./runs/jobs.ts";
import type { RunArchive } from "./runs/run-archive.ts";
import type { RunFeed } from "./runs/run-feed.ts";
import type { Runs } from "./runs/runs.ts";
import type { Stops } from "./runs/stops.ts";
import type { Team } from "./runs/team.ts";

export interface Ports {
  readonly repository: Repository;
  readonly commits: Commits;
  readonly snapshots: Snapshots;
  readonly lineage: Lineage;
  readonly merging: Merging;
  readonly publishing: Publishing;
  readonly checks: Checks;
  readonly tree: WorkingTree;
  /** The base branch, as far as the settings name one. */
  readonly baseBranch: () => Promise<string | undefined>;
  readonly runs: Runs;
  readonly archive: RunArchive;
  readonly stops: Stops;
  readonly feed: RunFeed;
  /** Only where a team has a database. */
  readonly team?: Team;
  /** What its workers are asked to do; with `team`. */
  readonly jobs?: Jobs;
  readonly creations: Creations;
  readonly trees: Trees;
  /** All doors in another working tree of the repository. */
  readonly openTree: (root: string) => Promise<Ports>;
  readonly hostDesk: HostDesk;
  readonly prompts: PromptLibrary;
  readonly gates: GateResults;
  readonly memory: MemoryStore;
  /** A folder outside the repository that contains these files, for as long as `use` takes. */
  readonly withScratch: <T>(files: Readonly<Record<string, string>>, use: (folder: string) => Promise<T>) => Promise<T>;
  readonly clock: Timekeeper;
  readonly emit: Emit;
  /** What the record of a child says about where it runs: a pid means nothing on another machine or after a restart. */
  readonly machine: () => Promise<string>;
  /** Ends an agent child that a killed process left alive; true when there was one. Never ends anything else. */
  readonly endProcess: (child: LeftChild) => Promise<boolean>;
}

/** Ports plus the agents of one run. */
export interface PhasePorts extends Ports {
  readonly agent: AgentRuntime;
  /** The runtimes of roles that have a different one (`runtime.roles`); see role-agents.ts. */
  readonly roleAgents: ReadonlyMap<RoleId, AgentRuntime>;
  /** Where a run may end and lose nothing: throws `interrupted` when somebody has asked for it. */
  readonly safePoint?: () => Promise<void>;
  /** What makes a work tree ready, as the settings count now: the run may have begun with other ones. */
  readonly setUp?: Pick<Config, "worktree" | "checks" | "sandbox">;
  /** The same run in another working tree: its files, its HEAD, and agents that work there. */
  readonly inTree: (root: string) => Promise<PhasePorts>;
}

export type GatePorts = Pick<Ports, "gates" | "withScratch" | "clock">;
