// The real engine over a copy of the prepared repository: the app layer in this process, real git, the runtime `anthropic`,
// and the fake API on loopback. Only the clock is ours, and the engine's and the fake's are the same.
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
import { endProcess } from "../../src/adapters/runs/end-process.ts";
import { createJournalRuns } from "../../src/adapters/runs/journal-runs.ts";
import { processIdentity } from "../../src/adapters/runs/processes.ts";
import { createRunArchive } from "../../src/adapters/runs/run-archive.ts";
import { resolveFeature } from "../../src/app/features.ts";
import type { Ports } from "../../src/app/ports.ts";
import { startPhase } from "../../src/app/run-phase.ts";
import { type Config, ConfigSchema } from "../../src/domain/config.ts";
import type { Pending } from "../../src/domain/question.ts";
import { yoloAnswer } from "../../src/domain/yolo.ts";
import type { Timekeeper } from "../../src/ports/clock.ts";
import { FEATURE, type Loop } from "./repository.ts";

/** One model for every role and mode: what differs is the mode alone. */
export const MODEL = "claude-opus-5-5";

export interface EngineRun {
  readonly root: string;
  readonly url: string;
  readonly loop: Loop;
  readonly review: Partial<Config["review"]>;
  readonly clock: Timekeeper;
  /** The folder of the package, for its prompts. */
  readonly home: string;
}

/** Throws when the phase does not come to its end by itself. */
export async function runLoop({ root, url, loop, review, clock, home }: EngineRun): Promise<void> {
  const ports = await openPorts(root, clock, home);
  const config = ConfigSchema.parse({ review, artifactsRoot: "docs" });
  const models = { strong: MODEL, standard: MODEL, light: MODEL };
  const sessions = join(ports.repository.commonDir, "iflow", "sessions");
  const { baseUrl: _, ...limits } = config.anthropic;
  const agent = createAnthropicAgent({
    ...{ apiKey: "sk-ant-bench-0123456789", baseUrl: url, models, limits, env: process.env, processIdentity },
    sessions: async () => sessions,
    openTree: createWorkingTree,
    checks: {},
  });
  const result = await startPhase(
    ports,
    { openAgent: async () => agent, answer: answerAll, signal: new AbortController().signal },
    {
      feature: await resolveFeature(ports, config.artifactsRoot, FEATURE),
      ...{ phase: loop, config, runtime: { id: "anthropic" }, version: "bench", command: "bench", forceUnlock: false },
      flags: { yolo: true, mode: "single" },
    },
  );
  if (result.type !== "ended") throw new Error(`the run waits: ${JSON.stringify(result.pendings)}`);
}

async function openPorts(root: string, clock: Timekeeper, home: string): Promise<Ports> {
  const git = await openGit(root, process.env);
  const { commonDir, gitDir } = git.repository;
  return {
    ...git,
    ...{ clock, withScratch, endProcess, emit: () => undefined },
    gates: createGateFiles(undefined),
    tree: createWorkingTree(root),
    checks: createChecks({ root, env: process.env, processIdentity }),
    runs: createJournalRuns({ commonDir, gitDir, clock }),
    archive: createRunArchive(commonDir),
    hostDesk: createHostDesk({ commonDir, clock }),
    memory: createMemoryStore(
      {
        global: undefined,
        project: join(commonDir, "iflow", "memory.jsonl"),
        index: join(gitDir, "iflow", "memory-index.db"),
      },
      clock,
    ),
    prompts: createPromptFiles(join(home, "prompts")),
  };
}

async function answerAll(pendings: readonly Pending[]): Promise<Record<string, string>> {
  return Object.fromEntries(
    pendings.flatMap((pending) => {
      const given = pending.type === "question" ? yoloAnswer(pending.topic) : undefined;
      if (pending.type !== "question" || given === undefined) throw new Error(`asked: ${JSON.stringify(pending)}`);
      return [[pending.id, given]];
    }),
  );
}
