// All doors to the world that a use case may need, handed in by wire.ts.
import type { Config, ConfigLayer } from "../domain/config/config.ts";
import type { RoleId } from "../domain/roles/role.ts";
import type { Proof } from "../domain/run/question.ts";
import type { Emit } from "../domain/run/run-event.ts";
import type { AgentRuntime, FoundRuntime } from "./agent-runtime.ts";
import type { Checks } from "./checks.ts";
import type { Timekeeper } from "./clock.ts";
import type { GateResults } from "./gate-results.ts";
import type { HostDesk } from "./host-desk.ts";
import type { HostPlugin } from "./host-plugin.ts";
import type { MemoryStore } from "./memory.ts";
import type { Merging } from "./merging.ts";
import type { PromptLibrary } from "./prompt-library.ts";
import type { Publishing } from "./publishing.ts";
import type { Commits, Repository, Snapshots } from "./repository.ts";
import type { RunArchive } from "./run-archive.ts";
import type { Runs } from "./runs.ts";
import type { WorkingTree } from "./working-tree.ts";

export interface Ports {
  readonly repository: Repository;
  readonly commits: Commits;
  readonly snapshots: Snapshots;
  readonly merging: Merging;
  readonly publishing: Publishing;
  readonly checks: Checks;
  readonly tree: WorkingTree;
  readonly runs: Runs;
  readonly archive: RunArchive;
  readonly hostDesk: HostDesk;
  readonly prompts: PromptLibrary;
  readonly gates: GateResults;
  readonly memory: MemoryStore;
  /** A folder outside the repository with these files in it, for as long as `use` takes. */
  readonly withScratch: <T>(files: Readonly<Record<string, string>>, use: (folder: string) => Promise<T>) => Promise<T>;
  readonly clock: Timekeeper;
  readonly emit: Emit;
  /** Ends an agent child that a killed process left alive; true when there was one. Never ends anything else. */
  readonly endProcess: (child: LeftChild) => Promise<boolean>;
}

export interface LeftChild {
  readonly pid: number;
  readonly startTime: string;
  readonly step: string;
}

/** Ports plus the agents of one run. */
export interface PhasePorts extends Ports {
  readonly agent: AgentRuntime;
  /** Roles that have another one (`runtime.roles`); see role-agents.ts. */
  readonly roleAgents: ReadonlyMap<RoleId, AgentRuntime>;
}

export type GatePorts = Pick<Ports, "gates" | "withScratch" | "clock">;

/** Where agents work, and the runs whose past a script follows. */
export interface AgentPlace {
  readonly root: string;
  readonly runs?: Pick<Runs, "outcomes">;
  /** Ends the start of an agent that takes its time. */
  readonly signal?: AbortSignal;
}

export interface RuntimeChoice {
  readonly id: string;
  readonly script?: { readonly path: string; readonly hash: string };
  /** How an ACP agent is started. */
  readonly command?: readonly string[];
  /** How agents of a host show what they did; by their hooks when nothing is said. */
  readonly proof?: Proof;
  /** Roles that run on another one, by `runtime.roles`. */
  readonly roles?: Readonly<Record<string, RoleRuntime>>;
}

export type RoleRuntime = Pick<RuntimeChoice, "id" | "command">;

/** What `main.ts` hands to a front end: how to reach the world, without naming any adapter. */
export interface Wiring {
  readonly version: string;
  /** The terminal's locale can show more than ASCII. */
  readonly unicode: boolean;
  openPorts(cwd: string, emit: Emit): Promise<Ports>;
  /** The person's own memories, in a repository or not; those of a project are refused there. */
  ownMemory(): MemoryStore;
  /** Files a person names, in a repository or not; paths are relative to the root of the file system. */
  readonly files: Pick<WorkingTree, "read" | "list">;
  readConfig(root: string): Promise<Config>;
  /** What `readConfig` merges: one layer a source, the strongest last. */
  readConfigLayers(root: string): Promise<ConfigLayer[]>;
  /** Versions of what iflow stands on; git is undefined where there is none. */
  versions(): Promise<{ readonly node: string; readonly git: string | undefined }>;
  /** What is here, in the order it would be chosen. Starts no agent. */
  findRuntimes(config: Config): Promise<FoundRuntime[]>;
  /** The script of scripted agents, read and hashed. */
  chooseScript(path: string, cwd: string): Promise<RuntimeChoice>;
  openAgent(place: AgentPlace, config: Config, choice: RuntimeChoice): Promise<AgentRuntime>;
  /** What a test of a runtime's sessions needs; also outside a repository. */
  readonly gatePorts: GatePorts;
  /** The Claude Code plugin of this package. */
  hostPlugin(config: Config): Promise<HostPlugin>;
  /** A small repository in a new temp folder, for `iflow demo`. */
  createSampleRepository(files: Readonly<Record<string, string>>, folder: string | undefined): Promise<string>;
}
