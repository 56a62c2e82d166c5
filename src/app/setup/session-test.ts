// The session test: an agent reads a file with a secret in it, is asked again by resuming its session, and must still
// know what it read. Two short turns, a few cents. The costs are returned, because they must be shown to whoever pays.
import { randomBytes } from "node:crypto";
import { costOf, NO_USAGE, type Usage } from "../../domain/billing/usage.ts";
import {
  cachedShare,
  GATE_FILE,
  GATE_FOLLOW_UP,
  GATE_QUESTION,
  type GateResult,
  type GateTest,
  gateDocument,
  readGateAnswer,
} from "../../domain/dispatch/gate.ts";
import { composePrompt } from "../../domain/prompts/prompt.ts";
import { effortOf } from "../../domain/roles/effort.ts";
import { oneLine } from "../../domain/text/one-line.ts";
import { withoutSecrets } from "../../domain/text/secrets/secrets.ts";
import type { AgentEvent, AgentOutcome, AgentRequest, AgentRuntime } from "../../ports/agents/agent-runtime.ts";
import type { Ports } from "../../ports/ports.ts";

/** The role only provides its tools; its prompt is not used. The model is the one that most reviewers have. */
const ROLE = "codebase-explorer";
const TIER = "standard";

export interface SessionTest {
  readonly agent: AgentRuntime;
  readonly version: string;
  readonly signal: AbortSignal;
  readonly step: string;
  /** Called for every process before it begins. */
  readonly onSpawned: (child: Extract<AgentEvent, { type: "spawned" }>) => Promise<void>;
  /** Called for every turn as soon as it is answered: from then on it is paid for. */
  readonly onAnswered?: (turn: TestTurn) => Promise<void>;
}

export interface TestedSessions {
  readonly result: GateResult;
  /** False when the agent failed for a reason that says nothing about its sessions: no login, an overloaded service. */
  readonly conclusive: boolean;
  readonly turns: readonly TestTurn[];
}

/** One paid turn, for the bill. */
export interface TestTurn {
  readonly kind: "fresh" | "resume";
  readonly prompt: string;
  readonly reply: string;
  readonly error?: string;
  readonly usage: Usage;
  readonly cost?: number;
  readonly milliseconds: number;
}

export async function runSessionTest(
  ports: Pick<Ports, "clock" | "withScratch">,
  test: SessionTest,
): Promise<TestedSessions> {
  const secret = randomBytes(8).toString("hex");
  return ports.withScratch({ [GATE_FILE]: gateDocument(secret) }, async (folder) => {
    const turns: TestTurn[] = [];
    const ask = async (text: string, session: string | undefined): Promise<AgentOutcome> => {
      const begun = ports.clock.now().getTime();
      const outcome = await askOnce(test, requestOf(test, folder, text, session));
      const usage = outcome.usage ?? { ...NO_USAGE, estimated: true };
      const cost = costOf(usage, test.agent.models[TIER]);
      const turn: TestTurn = {
        kind: session === undefined ? "fresh" : "resume",
        prompt: text,
        reply: outcome.status === "completed" ? outcome.reply : "",
        ...(outcome.status === "failed" && { error: wordsOf(outcome) }),
        usage,
        ...(cost !== undefined && { cost }),
        milliseconds: ports.clock.now().getTime() - begun,
      };
      turns.push(turn);
      if (outcome.status !== "aborted") await test.onAnswered?.(turn);
      return outcome;
    };
    const { failure, cached, conclusive } = await judge(ask, secret);
    const { agent, version } = test;
    return {
      result: { runtime: agent.id, version, failure, cached, at: ports.clock.now().toISOString() },
      conclusive,
      turns,
    };
  });
}

type Ask = (text: string, session: string | undefined) => Promise<AgentOutcome>;
type Judged = Pick<GateResult, "failure" | "cached"> & { readonly conclusive: boolean };

async function judge(ask: Ask, secret: string): Promise<Judged> {
  const first = await ask(GATE_QUESTION, undefined);
  if (first.status !== "completed") return { ...failed("V1", wordsOf(first)), conclusive: false };
  if (first.session === undefined) return failed("V1", "the agent returned no session id");
  const found = readGateAnswer(first.reply, secret);
  if (!found.knowsLine) return { ...failed("V3", "it did not read the file it was given"), conclusive: false };

  const second = await ask(GATE_FOLLOW_UP, first.session);
  if (second.status !== "completed")
    return {
      ...failed("V2", wordsOf(second)),
      conclusive: second.status === "failed" && second.sessionLost,
    };
  const cached = cachedShare(first.usage, second.usage);
  const known = readGateAnswer(second.reply, secret);
  if (!known.knowsLine) return { ...failed("V3", "resumed, it no longer knows the first line it read"), cached };
  if (known.issues === undefined || known.issues !== found.issues)
    return {
      ...failed(
        "V4",
        `it found ${found.issues ?? "no count of"} issues and later remembered ${known.issues ?? "none"}`,
      ),
      cached,
    };
  return { failure: null, cached, conclusive: true };
}

function failed(test: GateTest, why: string): Judged {
  return { failure: { test, why }, cached: null, conclusive: true };
}

function wordsOf(outcome: Exclude<AgentOutcome, { status: "completed" }>): string {
  if (outcome.status === "aborted") return "it was stopped";
  const { error, needs } = outcome;
  return withoutSecrets(oneLine(needs === undefined ? error : `${error}; ${needs}`));
}

async function askOnce({ agent, signal, onSpawned }: SessionTest, request: AgentRequest): Promise<AgentOutcome> {
  for await (const event of agent.dispatch(request, signal)) {
    if (event.type === "spawned") await onSpawned(event);
    else if (event.type === "ended") return event.outcome;
  }
  throw new Error(`runtime ${agent.id} ended the gate without an outcome`);
}

function requestOf({ step }: SessionTest, workdir: string, text: string, session: string | undefined): AgentRequest {
  return {
    step,
    phase: "gate",
    feature: { key: "gate", folder: "." },
    artifact: GATE_FILE,
    role: ROLE,
    model: TIER,
    effort: effortOf({ role: ROLE, model: TIER }),
    kind: session === undefined ? "fresh" : "resume",
    prompt: composePrompt([{ slot: "work", layer: "round", text }]),
    workdir,
    access: "read",
    readable: [],
    ...(session !== undefined && { session: { ref: session, mode: "resume" as const } }),
  };
}
