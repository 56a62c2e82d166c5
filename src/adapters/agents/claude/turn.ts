// One turn of a Claude session: start the process with the role's options, turn its messages into events, and return
// the outcome when the process is gone. Nothing is kept between turns; Claude keeps the session on disk.
import { NO_USAGE } from "../../../domain/billing/usage.ts";
import type { AgentOutcome, AgentRequest } from "../../../ports/agents/agent-runtime.ts";
import type { WorkingTree } from "../../../ports/git/working-tree.ts";
import { commandEnvironment, type Environment } from "../../commands/pick-environment.ts";
import { type DoorSettings, openCommandDoor } from "../command-door.ts";
import type { EventQueue } from "../event-queue.ts";
import type { Workspace } from "../workspace.ts";
import { countUsage } from "./count-usage.ts";
import { composeEnvironment } from "./environment.ts";
import { findMcpServers } from "./mcp-servers.ts";
import { type ResultMessage, readReset, readResult } from "./messages.ts";
import { readOutcome } from "./outcome.ts";
import { holdProcess } from "./process.ts";
import { composeOptions, type Setup } from "./query-options.ts";
import type { ClaudeSdk } from "./sdk.ts";
import { watchCalls } from "./tool-watch.ts";

export interface Turn {
  readonly request: AgentRequest;
  readonly workspace: Workspace;
  readonly events: EventQueue;
  readonly signal: AbortSignal;
}

export interface TurnSetup extends Setup, DoorSettings {
  readonly openTree: (root: string) => WorkingTree;
  /** Stored shell lines. */
  readonly checks: readonly string[];
  readonly loadSdk: () => Promise<ClaudeSdk>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Names of variables that checks see in addition to the picked ones. */
  readonly checkEnvironment?: readonly string[];
  /** How long an answer may show no sign of life. */
  readonly silenceMs?: number;
  /** Names of the MCP servers that roles which verify outside claims may use, where the user has them. */
  readonly mcpServers: readonly string[];
  readonly processIdentity: (pid: number) => Promise<{ readonly startTime: string } | undefined>;
}

export async function runTurn(setup: TurnSetup, turn: Turn): Promise<AgentOutcome> {
  const { request, events, signal } = turn;
  const { servers, env: own } = findMcpServers({ names: setup.mcpServers, env: setup.env }, request);
  const mark = { step: request.step, root: request.workdir };
  const env = { ...own, ...composeEnvironment(setup.env, mark, setup.checkEnvironment ?? [], setup.silenceMs) };
  const held = holdProcess(setup.processIdentity, events, signal);
  let result: ResultMessage | undefined;
  let resetsAt: string | undefined;
  let error: unknown;
  let isSent = false;
  const count = countUsage(events);
  try {
    const sdk = await setup.loadSdk();
    const fixed = composeOptions(setup, request, turn.workspace.cwd, servers);
    const { tools } = fixed;
    const { workspace } = turn;
    const door = await openCommandDoor(setup, workspace, setup.openTree(workspace.cwd));
    const rules = {
      ...{ tools, servers: Object.keys(servers), door, workspace },
      ownVariables: ownVariables(env, setup),
    };
    const watch = watchCalls(rules, events, setup.sandbox);
    const options = {
      ...fixed,
      env,
      hooks: { PreToolUse: [{ hooks: [watch.hook] }] },
      spawnClaudeCodeProcess: held.spawn,
    };
    isSent = true;
    for await (const message of sdk.query({ prompt: request.prompt.text, options })) {
      result = readResult(message) ?? result;
      resetsAt = readReset(message) ?? resetsAt;
      await watch.report(message);
      count.take(message);
    }
  } catch (caught) {
    error = caught; // also thrown after an error result, which has already said more
  } finally {
    await held.end();
  }

  const told = isSent ? count.total() : NO_USAGE;
  const seen = { complaint: held.complaint(), told, isResumed: request.session !== undefined };
  const outcome = readOutcome({ result, resetsAt, error, ...seen });
  const isStopped = signal.aborted && outcome.status !== "completed";
  return isStopped ? { status: "aborted", usage: outcome.usage } : outcome;
}

/** What Claude was given for itself and its servers; no command it runs needs it. */
function ownVariables(env: Environment, setup: Pick<TurnSetup, "env" | "checkEnvironment">): string[] {
  const picked = commandEnvironment(setup.env, setup.checkEnvironment ?? []);
  return Object.keys(env).filter((name) => !(name in picked) && !name.startsWith("IFLOW_STEP"));
}
