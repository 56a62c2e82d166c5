// How a front end reaches the world without naming any adapter: built in wire.ts, passed on by main.ts.
import type { OwnPrices } from "../domain/billing/usage.ts";
import type { Config, ConfigLayer } from "../domain/config/config.ts";
import type { TrustedValues } from "../domain/config/trusted-keys.ts";
import type { Emit } from "../domain/run/events/run-event.ts";
import type { Proof } from "../domain/run/questions/question.ts";
import type { AgentRuntime, FoundRuntime } from "./agents/agent-runtime.ts";
import type { HostPlugin } from "./agents/host-plugin.ts";
import type { Repository } from "./git/repository.ts";
import type { WorkingTree } from "./git/working-tree.ts";
import type { MemoryStore } from "./memory.ts";
import type { PageHost } from "./page-host.ts";
import type { GatePorts, Ports } from "./ports.ts";
import type { Runs } from "./runs/runs.ts";
import type { SandboxStatus } from "./sandbox.ts";
import type { StartedSlot, TeamWorker } from "./team-worker.ts";
import type { Viewer } from "./viewer.ts";

/** Where agents work, and the runs whose past a script follows. */
export interface AgentPlace {
  readonly root: string;
  readonly runs?: Pick<Runs, "outcomes">;
  /** Aborts the start of an agent that takes too long. */
  readonly signal?: AbortSignal;
}

export interface RuntimeChoice {
  readonly id: string;
  readonly script?: { readonly path: string; readonly hash: string };
  /** How an ACP agent is started. */
  readonly command?: readonly string[];
  /** How agents of a host prove what they did; through their hooks when not given. */
  readonly proof?: Proof;
  /** Roles that run on a different runtime, from `runtime.roles`. */
  readonly roles?: Readonly<Record<string, RoleRuntime>>;
}

export interface TeamMember {
  /** A role of the database's server. */
  readonly role: string;
  /** A worker moves runs; a client looks, answers and asks to stop. */
  readonly as: "worker" | "client";
  readonly repository: string;
}

/** How a slot of a worker was started. */
export interface WorkerSetting {
  /** Of the slot; no other one at work has it. */
  readonly name: string;
  /** Of the whole worker. */
  readonly slots: number;
  readonly repositories: readonly WorkedFor[];
  /** Flags for every opening, such as the runtime. */
  readonly words: readonly string[];
}

export interface WorkedFor {
  /** What the team calls it. */
  readonly name: string;
  /** Where it is cloned from and pushed to. */
  readonly origin: string;
}

export interface TeamLook {
  /** Its address as it may be shown. */
  readonly place: string;
  /** What the team calls the repository. */
  readonly repository: string;
  /** Throws when it is away, or is not as this version needs it. */
  reach(): Promise<void>;
}

/** Where settings are read: a repository, or a folder that is none. */
export interface ConfigPlace {
  readonly root: string;
  readonly commonDir?: string;
}

type Original = Pick<Repository, "root" | "gitDir" | "commonDir">;

export type RoleRuntime = Pick<RuntimeChoice, "id" | "command">;

/** What `main.ts` passes to a front end: how to reach the world, without naming any adapter. */
export interface Wiring {
  readonly version: string;
  /** What starts this iflow again in the person's shell: `iflow`, `npx iflow`, … */
  readonly program: string;
  /** Whether the terminal's locale can show more than ASCII. */
  readonly unicode: boolean;
  /** This command was started by an agent or a check of a run in that repository, not by a person. */
  isInsideStep(repository: Pick<Repository, "commonDir">): Promise<boolean>;
  /** From now on no program of the repository around this folder is started for iflow itself. */
  worksIn(folder: string): void;
  openPorts(cwd: string, emit: Emit): Promise<Ports>;
  /** The team's database that counts in a repository; undefined where runs are kept on this machine. */
  teamHere(repository: Original): Promise<TeamLook | undefined>;
  /** The name of this machine. */
  readonly hostName: string;
  /** The address of a clone's origin; undefined where it has none. */
  originOf(root: string): Promise<string | undefined>;
  /** What IFLOW_TEAM_DB says. */
  readonly teamAddress: string | undefined;
  /** Makes the tables of a team, once; `isNew`: they were not there; `hasQueue`: workers can begin, as their package is here. */
  makeTeam(address: string): Promise<{ readonly place: string; readonly isNew: boolean; readonly hasQueue: boolean }>;
  /** Takes a slot's place in the team; `onTrouble` is told what its queue complains of. */
  openWorker(address: string, setting: WorkerSetting, onTrouble: (text: string) => void): Promise<TeamWorker>;
  /** A slot of this worker as a process of its own, with these words. */
  startSlot(address: string, words: readonly string[], onLine: (line: string) => void): StartedSlot;
  /** Pushes a feature's branch, and above it what is not committed yet, to the origin. */
  publishWork(root: string, feature: string): Promise<void>;
  /** Lets somebody see a repository's rows, as the owner of the tables. */
  letIn(address: string, member: TeamMember): Promise<void>;
  /** The person's own memories, inside a repository or not; it refuses those of a project. */
  ownMemory(): MemoryStore;
  /** Files that a person names, inside a repository or not; paths are relative to the root of the file system. */
  readonly files: Pick<WorkingTree, "read" | "list">;
  /** What counts here: without the trusted keys of the repository's file that the person has not confirmed. */
  readConfig(place: ConfigPlace): Promise<Config>;
  /** What `readConfig` merges: one layer per source, the strongest last. */
  readConfigLayers(place: ConfigPlace): Promise<ConfigLayer[]>;
  /** They have given their word for these values before. */
  isConfirmed(place: ConfigPlace, values: TrustedValues): Promise<boolean>;
  /** The person's word that these values of the repository's file count; resolves when it is on disk. */
  confirmTrust(place: ConfigPlace, values: TrustedValues): Promise<void>;
  /** Adds prices to the person's own settings; resolves with the file's path when they are on disk. */
  keepPrices(prices: OwnPrices): Promise<string>;
  /** Versions of what iflow depends on; git is undefined where it is not installed. */
  versions(): Promise<{ readonly node: string; readonly git: string | undefined }>;
  /** Available runtimes, in the order they would be chosen. Starts no agent. */
  findRuntimes(config: Config): Promise<FoundRuntime[]>;
  /** What holds the commands of agents that work here; tried out, not only looked for. */
  sandboxStatus(root: string, config: Config): Promise<SandboxStatus>;
  /** The script of scripted agents, read and hashed. */
  chooseScript(path: string, cwd: string): Promise<RuntimeChoice>;
  openAgent(place: AgentPlace, config: Config, choice: RuntimeChoice): Promise<AgentRuntime>;
  /** What a test of a runtime's sessions needs; also outside a repository. */
  readonly gatePorts: GatePorts;
  /** The person's own pager and editor, for files below `root`. */
  openViewer(root: string): Promise<Viewer>;
  /** What the server of the page needs of the machine. */
  pageHost(): Promise<PageHost>;
  /** The Claude Code plugin of this package. */
  hostPlugin(config: Config): Promise<HostPlugin>;
  /** A throw-away copy of the repository, for as long as `use` takes; it is given the copy's root. */
  withCopy<T>(repository: Original, use: (root: string) => Promise<T>): Promise<T>;
  /** A small repository in a new temp folder, for `iflow demo`. */
  createSampleRepository(files: Readonly<Record<string, string>>, folder: string | undefined): Promise<string>;
}
