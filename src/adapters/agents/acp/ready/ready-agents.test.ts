import { describe, expect, it } from "vitest";
import { overlayJson } from "./overlay-json.ts";
import { describeAgent, READY_AGENTS } from "./ready-agents.ts";

describe("a command", () => {
  it.each([
    [["opencode", "acp"], "opencode"],
    [["/usr/local/bin/gemini", "--acp"], "gemini"],
    [["npx", "-y", "opencode-ai@1.18.33", "acp"], "opencode"],
    [["npx", "@agentclientprotocol/claude-agent-acp"], "claude-agent-acp"],
    [["npx", "@google/gemini-cli", "--acp"], "gemini"],
    [["node", "dist/codex-acp", "-c", "x"], "codex-acp"],
  ])("%j is known, however it is started", (command, name) => {
    expect(describeAgent(command)).toMatchObject({ name, command, install: expect.stringContaining("npm install") });
  });

  it("that is not known is given no secret", () => {
    expect(describeAgent(["my-agent", "--acp"])).toMatchObject({ name: "my-agent", providers: [], settings: {} });
  });

  it.each([
    [["node", "--no-warnings", "/opt/tiny-agent.mjs", "x"], "tiny-agent.mjs"],
    [["npx", "-y", "tiny-agent@1.2.3"], "tiny-agent"],
    [["node"], "node"],
  ])("%j is called after the agent and not after what starts it", (command, name) => {
    expect(describeAgent(command).name).toBe(name);
  });

  it("of each ready agent finds that agent", () => {
    expect(READY_AGENTS.map(({ command }) => describeAgent(command))).toEqual(READY_AGENTS);
  });
});

describe("a session of claude-agent-acp", () => {
  it.each([
    ["read", false, ["Read", "Grep", "Glob"]],
    ["read", true, ["Read", "Grep", "Glob", "WebSearch", "WebFetch"]],
    ["blind", false, ["Read"]],
    ["write", false, ["Read", "Grep", "Glob", "Edit", "Write", "Bash"]],
  ] as const)(
    "of a role with access %s, web %s, has the tools of its role and reads nobody's settings",
    (access, web, tools) => {
      expect(describeAgent(["claude-agent-acp"]).sessionMeta(access, web)).toMatchObject({
        claudeCode: { options: { settingSources: [], tools } },
      });
    },
  );
});

describe("a session of opencode", () => {
  it("goes by no rules of the project: they could open the agent it works as", () => {
    expect(describeAgent(["opencode", "acp"]).settings).toMatchObject({ OPENCODE_DISABLE_PROJECT_CONFIG: "1" });
  });
});

describe("the environment of an agent", () => {
  it("has our JSON settings laid over those of the person", () => {
    expect(overlayJson('{"model":"m","experimental":{"a":1,"b":1}}', { experimental: { b: 2 } })).toBe(
      '{"model":"m","experimental":{"a":1,"b":2}}',
    );
    expect(overlayJson(undefined, { experimental: { b: 2 } })).toBe('{"experimental":{"b":2}}');
    expect(overlayJson("{ // a comment", { experimental: {} })).toBe("{ // a comment");
  });
});
