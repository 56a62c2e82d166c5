// One hostile agent, played on several runtimes: what it does in a turn is said once, in words of no runtime.
import { type RoleId, roleOf } from "../../src/domain/roles/role.ts";
import { handsIn } from "./anthropic-agent.ts";
import { claudeEnvironment, clientsFolder, TEST_KEY } from "./claude-agent.ts";
import { calls, type Reply, type ReplySource, reply, says, submits, tool } from "./fake-anthropic/reply.ts";
import { firstPrompt, type MessagesRequest, systemText } from "./fake-anthropic/request.ts";
import { startFakeAnthropic } from "./fake-anthropic/server.ts";
import { firstPrompt as firstOpenAiPrompt, type OpenAiRequest } from "./fake-openai/request.ts";
import { startFakeOpenAi } from "./fake-openai/server.ts";
import type { HostileRuntime } from "./hostile-rows.ts";
import type { Roles, Turn } from "./iflow.ts";
import { verdictOf } from "./levels.ts";
import { OPENAI_KEY } from "./openai-agent.ts";
import { tempFolder } from "./temp-repo.ts";

/** One turn; everything is tried, whether or not the attempts before it were refused. */
export interface Deed {
  readonly reads?: readonly string[];
  readonly writes?: Readonly<Record<string, string>>;
  /** The stored check, as a shell line. */
  readonly runs?: string;
  readonly deletes?: readonly string[];
  readonly moves?: Readonly<Record<string, string>>;
  /** Commands, one after the other. */
  readonly lines?: readonly string[];
  readonly reply: string | Record<string, unknown>;
}
export type Deeds = Partial<Record<RoleId, readonly Deed[]>>;

export interface HostileAgents {
  /** For the script; empty where a model is asked. */
  readonly roles: Roles;
  readonly env: Record<string, string>;
  /** Everything the model was sent. */
  sent(): string;
  /** Where the agent keeps files of its own. */
  readonly home: string;
  close(): Promise<void>;
}

/** Over both plain APIs the tools are the same, so the hostile set is tried on one of them. */
export type PlayedRuntime = HostileRuntime | "openai";

export async function hostileAgents(runtime: PlayedRuntime, deeds: Deeds): Promise<HostileAgents> {
  const home = await tempFolder();
  if (runtime === "scripted") {
    const env = { HOME: home };
    return { roles: each(deeds, asTurn), env, sent: () => "", home, close: async () => undefined };
  }
  if (runtime === "openai") return openAiAgents(home, withFixer(deeds));
  const { play, isAskedAs } = runtime === "claude" ? CLAUDE : API;
  const asked = runtime === "claude" ? deeds : withFixer(deeds);
  const fake = await startFakeAnthropic(
    Object.entries(asked).map(([role, list]) => ({
      when: isAskedAs(roleOf(role as RoleId).title),
      replies: list.flatMap((deed) => play(role, deed)),
    })),
  );
  const key = { HOME: home, ANTHROPIC_API_KEY: TEST_KEY, ANTHROPIC_BASE_URL: fake.url };
  const client = { ...(await claudeEnvironment(home, fake.url)), IFLOW_CLAUDE_SDK: clientsFolder() };
  const env = runtime === "claude" ? (client as Record<string, string>) : key;
  return {
    roles: {},
    env,
    sent: () => JSON.stringify(fake.requests.map(({ body }) => body)),
    home,
    close: () => fake.close(),
  };
}

async function openAiAgents(home: string, deeds: Deeds): Promise<HostileAgents> {
  const isAskedAs = (title: string) => (request: OpenAiRequest) =>
    firstOpenAiPrompt(request).includes(`You are the ${title}`);
  const fake = await startFakeOpenAi(
    Object.entries(deeds).map(([role, list]) => ({
      when: isAskedAs(roleOf(role as RoleId).title),
      replies: list.flatMap((deed) => API.play(role, deed)),
    })),
  );
  return {
    roles: {},
    env: { HOME: home, OPENAI_API_KEY: OPENAI_KEY, OPENAI_BASE_URL: fake.url },
    sent: () => JSON.stringify(fake.requests.map(({ body }) => body)),
    home,
    close: () => fake.close(),
  };
}

/** Over the plain APIs a fixer's prompt begins like an implementer's. */
function withFixer(deeds: Deeds): Deeds {
  const { implementer = [], fixer = [] } = deeds;
  return { ...deeds, implementer: [...implementer, ...fixer] };
}

function each<T>(deeds: Deeds, play: (deed: Deed) => T): Record<string, T[]> {
  return Object.fromEntries(Object.entries(deeds).map(([role, list]) => [role, list.map(play)]));
}

function asTurn({ reads = [], writes = {}, runs, reply }: Deed): Turn {
  return { asks: true, reads, writes, ...(runs && { run: [runs] }), reply };
}

const API = {
  isAskedAs: (title: string) => (request: MessagesRequest) => firstPrompt(request).includes(`You are the ${title}`),
  play: (
    role: string,
    { reads = [], writes = {}, deletes = [], moves = {}, lines = [], runs, reply: words }: Deed,
  ): Reply[] => [
    ...inOne(reads.map((path) => tool("read", { path }))),
    ...inOne(Object.entries(writes).map(([path, content]) => tool("write", { path, content }))),
    ...inOne(deletes.map((path) => tool("delete", { path }))),
    ...inOne(Object.entries(moves).map(([from, to]) => tool("move", { from, to }))),
    ...lines.map((command) => calls("run", { command })),
    ...(runs ? [calls("run", { command: "test" })] : []),
    handsIn(verdictOf(role, words) as typeof words),
  ],
};

const CLAUDE = {
  isAskedAs: (title: string) => (request: MessagesRequest) => systemText(request).includes(`You are the ${title} in `),
  play: (
    role: string,
    { reads = [], writes = {}, deletes = [], moves = {}, lines = [], runs, reply: words }: Deed,
  ): ReplySource[] => [
    ...inOne(reads.map((path) => tool("Read", { file_path: path }))),
    ...inOne(Object.entries(writes).map(([path, content]) => tool("Write", { file_path: path, content }))),
    ...[
      ...deletes.map((path) => `rm ${path}`),
      ...Object.entries(moves).map((pair) => `mv ${pair.join(" ")}`),
      ...lines,
    ].map((command) => calls("Bash", { command })),
    ...(runs ? [calls("Bash", { command: runs })] : []),
    typeof words === "string" ? says(words) : submits(verdictOf(role, words) as object),
  ],
};

const inOne = (blocks: Reply["blocks"]) => (blocks.length > 0 ? [reply(...blocks)] : []);
