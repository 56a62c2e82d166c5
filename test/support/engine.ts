// A phase in this process: the real app layer, real git and journal, the runtime `anthropic` over the fake API, and a clock
// that the test moves. For what the built command cannot show without waiting for minutes.
import { join } from "node:path";
import { createAnthropicAgent } from "../../src/adapters/agents/anthropic/anthropic-agent.ts";
import { createChecks } from "../../src/adapters/checks/run-check.ts";
import { createGateFiles } from "../../src/adapters/files/gate-files.ts";
import { createPromptFiles } from "../../src/adapters/files/prompt-files.ts";
import { withScratch } from "../../src/adapters/files/scratch.ts";
import { createWorkingTree } from "../../src/adapters/files/working-tree.ts";
import { openGit } from "../../src/adapters/git/open-repository.ts";
import { createHostDesk } from "../../src/adapters/host/host-desk.ts";
import { createMemoryStore } from "../../src/adapters/memory/memory-store.ts";
import { createRunArchive } from "../../src/adapters/runs/archive/run-archive.ts";
import { createCreationFiles } from "../../src/adapters/runs/creation-files.ts";
import { createJournalRuns } from "../../src/adapters/runs/journal-runs.ts";
import { createOwnTrees } from "../../src/adapters/runs/own-trees.ts";
import { endProcess } from "../../src/adapters/runs/processes/end-process.ts";
import { machineId, processIdentity } from "../../src/adapters/runs/processes/processes.ts";
import { runDoors } from "../../src/adapters/runs/run-doors.ts";
import { resolveFeature } from "../../src/app/feature/features.ts";
import { continueRun, type PhaseRequest, type PhaseResult, startPhase } from "../../src/app/run/run-phase.ts";
import type { Budget } from "../../src/app/work/state/spending.ts";
import { type Config, ConfigSchema, DEFAULT_CONFIG } from "../../src/domain/config/config.ts";
import type { RunEvent } from "../../src/domain/run/events/run-event.ts";
import { yoloAnswer } from "../../src/domain/run/questions/yolo.ts";
import type { Timekeeper } from "../../src/ports/clock.ts";
import type { Ports } from "../../src/ports/ports.ts";
import { anthropicOptions } from "./anthropic-options.ts";

export interface EngineRun {
  readonly root: string;
  readonly feature: string;
  /** specify when nothing is said. */
  readonly phase?: PhaseRequest["phase"];
  /** Of the fake API. */
  readonly url: string;
  readonly clock: Timekeeper;
  readonly review?: Partial<Config["review"]>;
  readonly budget?: Budget;
  /** For every tier. */
  readonly model?: string;
  readonly signal?: AbortSignal;
  /** The folder of the package, for its prompts; a bundle does not know it. */
  readonly home?: string;
}

export interface EngineEnd {
  /** Undefined when it threw, as it does at a budget or when it is stopped. */
  readonly result: PhaseResult | undefined;
  readonly thrown: unknown;
  readonly events: readonly RunEvent[];
}

const HOME = join(import.meta.dirname, "..", "..");

export async function runPhase(run: EngineRun): Promise<EngineEnd> {
  const { review = {} } = run;
  return play(run, async (ports, driver) => {
    const config = ConfigSchema.parse({ review, artifactsRoot: "docs", checks: { none: true } });
    const request: PhaseRequest = {
      feature: await resolveFeature(ports, config.artifactsRoot, run.feature),
      ...{ phase: run.phase ?? "specify", config, runtime: { id: "anthropic" }, version: "test", command: "test" },
      forceUnlock: false,
      flags: { yolo: true, mode: "single" },
    };
    return startPhase(ports, driver, request);
  });
}

/** The feature's open run, with what is given here: other models, another budget. */
export async function continuePhase(run: EngineRun): Promise<EngineEnd> {
  return play(run, async (ports, driver) => {
    const [open] = (await ports.runs.open()).filter(({ head }) => head.feature === run.feature);
    if (!open) throw new Error(`no run of ${run.feature} is open`);
    return continueRun(ports, driver, { run: open, command: "test", forceUnlock: false });
  });
}

type Driver = Parameters<typeof startPhase>[1];

async function play(run: EngineRun, work: (ports: Ports, driver: Driver) => Promise<PhaseResult>): Promise<EngineEnd> {
  const { root, url, clock, budget = {}, model = "claude-opus-5-5", home = HOME } = run;
  const events: RunEvent[] = [];
  const ports = await openPorts(root, clock, (event) => events.push(event), home);
  const agent = createAnthropicAgent({
    ...anthropicOptions(url, join(ports.repository.commonDir, "iflow", "sessions")),
    models: { strong: model, standard: model, light: model },
  });
  const driver: Driver = {
    openAgent: async () => agent,
    answer: async (pendings) =>
      Object.fromEntries(
        pendings.flatMap((one) => (one.type === "question" ? [[one.id, yoloAnswer(one.topic) ?? ""]] : [])),
      ),
    signal: run.signal ?? new AbortController().signal,
    budget,
  };
  try {
    return { result: await work(ports, driver), thrown: undefined, events };
  } catch (thrown) {
    return { result: undefined, thrown, events };
  }
}

export async function openPorts(root: string, clock: Timekeeper, emit: Ports["emit"], home = HOME): Promise<Ports> {
  const { gitTrees, ...git } = await openGit(root, process.env);
  const { commonDir, gitDir } = git.repository;
  const project = join(commonDir, "iflow", "memory.jsonl");
  return {
    ...git,
    ...{ clock, withScratch, machine: machineId, endProcess, emit },
    gates: createGateFiles(undefined),
    tree: createWorkingTree(root),
    baseBranch: async () => undefined,
    checks: createChecks({
      root,
      env: process.env,
      processIdentity,
      settings: async () => ({ checks: DEFAULT_CONFIG.checks, isWaiting: false, isConfirmed: false, hash: "" }),
    }),
    runs: createJournalRuns({ commonDir, gitDir, clock }),
    archive: createRunArchive(commonDir),
    ...runDoors(commonDir),
    creations: createCreationFiles(commonDir),
    trees: {
      ...createOwnTrees({ git: gitTrees, commonDir, root, clock }),
      text: (there, path) => createWorkingTree(there).read(path),
    },
    openTree: (there) => openPorts(there, clock, emit, home),
    hostDesk: createHostDesk({ commonDir, clock }),
    memory: createMemoryStore({ global: undefined, project }, clock),
    prompts: createPromptFiles(join(home, "prompts")),
  };
}
