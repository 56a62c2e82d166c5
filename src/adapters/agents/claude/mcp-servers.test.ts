import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder, writeFiles } from "../../../../test/support/temp-repo.ts";
import { ROLES } from "../../../domain/roles/role.ts";
import { findMcpServers } from "./mcp-servers.ts";

const STDIO = { type: "stdio", command: "npx", args: ["-y", "@upstash/context7-mcp"] };
const HTTP = { type: "http", url: "https://mcp.context7.com/mcp" };

it("T18: of all roles, those that verify outside claims are given servers, and no other", async () => {
  const find = await settings({ mcpServers: { context7: STDIO } });

  const given = ROLES.filter(({ id, access }) => Object.keys(find(["context7"], id, access)).length > 0);

  expect(given.map(({ id }) => id)).toEqual([
    ...["spec-reviewer", "design-reviewer", "implementation-reviewer", "security-reviewer"],
  ]);
});

it("T18: a server added for this project wins over the same one for all projects, and only named ones are given", async () => {
  const find = await settings({
    mcpServers: { context7: STDIO, mailbox: STDIO },
    projects: { "/repo": { mcpServers: { context7: HTTP } }, "/other": { mcpServers: { docs: HTTP } } },
  });

  expect(find(["context7", "docs", "constructor"])).toEqual({ context7: { ...HTTP, headers: {} } });
  expect(find([])).toEqual({});
});

it.each([
  ["no file", undefined],
  ["no JSON", "{"],
  ["a list of servers", JSON.stringify({ mcpServers: [STDIO] })],
  ["a server without a command", JSON.stringify({ mcpServers: { context7: { type: "stdio" } } })],
  ["a server of an unknown kind", JSON.stringify({ mcpServers: { context7: { type: "sdk", name: "context7" } } })],
  ["projects that are no objects", JSON.stringify({ projects: { "/repo": null } })],
])("T18: settings with %s give no server and stop nothing", async (_, text) => {
  expect((await settings(text))(["context7"])).toEqual({});
});

it("T18: values of headers and variables go through the environment, not through the definition", async () => {
  const home = await tempFolder();
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: Claude fills them in
  const context7 = { ...HTTP, headers: { KEY: "ctx7-secret", AUTH: "Bearer ${TOKEN:-none}" } };
  await writeFiles(home, { ".claude.json": JSON.stringify({ mcpServers: { context7 } }) });

  const found = findMcpServers(
    { names: ["context7"], env: { HOME: home, TOKEN: "of the shell", OTHER: "no" } },
    { role: "spec-reviewer", access: "read", workdir: "/repo" },
  );

  expect(found.servers.context7).toMatchObject({
    headers: { KEY: "${MCP_SERVER_VALUE_1}", AUTH: "Bearer ${TOKEN:-none}" },
  });
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: Claude fills them in
  expect(found.env).toEqual({ MCP_SERVER_VALUE_1: "ctx7-secret", TOKEN: "of the shell" });
});

async function settings(content: object | string | undefined) {
  const folder = join(await tempFolder(), "claude");
  const text = typeof content === "object" ? JSON.stringify(content) : content;
  if (text !== undefined) await writeFiles(folder, { ".claude.json": text });
  return (
    names: readonly string[],
    role: (typeof ROLES)[number]["id"] = "spec-reviewer",
    access: (typeof ROLES)[number]["access"] = "read",
  ) => findMcpServers({ names, env: { CLAUDE_CONFIG_DIR: folder } }, { role, access, workdir: "/repo" }).servers;
}
