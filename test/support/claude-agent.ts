// The runtime `claude` with the real client, in a home of its own, talking to the fake API. Nothing of the developer's
// login or settings reaches it, and nothing of it stays behind.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createClaudeAgent } from "../../src/adapters/agents/claude/claude-agent.ts";
import { loadClaudeSdk } from "../../src/adapters/agents/claude/sdk.ts";
import { createWorkingTree } from "../../src/adapters/files/working-tree.ts";
import { processIdentity } from "../../src/adapters/runs/processes/processes.ts";
import { DEFAULT_CONFIG } from "../../src/domain/config/config.ts";
import type { SecretFiles } from "../../src/domain/text/secrets/secret-files.ts";
import type { AgentRequest, AgentRuntime } from "../../src/ports/agents/agent-runtime.ts";
import type { Sandbox } from "../../src/ports/sandbox.ts";
import { agentRequest } from "./agent-request.ts";
import { type FakeAnthropic, type Rule, startFakeAnthropic } from "./fake-anthropic/server.ts";
import { tempFolder, tempRepo } from "./temp-repo.ts";

const CLIENTS = join(import.meta.dirname, "..", "agents");
export const TEST_KEY = "sk-ant-test-0123456789abcdef";

export interface PreparedClaude {
  readonly runtime: AgentRuntime;
  readonly fake: FakeAnthropic;
  readonly root: string;
  readonly home: string;
  request(overrides?: Partial<AgentRequest>): AgentRequest;
}

export interface ClaudePreparation {
  readonly files?: Record<string, string>;
  readonly env?: Record<string, string | undefined>;
  readonly checks?: readonly string[];
  readonly executable?: string;
  /** Files that are closed to agents. */
  readonly secrets?: SecretFiles;
  /** For the repository at this root. */
  readonly sandbox?: (root: string) => Promise<Sandbox>;
  readonly silenceMs?: number;
  /** On the light tier. */
  readonly light?: string;
}

export async function prepareClaude(
  rules: readonly Rule[],
  { files, env = {}, checks = [], executable, secrets, sandbox, silenceMs, light }: ClaudePreparation = {},
): Promise<PreparedClaude> {
  const { root } = await tempRepo(files);
  const fake = await startFakeAnthropic(rules);
  onTestFinished(() => fake.close());
  const home = await tempFolder();
  const runtime = createClaudeAgent({
    loadSdk: () => loadClaudeSdk([clientsFolder()]),
    env: { ...(await claudeEnvironment(home, fake.url)), ...env },
    models: { strong: "claude-opus-5-5", standard: "claude-sonnet-5-5", light: light ?? "claude-haiku-5-5" },
    checks,
    executable,
    mcpServers: DEFAULT_CONFIG.claude.mcpServers,
    openTree: (folder) => createWorkingTree(folder, { refusal: secrets?.refusal }),
    secretFiles: secrets?.patterns ?? [],
    version: "test",
    processIdentity,
    ...(sandbox && { sandbox: await sandbox(root) }),
    ...(silenceMs !== undefined && { silenceMs }),
  });
  const request = (overrides?: Partial<AgentRequest>) => agentRequest(root, overrides);
  return { runtime, fake, root, home, request };
}

/** What a Claude process needs to stay in its own folder and on this machine. */
export async function claudeEnvironment(home: string, url: string): Promise<Record<string, string | undefined>> {
  const temporary = join(home, "tmp");
  await mkdir(temporary, { recursive: true });
  return {
    PATH: process.env.PATH,
    HOME: home,
    CLAUDE_CONFIG_DIR: join(home, ".claude"),
    TMPDIR: temporary,
    CLAUDE_CODE_TMPDIR: temporary,
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: TEST_KEY,
    CLAUDE_CODE_MAX_RETRIES: "1",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_TELEMETRY: "1",
    DISABLE_ERROR_REPORTING: "1",
  };
}

/** Where the heavy clients of the tests are installed. */
export function clientsFolder(): string {
  if (existsSync(join(CLIENTS, "node_modules"))) return CLIENTS;
  throw new Error("the real clients are not installed; run: npm --prefix test/agents ci");
}

/** Every file below a folder with its text. */
export function textsBelow(folder: string): { readonly path: string; readonly text: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, text: readFileSync(path, "latin1") }));
}
