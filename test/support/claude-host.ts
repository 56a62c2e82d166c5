// Claude Code itself as the host: the real program with the plugin loaded, in a home of its own, against the fake API. The
// main model is played by a function that does what iflow's answers say, or something else where a test lets it cheat; the
// plugin's agents play a list of replies.
import { execFileSync, spawn } from "node:child_process";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type RoleId, roleOf } from "../../src/domain/roles/role.ts";
import type { FlowState } from "../../src/frontends/drive/host/flow-state.ts";
import { claudeEnvironment, clientsFolder } from "./claude-agent.ts";
import { calls, type Reply, type ReplySource, reply, says, tool } from "./fake-anthropic/reply.ts";
import { blocksOf, type MessagesRequest, systemText, toolNames } from "./fake-anthropic/request.ts";
import { type FakeAnthropic, startFakeAnthropic } from "./fake-anthropic/server.ts";
import { MAIN, type Workplace, workplace } from "./iflow.ts";
import { tempFolder } from "./temp-repo.ts";

export const CLAUDE = join(
  clientsFolder(),
  "node_modules",
  "@anthropic-ai",
  `claude-agent-sdk-${process.platform}-${process.arch}`,
  "claude",
);
export const PLUGIN = join(import.meta.dirname, "..", "..", "plugin");
const TOOL = "mcp__plugin_iflow_iflow__";

export type Agents = Partial<Record<RoleId, readonly ReplySource[]>>;

/** What the main model sees when it is its turn. */
export interface HostView {
  /** The newest answer of one of iflow's tools. */
  readonly state: FlowState | undefined;
  /** The same, if it came just now. */
  readonly fresh: FlowState | undefined;
  /** What came last: a prompt of the user, a tool's result, a notification. */
  readonly last: string;
  readonly request: MessagesRequest;
}

/** Undefined: do what iflow said. */
export type Cheat = (view: HostView) => Reply | undefined;

export interface ClaudeHost extends Workplace {
  readonly fake: FakeAnthropic;
  readonly env: Record<string, string>;
  /** `claude -p`, to its end. */
  claude(
    prompt: string,
    ...args: string[]
  ): Promise<{ readonly code: number | null; readonly session: string; readonly output: string }>;
  /** What the hook at the user's prompt makes of these words, without a session around it. */
  typed(prompt: string): Promise<string>;
  /** `claude -p`, killed as soon as `when` says so of its output. */
  killed(prompt: string, when: () => boolean): Promise<string>;
}

export async function claudeHost(agents: Agents, cheat: Cheat = () => undefined): Promise<ClaudeHost> {
  const home = await tempFolder();
  const bin = join(home, "bin");
  await mkdir(bin);
  await symlink(MAIN, join(bin, "iflow"));
  await symlink(CLAUDE, join(bin, "claude"));
  const rules = Object.entries(agents).map(([role, replies]) => ({ when: isAgent(role as RoleId), replies }));
  const fake = await startFakeAnthropic([...rules, { replies: [(request) => playHost(request, cheat)] }]);
  onTestFinished(() => fake.close());
  const place = await workplace();
  const env = {
    ...(await claudeEnvironment(home, fake.url)),
    PATH: `${bin}:${process.env.PATH}`,
    GIT_CONFIG_GLOBAL: process.env.GIT_CONFIG_GLOBAL,
    GIT_CONFIG_NOSYSTEM: "1",
  } as Record<string, string>;
  const start = (prompt: string, args: readonly string[]) => {
    const flags = [
      "-p",
      "--plugin-dir",
      PLUGIN,
      "--permission-mode",
      "acceptEdits",
      "--output-format",
      "stream-json",
      "--verbose",
    ];
    const child = spawn(CLAUDE, [...flags, ...args, "--", prompt], {
      cwd: place.root,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    child.stderr.on("data", (chunk) => {
      output += chunk;
    });
    const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
    return { child, ended, output: () => output };
  };
  return {
    ...place,
    fake,
    env,
    claude: async (prompt, ...args) => {
      const { ended, output } = start(prompt, args);
      const code = await ended;
      return { code, session: sessionIn(output()), output: output() };
    },
    typed: async (prompt) => {
      const input = JSON.stringify({ cwd: place.root, prompt, session_id: "typed" });
      return execFileSync(process.execPath, [MAIN, "hook", "user-prompt-submit"], { input, env, encoding: "utf8" });
    },
    killed: async (prompt, when) => {
      const { child, ended, output } = start(prompt, []);
      while (!when()) await new Promise((resolve) => setTimeout(resolve, 50));
      child.kill("SIGKILL");
      await ended;
      return sessionIn(output());
    },
  };
}

function sessionIn(output: string): string {
  return /"session_id":"([^"]+)"/.exec(output)?.[1] ?? "";
}

function isAgent(role: RoleId): (request: MessagesRequest) => boolean {
  return (request) =>
    request.headers["x-claude-code-agent-id"] !== undefined &&
    systemText(request).includes(`You are the ${roleOf(role).title} in iflow`);
}

function playHost(request: MessagesRequest, cheat: Cheat): Reply {
  const { messages } = request.body;
  const turns = messages.filter(({ role }) => role === "user").map(({ content }) => textsIn(content));
  // what hooks add stands in a system message behind the user's
  const added = messages
    .slice(messages.findLastIndex(({ role }) => role === "user") + 1)
    .flatMap(({ content }) => textsIn(content));
  const newest = [...(turns.at(-1) ?? []), ...added];
  const state = messages.flatMap(({ content }) => textsIn(content).flatMap(stateIn)).at(-1);
  const view = { state, fresh: newest.flatMap(stateIn).at(-1), last: newest.join("\n"), request };
  const answer = cheat(view) ?? obey(view);
  return turns.length === 1 && isDeferred(request) ? reply(...answer.blocks, FIND_SENDMESSAGE) : answer;
}

/** Loaded along with the first call, as the loop says. */
const FIND_SENDMESSAGE = tool("ToolSearch", { query: "select:SendMessage", max_results: 1 });

function isDeferred(request: MessagesRequest): boolean {
  return !toolNames(request).includes("SendMessage");
}

/** What a model does that follows the loop to the letter. */
export function obey({ state, fresh, last }: HostView): Reply {
  if (fresh) return act(fresh);
  const agent = /agentId: (\w+)/.exec(last)?.[1] ?? /<task-id>(\w+)<\/task-id>/.exec(last)?.[1];
  const order = state?.orders.find((one) => one.agent === null || one.agent === agent);
  if (agent !== undefined && order) return useTool("report", { order: order.order, agent });
  if (last.includes('"resumedAgentId"')) return says("Waiting for the agent.");
  const phase = /phase "([\w-]+)"/.exec(last)?.[1];
  if (phase !== undefined) return useTool("start", { phase, ...(last.includes('--yolo"') && { yolo: true }) });
  if (/[Cc]all the tool `?next/.test(last)) return useTool("next", {});
  if (state?.state === "orders") return act(state); // what came last was a refusal
  return says("Done.");
}

export const useTool = (name: string, given: object): Reply => calls(`${TOOL}${name}`, given);

function act(state: FlowState): Reply {
  const [order] = state.orders;
  if (!order) return says(state.message);
  if (order.agent !== null)
    return calls("SendMessage", { to: order.agent, message: order.sentence, summary: order.role });
  const { agent_type: subagent_type, sentence: prompt, role: description } = order;
  return calls("Agent", { description, prompt, subagent_type, run_in_background: false });
}

function textsIn(content: Parameters<typeof blocksOf>[0]): string[] {
  return blocksOf(content)
    .flatMap((block) =>
      block.type === "tool_result" ? textsIn(block.content as Parameters<typeof blocksOf>[0]) : [block.text ?? ""],
    )
    .filter((text) => !text.startsWith("<system-reminder>") || text.includes("<task-id>"));
}

/** Claude Code shows a tool's structured answer as JSON; a hook says it behind a line of its own. */
function stateIn(text: string): FlowState[] {
  try {
    const answer = JSON.parse(text.slice(text.indexOf("\n{") + 1)) as FlowState;
    return answer.state === undefined ? [] : [answer];
  } catch {
    return [];
  }
}
