// Which settings of a repository's iflow.config.json need the person's word before they count. A setting is trusted when
// it can run something, send something somewhere, or change who judges or what is enough. Every key of the schema is
// named in exactly one of these tables, itself or with its group (trusted-keys.test.ts); one that is in neither counts
// as trusted.

const GIVES_UP = "decides when an answer is given up, which is then asked and paid for again";

/** What a key or a whole group may do. The nearest name decides. */
export const TRUSTED_KEYS: Readonly<Record<string, string>> = {
  runtime: "chooses which agents work and judge, and for how long",
  "claude.executable": "is a program that is started",
  "claude.sdk": "is a folder whose code is loaded",
  "claude.mcpServers": "opens your own servers to agents",
  "acp.command": "is a program that is started",
  "acp.environment": "hands variables of your environment to an agent",
  anthropic: "sets what one dispatch may spend",
  "anthropic.baseUrl": "gets your key and your code, and answers as reviewer",
  openai: "sets what one dispatch may spend, and how it is asked",
  "openai.baseUrl": "gets your key and your code, and answers as reviewer",
  "openai.keyVariable": "sends a variable of your environment to the server",
  "limits.claude.silence": GIVES_UP,
  "limits.anthropic.silence": GIVES_UP,
  "limits.openai.silence": GIVES_UP,
  "limits.acp.silence": GIVES_UP,
  models: "chooses which models work and judge",
  review: "decides how reviews run and when they are enough",
  "worktree.root": "is a folder, here or elsewhere, in which work trees are made",
  "worktree.setup": "is run when a work tree is made",
  checks: "decides what is run as a test, and what agents may run",
  "checks.environment": "hands variables of your environment to the project's own code",
  "memory.global": "gives your notes from other projects to agents here",
  commits: "words commit messages, in which iflow finds its own steps again",
  // Announced, so that they come in closed.
  sandbox: "decides what holds the commands of agents",
  agents: "decides what agents may see and do",
  "agents.commands": "decides which commands agents may run",
  "agents.effort": "decides how hard agents think, and so what they cost and find",
  budget: "decides what may be spent",
  risk: "decides how deep reviews go",
  team: "sends prompts, replies and answers to a database, and takes answers and runs from it",
};

/** Why a key or a group needs nobody's word. */
export const FREE_KEYS: Readonly<Record<string, string>> = {
  $schema: "only editors read it",
  artifactsRoot: "names a folder inside the repository, which is the repository's to name",
  baseBranch: "names a branch; finish names it too, before it merges anything",
  agentGuides: "the guides are files of the repository, which agents read anyway",
  limits: "how much is asked at the same time; nothing more is asked or paid", // but for how long is above
  implement: "how many tasks are worked on at a time; nothing more is asked or paid",
  "memory.use": "lessons of this project go only to agents that work in it",
  "memory.learn": "what is remembered stays on this machine",
  "memory.limit": "how many lessons an agent is given",
  keep: "how long records stay; gc shows what it would delete first", // announced
};

/** The trusted keys of a file with their values, nested as they stand in it; empty when it has none. */
export type TrustedValues = Readonly<Record<string, unknown>>;

export function isTrusted(key: string): boolean {
  return nearest(key) !== "free";
}

/** What the key may do, for the person who is asked. */
export function powerOf(key: string): string {
  return TRUSTED_KEYS[nameFor(key, TRUSTED_KEYS) ?? ""] ?? "is not known to be harmless";
}

/** Parts a file's settings; a group is in both parts when it has keys of both kinds. */
export function splitTrusted(values: unknown): { readonly trusted: TrustedValues; readonly free: TrustedValues } {
  return {
    trusted: pick(values, (key) => isTrusted(key)),
    free: pick(values, (key) => !isTrusted(key)),
  };
}

/** `["checks.test", "npm test"]` for every trusted setting, in the order of the file. */
export function listValues(values: TrustedValues): [key: string, value: unknown][] {
  return leaves(values, "");
}

function nearest(key: string): "trusted" | "free" | undefined {
  const trusted = nameFor(key, TRUSTED_KEYS);
  const free = nameFor(key, FREE_KEYS);
  if (trusted === undefined && free === undefined) return undefined;
  return (free?.length ?? -1) > (trusted?.length ?? -1) ? "free" : "trusted";
}

/** The longest name in the table that is the key itself or a group around it. */
function nameFor(key: string, table: Readonly<Record<string, string>>): string | undefined {
  const words = key.split(".");
  for (let count = words.length; count > 0; count--) {
    const name = words.slice(0, count).join(".");
    if (Object.hasOwn(table, name)) return name;
  }
  return undefined;
}

function pick(values: unknown, isWanted: (key: string) => boolean, group = ""): Record<string, unknown> {
  if (!isGroup(values)) return {};
  const picked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const key = group + name;
    if (!isGroup(value)) {
      if (isWanted(key)) picked[name] = value;
      continue;
    }
    const inner = pick(value, isWanted, `${key}.`);
    if (Object.keys(inner).length > 0) picked[name] = inner;
  }
  return picked;
}

function leaves(values: unknown, group: string): [string, unknown][] {
  if (!isGroup(values)) return [];
  return Object.entries(values).flatMap(([name, value]): [string, unknown][] =>
    isGroup(value) ? leaves(value, `${group}${name}.`) : [[group + name, value]],
  );
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
