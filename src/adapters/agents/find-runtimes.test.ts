import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempFolder } from "../../../test/support/temp-repo.ts";
import { findRuntimes } from "./find-runtimes.ts";

const NO_OPENAI = { sdkFolders: [], settings: { keyVariable: "OPENAI_API_KEY", baseUrl: undefined } };
const NOTHING = { sdkFolders: [], openai: NO_OPENAI, claudeExecutable: undefined, acpCommand: undefined };

describe("Claude", () => {
  test("without its SDK is missing, with the way to get it", async () => {
    const [claude] = await findRuntimes({ ...NOTHING, env: { ANTHROPIC_API_KEY: "k" } });

    expect(claude).toMatchObject({ id: "claude", state: "missing", fix: expect.stringContaining("npm install") });
  });

  test.each([
    [{ ANTHROPIC_API_KEY: "k" }, "key in ANTHROPIC_API_KEY"],
    [{ CLAUDE_CODE_OAUTH_TOKEN: "k" }, "key in CLAUDE_CODE_OAUTH_TOKEN"],
    [{ CLAUDE_CODE_USE_BEDROCK: "1" }, "through Amazon Bedrock"],
  ])("with %j is ready: %s", async (env, how) => {
    const { sdkFolders, claudeExecutable } = await installClaude("2.1.325");

    const [claude] = await findRuntimes({ ...NOTHING, sdkFolders, claudeExecutable, env });

    expect(claude).toEqual({ id: "claude", name: "claude", state: "ready", detail: `2.1.325, ${how}` });
  });

  test.each([
    [".claude/.credentials.json", "{}"],
    [".claude.json", '{"oauthAccount": {"emailAddress": "a@b.invalid"}}'],
  ])("that was logged in is ready: %s", async (file, text) => {
    const { sdkFolders, claudeExecutable, home } = await installClaude("2.1.325");
    await mkdir(join(home, ".claude"));
    await writeFile(join(home, file), text);

    const [claude] = await findRuntimes({ ...NOTHING, sdkFolders, claudeExecutable, env: { HOME: home } });

    expect(claude).toMatchObject({ state: "ready", detail: "2.1.325, logged in" });
  });

  test("without login and key says how to get one", async () => {
    const { sdkFolders, claudeExecutable, home } = await installClaude("2.1.325");

    const [claude] = await findRuntimes({ ...NOTHING, sdkFolders, claudeExecutable, env: { HOME: home } });

    expect(claude).toMatchObject({ state: "no-login", fix: expect.stringContaining("ANTHROPIC_API_KEY") });
  });

  test("that is too old to take a prompt to the letter is not used", async () => {
    const { sdkFolders, claudeExecutable } = await installClaude("2.1.247");

    const [claude] = await findRuntimes({ ...NOTHING, sdkFolders, claudeExecutable, env: { ANTHROPIC_API_KEY: "k" } });

    expect(claude).toMatchObject({ state: "missing", detail: expect.stringContaining("2.1.248") });
  });

  test("whose program does not start is not used", async () => {
    const { sdkFolders } = await installClaude("2.1.325");
    const search = { ...NOTHING, sdkFolders, claudeExecutable: "/nowhere/claude", env: { ANTHROPIC_API_KEY: "k" } };

    expect((await findRuntimes(search))[0]).toMatchObject({ state: "missing" });
  });
});

describe("the plain API", () => {
  test("is ready with a key, after Claude and before other agents", async () => {
    const folder = await tempFolder();
    await program(join(folder, "opencode"), "exit 0");

    const found = await findRuntimes({ ...NOTHING, env: { PATH: folder, ANTHROPIC_API_KEY: "k" } });

    expect(found.map(({ name }) => name).slice(0, 2)).toEqual(["claude", "anthropic"]);
    expect(found.filter(({ state }) => state === "ready").map(({ name }) => name)).toEqual(["anthropic", "opencode"]);
    expect(found[1]).toEqual({
      ...{ id: "anthropic", name: "anthropic" },
      ...{ state: "ready", detail: "key in ANTHROPIC_API_KEY" },
    });
  });

  test("without a key is missing, and says which", async () => {
    const found = await findRuntimes({ ...NOTHING, env: {} });

    expect(found[1]).toMatchObject({ id: "anthropic", state: "missing", fix: "set ANTHROPIC_API_KEY" });
  });
});

describe("OpenAI's API", () => {
  const sdkFolders = [process.cwd()];
  const openaiOf = async (env: Record<string, string>, folders: string[] = []) => {
    const found = await findRuntimes({ ...NOTHING, openai: { ...NO_OPENAI, sdkFolders: folders }, env });
    return found.find(({ id }) => id === "openai");
  };

  test("is ready with a key, or with a server of one's own, whose address is not told", async () => {
    const server = { OPENAI_BASE_URL: "http://user:word@localhost:1/v1" };

    expect(await openaiOf({ OPENAI_API_KEY: "k" }, sdkFolders)).toMatchObject({
      state: "ready",
      detail: "key in OPENAI_API_KEY",
    });
    expect(await openaiOf(server, sdkFolders)).toMatchObject({
      state: "ready",
      detail: "a server of your own, no key",
    });
  });

  test("without its package or a key says what is missing", async () => {
    const install = "npm install --global openai@6";

    expect(await openaiOf({ OPENAI_API_KEY: "k" })).toMatchObject({ state: "missing", fix: install });
    expect(await openaiOf({}, sdkFolders)).toMatchObject({ state: "missing", fix: "set OPENAI_API_KEY" });
    expect(await openaiOf({})).toMatchObject({ fix: `set OPENAI_API_KEY, and: ${install}` });
  });
});

describe("ACP agents", () => {
  test("on the path are ready, the others say how they are installed", async () => {
    const folder = await tempFolder();
    await program(join(folder, "opencode"), "exit 0");

    const found = await findRuntimes({ ...NOTHING, env: { PATH: folder } });

    expect(found.find(({ name }) => name === "opencode")).toMatchObject({
      id: "acp",
      state: "ready",
      command: ["opencode", "acp"],
    });
    expect(found.find(({ name }) => name === "gemini")).toMatchObject({
      state: "missing",
      fix: expect.stringContaining("npm install"),
    });
  });

  test("the one of the config comes before those on the path", async () => {
    const folder = await tempFolder();
    await program(join(folder, "opencode"), "exit 0");
    await program(join(folder, "mine"), "exit 0");

    const found = await findRuntimes({ ...NOTHING, acpCommand: ["mine", "--acp"], env: { PATH: folder } });

    expect(found.filter(({ state }) => state === "ready").map(({ name }) => name)).toEqual(["mine", "opencode"]);
  });
});

/** A package in place of the SDK, and a program that reports its version. */
async function installClaude(version: string) {
  const home = await tempFolder();
  const sdk = join(home, "node_modules", "@anthropic-ai", "claude-agent-sdk");
  await mkdir(sdk, { recursive: true });
  await writeFile(join(sdk, "package.json"), JSON.stringify({ name: "sdk", main: "sdk.js" }));
  await writeFile(join(sdk, "sdk.js"), "");
  const claudeExecutable = join(home, "claude");
  await program(claudeExecutable, `echo "${version} (Claude Code)"`);
  return { home, sdkFolders: [home], claudeExecutable };
}

async function program(path: string, line: string): Promise<void> {
  await writeFile(path, `#!/bin/sh\n${line}\n`);
  await chmod(path, 0o755);
}
