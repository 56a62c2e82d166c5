// Which MCP servers of the user the real Claude client reaches in each role: a stand-in for Context7 is installed the way
// `claude mcp add` does it, next to one that nobody named.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROLES } from "../../src/domain/roles/role.ts";
import type { AgentEvent } from "../../src/ports/agents/agent-runtime.ts";
import { collect, outcomeOf } from "../contracts/agent-runtime.contract.ts";
import { prepareClaude, TEST_KEY } from "../support/claude-agent.ts";
import { claudePlace, ONE_ROUND, readsSpec } from "../support/claude-story.ts";
import { calls, reply, says, submits, tool } from "../support/fake-anthropic/reply.ts";
import { lastToolResults, type MessagesRequest, toolNames } from "../support/fake-anthropic/request.ts";
import { approve, createFeature } from "../support/story.ts";
import { writeFiles } from "../support/temp-repo.ts";

const SERVER = {
  type: "stdio",
  command: process.execPath,
  args: [join(import.meta.dirname, "..", "support", "context7-server.mjs")],
};
const QUERY = "mcp__context7__query-docs";
const CONTEXT7 = [QUERY, "mcp__context7__resolve-library-id"];
const ASKS = { query: "zod 4 looseObject" };

it("T18: an installed Context7 answers exactly the four roles that verify outside claims", async () => {
  const { runtime, request, fake, home } = await prepareClaude([
    { perSession: true, replies: [calls(QUERY, ASKS), says("done")] },
  ]);
  await install(home, { mcpServers: { context7: SERVER, mailbox: SERVER } });
  const seen: Record<string, { readonly tools: string[]; readonly answer: string[]; readonly told: unknown[] }> = {};
  const others = ["phase-reviewer", "internet-researcher", "implementer"] as const;
  const verifying = ROLES.filter(({ web }) => web).map(({ id }) => id);

  for (const role of [...verifying, ...others]) {
    const access = ROLES.find(({ id }) => id === role)?.access ?? "read";
    const before = fake.requests.length;
    const events = await collect(runtime, request({ role, access }));
    const [first, second] = fake.requests.slice(before);
    if (!first || !second) throw new Error(`${role} asked too rarely`);
    expect(outcomeOf(events)).toMatchObject({ status: "completed", reply: "done" });
    seen[role] = { tools: serverTools(first), answer: lastToolResults(second), told: callsIn(events) };
  }

  expect(verifying).toEqual(["spec-reviewer", "design-reviewer", "implementation-reviewer", "security-reviewer"]);
  for (const role of verifying) {
    expect(seen[role], role).toEqual({
      tools: CONTEXT7,
      answer: ["query-docs says: zod 4 looseObject is documented"],
      told: [{ type: "tool-called", name: "context7 query-docs" }],
    });
  }
  for (const role of others) {
    expect(seen[role], role).toMatchObject({
      tools: [],
      answer: [expect.stringContaining("No such tool available")],
      told: [{ name: QUERY, refused: expect.stringContaining("has no tool") }],
    });
  }
});

it("T18: no server but those the user's config names is started, and none that the repository brings", async () => {
  const { runtime, request, fake, root, home } = await prepareClaude([
    {
      replies: [
        reply(tool("mcp__mailbox__query-docs", ASKS), tool("mcp__planted__query-docs", ASKS)),
        says("I could not."),
      ],
    },
  ]);
  await install(home, { mcpServers: { mailbox: SERVER } });
  await writeFiles(root, {
    ".mcp.json": JSON.stringify({ mcpServers: { context7: SERVER, planted: SERVER } }),
    ".claude/settings.json": JSON.stringify({ enableAllProjectMcpServers: true }),
  });

  const events = await collect(runtime, request());

  expect(fake.requests.flatMap(serverTools)).toEqual([]);
  expect(callsIn(events)).toMatchObject([{ refused: expect.any(String) }, { refused: expect.any(String) }]);
});

it("T18: what a server's definition keeps secret is on no command line, and Claude's key is not given to the server", async () => {
  let processes = "";
  const asksForEnvironment = () => {
    processes = execFileSync("ps", ["-ewwo", "args"], { encoding: "utf8" });
    return calls(QUERY, { query: "environment" });
  };
  const { runtime, request, fake, root, home } = await prepareClaude(
    [{ replies: [asksForEnvironment, says("done")] }],
    { env: { CONTEXT7_PLAN: "of the shell", GITHUB_TOKEN: "ghp_other" } },
  );
  const env = { CONTEXT7_API_KEY: "ctx7-secret-value", PLAN: "${CONTEXT7_PLAN}" };
  await install(home, { projects: { [root]: { mcpServers: { context7: { ...SERVER, env } } } } });

  await collect(runtime, request());

  const given = JSON.parse(fake.requests.flatMap(lastToolResults)[0] ?? "{}");
  expect(given).toMatchObject({ CONTEXT7_API_KEY: "ctx7-secret-value", PLAN: "of the shell", ANTHROPIC_API_KEY: "" });
  expect(Object.values(given)).not.toContain(TEST_KEY);
  expect(given).not.toHaveProperty("GITHUB_TOKEN");
  expect(processes).toMatch(/--mcp-config.*context7/);
  expect(processes).not.toContain("ctx7-secret-value");
});

it("T18: `iflow specify` hands Context7 to the reviewer and to nobody else", async () => {
  const asksFirst = { ...ONE_ROUND, "spec-reviewer": [readsSpec, calls(QUERY, ASKS), submits(approve())] };
  const place = await claudePlace(asksFirst);
  await install(place.home, { mcpServers: { context7: SERVER } });
  await createFeature(place);

  expect((await place.specify()).code).toBe(0);

  const asked = place.requestsOf("spec-reviewer");
  expect(asked.map(serverTools)).toEqual([CONTEXT7, CONTEXT7, CONTEXT7]);
  expect(lastToolResults(asked[2]!)).toEqual(["query-docs says: zod 4 looseObject is documented"]);
  const others = [...place.requestsOf("spec-author"), ...place.requestsOf("phase-reviewer")];
  expect(others.flatMap(serverTools)).toEqual([]);
});

/** As `claude mcp add` does it. */
async function install(home: string, settings: object): Promise<void> {
  await writeFiles(home, { ".claude/.claude.json": JSON.stringify(settings) });
}

function serverTools(request: MessagesRequest): string[] {
  return toolNames(request).filter((name) => name.startsWith("mcp__"));
}

function callsIn(events: readonly AgentEvent[]): AgentEvent[] {
  return events.filter(({ type }) => type === "tool-called");
}
