// A small agent that speaks the Agent Client Protocol, for tests: a real process that does what its script says and tells
// what came of it. Called as: node acp-agent.mjs {script.json}
import { spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import {
  type AgentContext,
  agent,
  methods,
  ndJsonStream,
  type PermissionOptionKind,
  RequestError,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type ToolCallUpdate,
} from "@agentclientprotocol/sdk";

/** One thing the agent does while it answers a prompt. */
export type Act =
  | { readonly say: string }
  | { readonly complain: string }
  | { readonly read: string; readonly line?: number; readonly limit?: number }
  | { readonly write: string; readonly text: string }
  | { readonly ask: Partial<ToolCallUpdate>; readonly options?: readonly PermissionOptionKind[] }
  /** With `as` it is told as a call of this title that shows the terminal. */
  | { readonly run: string; readonly args?: readonly string[]; readonly cwd?: string; readonly as?: string }
  | { readonly update: Record<string, unknown> }
  | { readonly tell: Told }
  /** Reads that file and answers the resume gate about it; in a session that has read it, from memory alone. */
  | { readonly gate: string }
  /** The session is gone when the turn is over. */
  | { readonly forget: true }
  | { readonly hang: true }
  /** Thinks for so many milliseconds. */
  | { readonly think: number }
  | { readonly breed: true }
  /** Does not go when its input ends. */
  | { readonly stay: true }
  | { readonly exit: number };

/** `doors`: what the client can do for it. */
type Told = "environment" | "folder" | "past" | "settings" | "doors";

export interface AcpScript {
  /** Where sessions are remembered, one folder for all processes of this agent. */
  readonly memory: string;
  readonly acts?: readonly Act[];
  /** Instead of `acts`: what it does in each role, turn by turn. The role is told by the name of the step. */
  readonly roles?: Readonly<Record<string, readonly (readonly Act[])[]>>;
  readonly greeting?: Record<string, unknown>;
  /** Goes wrong before the protocol begins. */
  readonly atStart?: "silent" | "garbage" | "exit";
  readonly loggedOut?: boolean;
  readonly opened?: Record<string, unknown>;
  /** Lets nobody choose its mode or model. */
  readonly fixed?: boolean;
  /** When a loaded session is repeated: before it is said to be loaded unless it says otherwise. */
  readonly repeats?: "afterwards" | "in the answer" | "for ever";
  readonly ended?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

const script: AcpScript = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));
const settings: string[] = [];
let doors: unknown;
let cancelled = () => {};
let asked = 0;

if (script.atStart === "exit") {
  process.stderr.write("no such model\n");
  process.exit(3);
}
if (script.atStart === "garbage") process.stdout.write("Usage: agent [options]\n\n");
if (script.atStart !== undefined) setInterval(() => undefined, 1000);
else serve();

function serve(): void {
  const { initialize, session } = methods.agent;
  agent({ name: "test agent" })
    .onRequest(initialize, ({ params }) => {
      doors = params.clientCapabilities;
      return { protocolVersion: 1, agentCapabilities: {}, authMethods: [], ...script.greeting };
    })
    .onRequest(session.new, ({ params }) => {
      if (script.loggedOut) throw RequestError.authRequired();
      const sessionId = `session-${process.pid}-${Date.now()}`;
      remember(sessionId, `cwd ${params.cwd}`);
      return { sessionId, ...script.opened };
    })
    .onRequest(session.resume, ({ params }) => takeUp(params.sessionId))
    .onRequest(session.load, async ({ params, client }) => {
      const opened = takeUp(params.sessionId);
      if (script.repeats === undefined) await repeat(client, params.sessionId);
      else if (script.repeats !== "in the answer") setTimeout(() => repeat(client, params.sessionId), 20);
      return opened;
    })
    .onRequest(session.setMode, ({ params }) => {
      if (script.fixed) throw RequestError.invalidParams();
      settings.push(`mode ${params.modeId}`);
    })
    .onRequest(session.setConfigOption, ({ params }) => {
      if (script.fixed) throw RequestError.invalidParams();
      settings.push(`${params.configId} ${"value" in params ? params.value : ""}`);
      return { configOptions: [] };
    })
    .onNotification(session.cancel, ({ params }) => {
      remember(params.sessionId, "cancelled");
      cancelled();
    })
    .onRequest(session.prompt, async ({ params, client }) => {
      const [block] = params.prompt;
      if (script.repeats === "in the answer" && past(params.sessionId).length > 1)
        await repeat(client, params.sessionId);
      const acts = script.roles ? takeTurn(script.roles) : (script.acts ?? [{ say: "done" }]);
      for (const act of acts) {
        if ((await perform(act, client, params.sessionId)) === "cancelled") return { stopReason: "cancelled" };
      }
      remember(params.sessionId, `prompt ${block?.type === "text" ? block.text.trim() : ""}`);
      if (acts.some((act) => "forget" in act)) rmSync(fileOf(params.sessionId));
      if (script.error) throw new RequestError(script.error.code, script.error.message, script.error.data);
      return { stopReason: "end_turn", ...script.ended };
    })
    .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>));
}

async function perform(act: Act, client: AgentContext, sessionId: string): Promise<"cancelled" | undefined> {
  const { fs, session } = methods.client;
  if ("say" in act) await say(client, sessionId, act.say);
  if ("complain" in act) process.stderr.write(`${act.complain}\n`);
  if ("update" in act) await client.notify(session.update, { sessionId, update: act.update as never });
  if ("tell" in act) await say(client, sessionId, JSON.stringify(tell(act.tell, sessionId)));
  if ("read" in act) {
    const { read: path, line = null, limit = null } = act;
    await report("read", async () => (await client.request(fs.readTextFile, { sessionId, path, line, limit })).content);
  }
  if ("write" in act) {
    await report("wrote", () => client.request(fs.writeTextFile, { sessionId, path: act.write, content: act.text }));
  }
  if ("ask" in act) await report("answered", () => ask(act.ask, act.options));
  if ("gate" in act) await say(client, sessionId, await answerGate(act.gate));
  if ("run" in act) await report("ran", () => run(act));
  if ("breed" in act) spawn("sleep", ["100"], { stdio: "ignore" });
  if ("think" in act) await pause(act.think);
  if ("stay" in act) setInterval(() => undefined, 1000);
  if ("exit" in act) process.exit(act.exit);
  if ("hang" in act) {
    await new Promise<void>((resolve) => {
      cancelled = resolve;
    });
    return "cancelled";
  }
  return undefined;

  async function answerGate(file: string): Promise<string> {
    const known = past(sessionId).find((line) => line.startsWith("First line: "));
    if (known) return `${known}\nIssues: 2\n`;
    const { content } = await client.request(fs.readTextFile, { sessionId, path: join(process.cwd(), file) });
    const line = `First line: ${content.split("\n", 1)}`;
    remember(sessionId, line);
    return `${line}\nIssues: 2\n`;
  }

  /** Says what came of a request, whichever way it went. */
  async function report(done: string, work: () => Promise<unknown>): Promise<void> {
    const words = await work().then(
      (value) => `${done} ${typeof value === "string" ? value : JSON.stringify(value)}`,
      (error: Error) => `refused: ${error.message}`,
    );
    await say(client, sessionId, `${words}\n`);
  }

  async function ask(
    call: Partial<ToolCallUpdate>,
    kinds: readonly PermissionOptionKind[] = ["allow_always", "allow_once", "reject_once"],
  ) {
    const options = kinds.map((kind) => ({ optionId: kind, name: kind, kind }));
    const given: RequestPermissionRequest = {
      sessionId,
      toolCall: { toolCallId: `call-${asked++}`, ...call },
      options,
    };
    const response: RequestPermissionResponse = await client.request(session.requestPermission, given);
    const { outcome } = response;
    return outcome.outcome === "selected" ? outcome.optionId : outcome.outcome;
  }

  async function run({ run: command, args = [], cwd, as: title }: Extract<Act, { readonly run: string }>) {
    const terminal = await client.createTerminal({ sessionId, command, args: [...args], ...(cwd && { cwd }) });
    const { exitCode } = await terminal.waitForExit();
    if (title !== undefined) {
      const content = [{ type: "terminal", terminalId: terminal.id }];
      const call = { toolCallId: terminal.id, kind: "execute", status: "completed", title, content };
      await client.notify(session.update, { sessionId, update: { sessionUpdate: "tool_call", ...call } as never });
    }
    const { output } = await terminal.currentOutput();
    await terminal.release();
    return `${exitCode} ${output}`;
  }
}

function tell(what: Told, sessionId: string): unknown {
  if (what === "doors") return doors;
  if (what === "environment") return process.env;
  if (what === "folder") return process.cwd();
  return what === "past" ? past(sessionId) : settings;
}

/** Turns are counted over all processes of this agent. */
function takeTurn(roles: NonNullable<AcpScript["roles"]>): readonly Act[] {
  const [, , , role = ""] = (process.env.IFLOW_STEP ?? "").split("/");
  const counter = join(script.memory, `${role}.turns`);
  const number = existsSync(counter) ? readFileSync(counter, "utf8").length : 0;
  const acts = roles[role]?.[number];
  if (!acts) throw RequestError.internalError(undefined, `the script has no turn ${number + 1} for "${role}"`);
  appendFileSync(counter, "x");
  return acts;
}

function say(client: AgentContext, sessionId: string, text: string): Promise<void> {
  const update = { sessionUpdate: "agent_message_chunk" as const, content: { type: "text" as const, text } };
  return client.notify(methods.client.session.update, { sessionId, update });
}

/** Both sides of what was said, one message after the other. */
async function repeat(client: AgentContext, sessionId: string): Promise<void> {
  for (const line of past(sessionId)) {
    const update = { sessionUpdate: "user_message_chunk" as const, content: { type: "text" as const, text: line } };
    await client.notify(methods.client.session.update, { sessionId, update });
    await say(client, sessionId, `again: ${line}\n`);
    if (script.repeats !== undefined) await pause(50);
  }
  if (script.repeats === "for ever") await repeat(client, sessionId);
}

function takeUp(sessionId: string): Record<string, unknown> {
  if (!existsSync(fileOf(sessionId))) throw RequestError.sessionNotFound(sessionId);
  return { ...script.opened };
}

function remember(sessionId: string, line: string): void {
  mkdirSync(script.memory, { recursive: true });
  if (!existsSync(fileOf(sessionId))) writeFileSync(fileOf(sessionId), "");
  appendFileSync(fileOf(sessionId), `${line}\n`);
}

function past(sessionId: string): string[] {
  return readFileSync(fileOf(sessionId), "utf8").trimEnd().split("\n");
}

function fileOf(sessionId: string): string {
  return join(script.memory, `${sessionId}.log`);
}
