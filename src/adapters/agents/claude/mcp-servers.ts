// The MCP servers that verifying roles may use: those the user's iflow config names, as the user's own Claude settings
// define them. The repository's `.mcp.json` is never read, because starting what a clone brings is not ours to decide.
import * as z from "zod";
import { type Access, type RoleId, roleOf } from "../../../domain/roles/role.ts";
import type { Environment } from "../../commands/pick-environment.ts";
import { readSettings } from "./settings-file.ts";

const Texts = z.record(z.string(), z.string());
const Definition = z.union([
  z.looseObject({ type: z.literal("stdio").default("stdio"), command: z.string().min(1), env: Texts.default({}) }),
  z.looseObject({ type: z.enum(["http", "sse"]), url: z.string().min(1), headers: Texts.default({}) }),
]);
export type McpServer = z.infer<typeof Definition>;

export interface McpServers {
  readonly servers: Readonly<Record<string, McpServer>>;
  /** What the definitions refer to; to be added to the environment of Claude. */
  readonly env: Readonly<Record<string, string>>;
}

const NONE: McpServers = { servers: {}, env: {} };

export interface McpSearch {
  /** The servers that the user's config names. */
  readonly names: readonly string[];
  readonly env: Environment;
}

/** Exactly the roles that must verify outside claims get any. */
export function findMcpServers(
  { names, env }: McpSearch,
  { role, access, workdir }: { readonly role: RoleId; readonly access: Access; readonly workdir: string },
): McpServers {
  if (!roleOf(role).web || access === "blind" || names.length === 0) return NONE;
  const installed = installedServers(env, workdir);
  const found = names.flatMap((name) => {
    const definition = Object.hasOwn(installed, name) ? Definition.safeParse(installed[name]).data : undefined;
    return definition ? [[name, definition] as const] : [];
  });
  return withoutSecrets(found, env);
}

/** As `claude mcp add` writes them: for this project only, or for all of the user's projects. The former win. */
function installedServers(env: Environment, workdir: string): Readonly<Record<string, unknown>> {
  const { mcpServers, projects } = readSettings(env) ?? {};
  const here = Projects.safeParse(projects).data?.[workdir];
  return { ...Servers.safeParse(mcpServers).data, ...Servers.safeParse(here?.mcpServers).data };
}

const Servers = z.record(z.string(), z.unknown());
const Projects = z.record(z.string(), z.looseObject({ mcpServers: z.unknown() }).catch({ mcpServers: undefined }));

/**
 * Definitions reach Claude on its command line, which everybody on the machine can read. So values that may be secret
 * go through its environment and the definition only names the variable. Variables that the user's definition itself
 * names are handed over, too.
 */
function withoutSecrets(found: readonly (readonly [string, McpServer])[], env: Environment): McpServers {
  const moved: Record<string, string> = {};
  const hide = (value: string): string => {
    if (VARIABLE.test(value)) return value;
    const name = `MCP_SERVER_VALUE_${Object.keys(moved).length + 1}`;
    moved[name] = value;
    return `\${${name}}`;
  };
  const hideAll = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, hide(value)]));
  const servers = found.map(([name, server]): readonly [string, McpServer] =>
    server.type === "stdio"
      ? [name, { ...server, env: { ...NO_KEYS, ...hideAll(server.env) } }]
      : [name, { ...server, headers: hideAll(server.headers) }],
  );
  const named = [...JSON.stringify(found).matchAll(VARIABLES)].flatMap(([, name = ""]) => {
    const value = env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { servers: Object.fromEntries(servers), env: { ...Object.fromEntries(named), ...moved } };
}

/** `${NAME}` or `${NAME:-otherwise}`, which Claude fills in. */
const VARIABLE = /\$\{(\w+)(?::-[^}]*)?\}/;
const VARIABLES = new RegExp(VARIABLE, "g");

/** A server inherits Claude's environment, but the model's key is not for it. */
const NO_KEYS = { ANTHROPIC_API_KEY: "", ANTHROPIC_AUTH_TOKEN: "", CLAUDE_CODE_OAUTH_TOKEN: "" };
