// One turn of an ACP agent, from its first process to its last: greet it, open the session, send the prompt, answer its
// requests meanwhile, and end it. Anything that goes wrong is an outcome; no process and no folder is left behind.
import { setTimeout as pause } from "node:timers/promises";
import { type ClientContext, methods } from "@agentclientprotocol/sdk";
import { NO_USAGE, type Usage } from "../../../domain/billing/usage.ts";
import { mayUseWeb, roleOf } from "../../../domain/roles/role.ts";
import type { AgentOutcome, AgentRequest } from "../../../ports/agents/agent-runtime.ts";
import type { WorkingTree } from "../../../ports/git/working-tree.ts";
import { openCommandDoor } from "../command-door.ts";
import type { EventQueue } from "../event-queue.ts";
import { openWorkspace, type Workspace } from "../workspace.ts";
import { type AgentProcess, startAgent } from "./agent-process.ts";
import { createClientApp } from "./client/client-app.ts";
import { createClientFiles } from "./client/client-files.ts";
import { createTerminals } from "./client/terminals.ts";
import { AgentFailure, explainFailure, explainStop } from "./failure.ts";
import { greet } from "./greeting.ts";
import type { AuthMethod } from "./greeting-schema.ts";
import { openSession } from "./session/open-session.ts";
import { type PastWatch, watchPast } from "./session/past-watch.ts";
import type { AcpSetup } from "./setup.ts";
import { type SilenceWatch, watchSilence } from "./silence.ts";
import { createTranscript, type Transcript } from "./transcript.ts";
import { computeUsage } from "./turn-usage.ts";
import { rejectOnAbort } from "./within.ts";

export interface Dispatch {
  readonly setup: AcpSetup;
  readonly request: AgentRequest;
  readonly signal: AbortSignal;
  readonly events: EventQueue;
}

/** What is known about a turn while it runs. */
interface Progress {
  readonly transcript: Transcript;
  readonly past: PastWatch;
  readonly silence: SilenceWatch;
  authMethods: readonly AuthMethod[];
  /** Set when the prompt is sent. */
  session: string | undefined;
}

const CANCEL_MS = 500;

export async function playTurn(dispatch: Dispatch): Promise<AgentOutcome> {
  const { setup, request } = dispatch;
  try {
    const tree = setup.openTree(request.workdir);
    const workspace = await openWorkspace(tree, request);
    try {
      const agent = await startAgent(setup, workspace.cwd, request.step);
      try {
        return await talk(dispatch, agent, { tree, workspace });
      } finally {
        await agent.end();
      }
    } finally {
      await workspace.close();
    }
  } catch (error) {
    const remains = { exit: undefined, stderr: "", garbage: undefined, authMethods: [] };
    return { status: "failed", ...explainFailure(setup, error, remains), sessionLost: false, usage: NO_USAGE };
  }
}

async function talk(
  dispatch: Dispatch,
  agent: AgentProcess,
  { tree, workspace }: { readonly tree: WorkingTree; readonly workspace: Workspace },
): Promise<AgentOutcome> {
  const { setup, request, signal, events } = dispatch;
  const { access, role } = request;
  const announce = ({ pid, startTime }: { readonly pid: number; readonly startTime: string }) =>
    events.push({ type: "spawned", pid, startTime });
  const identity = await setup.processIdentity(agent.pid);
  await announce({ pid: agent.pid, startTime: identity?.startTime ?? "" });
  if (signal.aborted) return { status: "aborted", usage: NO_USAGE };

  const { sandbox, commandMs } = setup;
  const door = await openCommandDoor(setup, workspace, tree);
  const rules = { access, workspace, door, web: mayUseWeb(roleOf(role)), onlyInside: sandbox?.required ?? false };
  const transcript = createTranscript(events, rules);
  const files = createClientFiles(tree, rules, transcript);
  const { env, checkEnvironment: environment, processIdentity } = setup;
  const place = { env, environment, processIdentity };
  const terminals = createTerminals(rules, transcript, { place, step: request.step, announce, sandbox, commandMs });
  const past = watchPast(setup.patienceMs);
  const silence = watchSilence(setup.silenceMs);
  const waited = { ...terminals, waitForExit: (id: string) => silence.during(terminals.waitForExit(id)) };
  const app = createClientApp({ rules, transcript, files, terminals: waited });
  const onUpdate = (params: unknown) => {
    silence.take(params);
    past.take(params);
    transcript.take(params);
  };
  const connection = agent.connect(app, onUpdate, silence.hear);
  const progress: Progress = { transcript, past, silence, authMethods: [], session: undefined };
  const answer = converse(dispatch, connection.agent, workspace, progress);
  try {
    return await Promise.race([answer, rejectOnAbort(signal)]);
  } catch (error) {
    if (signal.aborted) {
      await cancel(connection.agent, progress, answer);
      return { status: "aborted", usage: usageOf(request, progress, undefined) };
    }
    const remains = { ...(await agent.remains()), authMethods: progress.authMethods };
    const sessionLost = error instanceof AgentFailure && error.sessionLost;
    const usage = usageOf(request, progress, undefined);
    return { status: "failed", ...explainFailure(setup, error, remains), sessionLost, usage };
  } finally {
    transcript.close();
    await terminals.endAll();
  }
}

async function converse(
  { setup, request }: Dispatch,
  agent: ClientContext,
  workspace: Workspace,
  progress: Progress,
): Promise<AgentOutcome> {
  const { transcript, past, silence } = progress;
  const greeting = await greet(agent, setup, { write: request.access === "write" });
  progress.authMethods = greeting.authMethods;
  const sessionId = await openSession({ agent, setup, greeting, request, cwd: workspace.cwd, past });

  transcript.listen();
  if (request.session !== undefined) past.listen(request.prompt.text);
  progress.session = sessionId;
  const answer = agent.request(methods.agent.session.prompt, {
    sessionId,
    prompt: [{ type: "text", text: request.prompt.text }],
  });
  const response = await silence.until(answer);
  transcript.close();

  const usage = usageOf(request, progress, response);
  const problem = explainStop(response.stopReason) ?? transcript.trespass();
  const failed = (error: string, sessionLost: boolean): AgentOutcome => {
    return { status: "failed", error: `${setup.agent.name}: ${error}`, sessionLost, usage };
  };
  if (problem !== undefined) return failed(problem, false);
  if (past.isRepeated()) return failed("it repeated earlier messages of the session in its answer", true);
  return { status: "completed", reply: transcript.reply(), session: sessionId, usage };
}

/** The agent is told first, so that it can stop its work and save its session; after that it is ended in any case. */
async function cancel(agent: ClientContext, { session }: Progress, answer: Promise<unknown>): Promise<void> {
  if (session === undefined) return;
  await agent.notify(methods.agent.session.cancel, { sessionId: session }).catch(() => undefined);
  await Promise.race([answer.catch(() => undefined), pause(CANCEL_MS)]);
}

function usageOf(request: AgentRequest, { transcript, session }: Progress, response: object | undefined): Usage {
  if (session === undefined) return NO_USAGE;
  return computeUsage({
    promptChars: request.prompt.text.length,
    replyChars: transcript.reply().length,
    reported: response && "usage" in response ? response.usage : undefined,
    cost: transcript.cost(request.session !== undefined),
  });
}
