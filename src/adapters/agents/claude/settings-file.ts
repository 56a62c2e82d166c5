// The file in which Claude keeps the user's account and the MCP servers added with `claude mcp add`.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseJson } from "../../../domain/text/json/json.ts";
import type { Environment } from "../../commands/pick-environment.ts";

export function readSettings(env: Environment): Readonly<Record<string, unknown>> | undefined {
  return readObject(join(env.CLAUDE_CONFIG_DIR || env.HOME || "", ".claude.json"));
}

/** Undefined when there is no such file, or it may not be read. */
export function readObject(path: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = parseJson(readFileSync(path, "utf8"));
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
