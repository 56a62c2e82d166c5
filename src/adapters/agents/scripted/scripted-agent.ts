// An agent without a model: it plays a script and really does what the script says. The demo and most tests run on it,
// so it keeps every promise of the port. It keeps nothing between dispatches; its position in the script, and which
// sessions exist, follow from the outcomes already written.

import { setTimeout as pause } from "node:timers/promises";
import { estimateUsage, NO_USAGE } from "../../../domain/billing/usage.ts";
import { modelNames } from "../../../domain/roles/model.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import { checkPath } from "../../../domain/text/secrets/safe-path.ts";
import type { AgentEvent, AgentOutcome, AgentRequest, AgentRuntime } from "../../../ports/agents/agent-runtime.ts";
import type { WorkingTree } from "../../../ports/git/working-tree.ts";
import { projectPath } from "../../commands/own-path.ts";
import { commandEnvironment } from "../../commands/pick-environment.ts";
import { stepMark } from "../../commands/step-mark.ts";
import { refusalOf } from "../workspace.ts";
import { startCommand } from "./run-command.ts";
import { type ChosenTurn, chooseTurn, parseScript, type ScriptedOutcome, type Turn } from "./script.ts";

export interface ScriptedAgentOptions {
  readonly scriptPath: string;
  readonly scriptText: string;
  readonly workingTree: WorkingTree;
  /** One per outcome already written in this feature. */
  readonly outcomes: (featureKey: string) => Promise<readonly ScriptedOutcome[]>;
  readonly processIdentity: (pid: number) => Promise<{ readonly startTime: string } | undefined>;
  /** The whole environment; what the commands of `run` see is picked from it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Names of variables that they see in addition. */
  readonly checkEnvironment?: readonly string[];
}

const LONGEST_PAUSE_MS = 2 ** 31 - 1;

export function createScriptedAgent(options: ScriptedAgentOptions): AgentRuntime {
  const script = parseScript(options.scriptPath, options.scriptText);
  return {
    id: "scripted",
    version: undefined,
    models: modelNames("scripted", {}),
    abilities: {
      resume: true,
      fork: false,
      schema: false,
      usage: true,
      web: false,
      rewind: true,
      promptChars: Number.MAX_SAFE_INTEGER,
    },
    async *dispatch(request, signal) {
      const outcomes = await options.outcomes(request.feature.key);
      const chosen = chooseTurn(script, request, outcomes);
      yield { type: "ended", outcome: yield* play({ options, request, signal }, chosen, outcomes) };
    },
  };
}

interface Dispatch {
  readonly options: ScriptedAgentOptions;
  readonly request: AgentRequest;
  readonly signal: AbortSignal;
}

type Playing<T> = AsyncGenerator<AgentEvent, T, void>;

async function* play(
  dispatch: Dispatch,
  { key, number, turn }: ChosenTurn,
  outcomes: readonly ScriptedOutcome[],
): Playing<AgentOutcome> {
  const { request, signal } = dispatch;
  const session = request.session?.ref;
  const isKnown = !turn.forgets && outcomes.some((outcome) => outcome.session === session);
  const lost = session !== undefined && !isKnown;
  if (lost && !signal.aborted) {
    // The turn is used up anyway: this dispatch writes an outcome like any other, so the fresh one that follows plays
    // the next turn.
    return { status: "failed", error: `unknown session ${session}`, sessionLost: true, usage: NO_USAGE };
  }

  const problem = (yield* act(dispatch, turn)) ?? turn.error;
  const reply = typeof turn.reply === "string" ? turn.reply : JSON.stringify(turn.reply, null, 2);
  const completed = !signal.aborted && problem === undefined;
  const usage = turn.usage ?? estimateUsage(request.prompt.text.length, completed ? reply.length : 0);
  if (signal.aborted) return { status: "aborted", usage };
  if (turn.limitedMs !== undefined) {
    const limit = { error: "the limit is reached", needs: "wait", lifted: turn.limitedMs };
    return { status: "failed", ...limit, sessionLost: false, usage };
  }
  if (problem !== undefined) return { status: "failed", error: problem, sessionLost: false, usage };
  return { status: "completed", reply, session: session ?? `scripted-${key}-${number}`, usage };
}

/** Everything before the reply, in order; returns what went wrong. Stops early when aborted. */
async function* act(dispatch: Dispatch, turn: Turn): Playing<string | undefined> {
  try {
    yield* readFiles(dispatch, turn);
    const problem = (yield* changeFiles(dispatch, turn)) ?? (yield* runLines(dispatch, turn));
    if (problem !== undefined) return problem;
    await wait(turn.delayMs, dispatch.signal);
    while (turn.hang && !dispatch.signal.aborted) await wait(LONGEST_PAUSE_MS, dispatch.signal);
    return undefined;
  } catch (error) {
    if (error instanceof IflowError) return error.message; // a failing agent is an outcome
    throw error;
  }
}

async function* readFiles({ options, request, signal }: Dispatch, turn: Turn): Playing<void> {
  const visible = new Set(request.readable.map(plain));
  for (const path of turn.reads) {
    if (signal.aborted) return;
    const hidden = request.access === "blind" && !visible.has(plain(path));
    const refused = hidden ? "a blind role may not read it" : await refusalOf(options.workingTree.read(path));
    yield toolCalled("read", path, refused);
  }
}

async function* changeFiles({ options, request, signal }: Dispatch, turn: Turn): Playing<string | undefined> {
  const tree = options.workingTree;
  const forbidden = forbids(request, turn);
  const changes = [
    ...Object.entries(turn.writes).map(([path, text]) => ({
      name: "write",
      path,
      apply: () => tree.write(path, text),
    })),
    ...turn.deletes.map((path) => ({ name: "delete", path, apply: () => tree.remove(path) })),
  ];
  for (const { name, path, apply } of changes) {
    if (signal.aborted) return undefined;
    const refused = forbidden ?? (await refusalOf(apply()));
    yield toolCalled(name, path, refused);
    if (refused !== undefined && !turn.asks) return refused;
  }
  return undefined;
}

/** Only a turn that asks is bound by its rights: a script must be able to break the rules that the engine checks. */
function forbids({ access }: AgentRequest, { asks }: Turn): string | undefined {
  return asks && access !== "write" ? `a role with access "${access}" may change nothing and run nothing` : undefined;
}

async function* runLines(dispatch: Dispatch, turn: Turn): Playing<string | undefined> {
  const refused = forbids(dispatch.request, turn);
  for (const line of turn.run) {
    if (dispatch.signal.aborted) return undefined;
    if (refused !== undefined) {
      yield { type: "tool-called", name: "run", refused: `${refused}: ${line}` };
      continue;
    }
    const failure = yield* runLine(dispatch, line);
    if (failure !== undefined) return failure;
  }
  return undefined;
}

async function* runLine({ options, request, signal }: Dispatch, line: string): Playing<string | undefined> {
  const { workdir, step } = request;
  const all = { ...options.env, PATH: projectPath(options.env.PATH, workdir) };
  const env = { ...commandEnvironment(all, options.checkEnvironment ?? []), ...stepMark(step, workdir) };
  const command = await startCommand(line, { cwd: workdir, env });
  const stop = () => void command.end();
  signal.addEventListener("abort", stop);
  try {
    const identity = await options.processIdentity(command.pid);
    yield { type: "spawned", pid: command.pid, startTime: identity?.startTime ?? "" };
    if (signal.aborted) return undefined;
    command.begin();
    return await command.failure;
  } finally {
    // also when the reader leaves early, and for anything the command left running in the background
    signal.removeEventListener("abort", stop);
    await command.end();
  }
}

function toolCalled(name: string, path: string, refused: string | undefined): AgentEvent {
  return { type: "tool-called", name, path: plain(path), ...(refused !== undefined && { refused }) };
}

function plain(path: string): string {
  const check = checkPath(path);
  return check.ok ? check.path : path;
}

async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
