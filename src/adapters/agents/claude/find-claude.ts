// Is there a Claude on this machine, which one, and does it have a login or a key? Looks only at files and names of
// variables. The only thing it starts is `claude --version`, of a program the person named or has on the path.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { ownCommand, ownPath, ownProgram } from "../../commands/own-path.ts";
import { findSdk } from "./sdk.ts";
import { readObject, readSettings } from "./settings-file.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export interface FoundClaude {
  /** The SDK's entry point; undefined when the SDK is not installed. */
  readonly sdk: string | undefined;
  /** A program to use instead of the SDK's own. */
  readonly executable: string | undefined;
  readonly version: string | undefined;
  /** `key in ANTHROPIC_API_KEY`, `logged in`; undefined when there is neither. */
  readonly login: string | undefined;
}

/** The oldest Claude that takes a prompt literally, without acting on an `@file` or a `/command` in it. */
export const OLDEST_CLAUDE = "2.1.248";

export async function findClaude(
  folders: readonly string[],
  named: string | undefined,
  env: Environment,
): Promise<FoundClaude> {
  const sdk = findSdk(folders);
  const bundled = sdk === undefined ? undefined : bundledVersion(sdk);
  const asked = named ?? (bundled === undefined ? "claude" : undefined);
  const executable = (asked && ownProgram(asked, env.PATH)) ?? named;
  return {
    sdk,
    executable,
    version: executable === undefined ? bundled : await askVersion(executable, env),
    login: findLogin(env),
  };
}

/** The SDK names its version of Claude; the program itself is a separate package, one per platform. */
function bundledVersion(sdk: string): string | undefined {
  const { resolve } = createRequire(sdk);
  const platform = `@anthropic-ai/claude-agent-sdk-${process.platform}-${process.arch}`;
  const isThere = [platform, `${platform}-musl`].some((name) => {
    try {
      return existsSync(resolve(`${name}/claude${process.platform === "win32" ? ".exe" : ""}`));
    } catch {
      return false;
    }
  });
  if (!isThere) return undefined;
  const manifest = readObject(join(dirname(sdk), "manifest.json"));
  return manifest === undefined ? "of an unknown version" : String(manifest.version);
}

async function askVersion(executable: string, env: Environment): Promise<string | undefined> {
  const command = ownCommand([executable, "--version"], env.PATH);
  if (command === undefined) return undefined;
  const [program, ...words] = command;
  try {
    const { stdout } = await promisify(execFile)(program, words, {
      env: { PATH: ownPath(env.PATH), HOME: env.HOME },
      timeout: 20_000,
    });
    return /\d+\.\d+\.\d+/.exec(stdout)?.[0];
  } catch {
    return undefined;
  }
}

const KEYS = ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN"];
const CLOUDS = { CLAUDE_CODE_USE_BEDROCK: "Amazon Bedrock", CLAUDE_CODE_USE_VERTEX: "Google Vertex" };

function findLogin(env: Environment): string | undefined {
  const key = KEYS.find((name) => env[name]);
  if (key !== undefined) return `key in ${key}`;
  const cloud = Object.entries(CLOUDS).find(([name]) => env[name]);
  if (cloud) return `through ${cloud[1]}`;
  const home = env.HOME ?? "";
  const folder = env.CLAUDE_CONFIG_DIR ?? join(home, ".claude");
  if (existsSync(join(folder, ".credentials.json"))) return "logged in";
  // where the system keeps the token in a keychain, the settings still name the account
  return readSettings(env)?.oauthAccount === undefined ? undefined : "logged in";
}
