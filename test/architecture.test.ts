// The arrows of ARCHITECTURE.md, checked. A layer imports the layers listed; inside a layer a room imports only rooms before
// it. A type is an import like any other: a file that needs a type depends on it as much as one that needs a function.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, sep } from "node:path";
import { expect, test } from "vitest";

const MAY_IMPORT: Record<string, readonly string[]> = {
  domain: [],
  ports: ["domain"],
  app: ["domain", "ports"],
  adapters: ["domain", "ports"],
  frontends: ["domain", "ports", "app", "examples"],
  "wire.ts": ["domain", "ports", "app", "adapters", "wire-agents.ts", "wire-team.ts"],
  "wire-agents.ts": ["domain", "ports", "adapters"],
  "wire-team.ts": ["domain", "ports", "adapters", "wire-agents.ts", "wire-worker.ts"],
  "wire-worker.ts": ["domain", "ports", "adapters", "wire-agents.ts"],
  "command-bundle.ts": ["wire.ts", "frontends"],
  "hook.ts": ["frontends", "adapters", "wire.ts"],
  "look.ts": ["domain", "ports", "app", "frontends", "adapters"],
  "main.ts": ["command-bundle.ts", "hook.ts", "look.ts", "frontends"],
  examples: [],
};

/** Rooms in order: each may import those before it. Those listed together do not know each other. A file can be a room. */
const ROOMS: Record<string, readonly (string | readonly string[])[]> = {
  domain: [
    ...["text", "documents", "tasks", "lint", "feature", "roles", "config", "checks", "commands", "billing"],
    ...["prompts/prompt.ts", "dispatch", "review", "receipts", "run", "team", "stream", "knowledge", "prompts", "host"],
  ],
  app: [
    "trees",
    "feature",
    "billing",
    "setup",
    "work",
    "receipts",
    "economy",
    "dispatch",
    "knowledge",
    "review",
    "phases",
    "stream",
    "run",
    "team",
  ],
  "app/phases": ["document", "brainstorm", "implement", "retrospect", "finish"],
  "adapters/commands": [
    ...[
      "working-trees.ts",
      "own-path.ts",
      "started-as.ts",
      "watched-child.ts",
      "pick-environment.ts",
      "output-lines.ts",
      "output-tail.ts",
      "step-mark.ts",
      "run-command.ts",
    ],
  ],
  "adapters/git": [
    "checkout",
    "looking",
    "commits",
    "merging",
    "trees",
    "repository.ts",
    "sample-repository.ts",
    "repository-copy.ts",
    "open-repository.ts",
    "published",
    "inside-step.ts",
  ],
  "adapters/agents": [
    ...["event-queue.ts", "stream-turns.ts", "map-texts.ts", "find-package.ts", "in-slots.ts", "longest-wait.ts"],
    ...["prompt-chars.ts", "workspace.ts", "git-filters.ts", "command-door.ts", "tool-loop"],
    ["claude", "anthropic", "openai", "acp", "host", "scripted"],
    "find-runtimes.ts",
  ],
  "adapters/agents/acp": [
    ...["gated-child.ts", "greeting-schema.ts", "ready", "turn-usage.ts", "setup.ts", "limit.ts", "failure.ts"],
    ...["silence.ts", "within.ts"],
    ...["agent-process.ts", "greeting.ts", "session", "tool-call.ts", "command-place.ts", "permission.ts"],
    ...["trespass.ts", "transcript.ts"],
    ...["client", "turn.ts", "acp-agent.ts"],
  ],
  "adapters/agents/tool-loop": [
    ...[
      "request",
      ["session", "tools"],
      "setup.ts",
      "turn.ts",
      "play-turn.ts",
      "keep-cached.ts",
      "concluded-turn.ts",
      "loop-agent.ts",
    ],
  ],
  "adapters/agents/openai": [
    ...["sdk.ts", "access.ts", "blocks.ts", "told-errors.ts", "one-piece.ts", "failure.ts", "estimate.ts"],
    ["responses", "chat"],
    ...["client.ts", "openai-agent.ts", "open-openai.ts"],
  ],
  "adapters/runs": [
    ...["durable-files.ts", "creation-files.ts", "tree-files.ts", "processes", "own-trees.ts", "journal", "archive"],
    ...[
      "feed",
      "rows",
      "journal-runs.ts",
      "row-runs.ts",
      "row-stores.ts",
      "look-at-runs.ts",
      "tell-damage.ts",
      "run-doors.ts",
    ],
  ],
  "frontends/cli": ["screen", "command.ts", "commands", "program"],
  // who imports the page is nobody: it is built into files of its own
  "frontends/ui": ["view", "page", "read", "act", "server"],
  "frontends/ui/page": [
    ...[
      "logic",
      "state",
      "parts",
      ["inbox", "board", "new", "feature", "document", "dispatch", "money"],
      "shell",
      "app.tsx",
      "main.tsx",
    ],
  ],
};

/** Front ends share what moves a run, and nothing else. */
const FRONTENDS: Record<string, readonly string[]> = {
  drive: [],
  cli: ["drive"],
  mcp: ["drive"],
  ui: ["drive"],
  hook: [],
};

/** What only one place may touch. */
const RESERVED: readonly { readonly what: RegExp; readonly where: RegExp; readonly name: string }[] = [
  { name: "process.env", what: /\bprocess\.env\b|\benv\b.*= process\b/, where: /^(?:wire|hook|look)\.ts$/ },
  { name: "child processes", what: /"node:child_process"|from "tinyexec"/, where: /^adapters\// },
  { name: "console, process.exit", what: /\bconsole\.|\bprocess\.exit\b/, where: /^frontends\/cli\// },
  {
    name: "the clock",
    what: /\bDate\.now\b|\bnew Date\(\)/,
    where: /^(adapters\/clock\.ts|frontends\/cli\/|frontends\/ui\/page\/(state|inbox)\/)/,
  },
  { name: "markup out of text", what: /innerHTML|InnerHTML/, where: /^frontends\/ui\/page\/parts\/markup\.tsx$/ },
  { name: "the world", what: /from "node:(?!crypto)|\bprocess\./, where: /^(?!domain\/)/ },
];

const SRC = join(import.meta.dirname, "..", "src");
const sources = readTexts(SRC);
const examples = readTexts(join(SRC, "..", "examples")).map(({ file, text }) => ({ file: `examples/${file}`, text }));
const imports = [...sources, ...examples].flatMap(({ file, text }) =>
  importsOf(file, text).map((target) => ({ file, target })),
);

test("imports follow the arrows between layers", () => {
  expect(printed(imports.filter(({ file, target }) => !mayImport(file, target)))).toEqual([]);
});

test("inside a layer a room imports only rooms before it, types included", () => {
  const broken = Object.entries(ROOMS).flatMap(([layer, rooms]) =>
    imports.filter(({ file, target }) => {
      if (!file.startsWith(`${layer}/`) || !target.startsWith(`${layer}/`)) return false;
      const [from, to] = [placeOf(file, layer, rooms), placeOf(target, layer, rooms)];
      return from.rank === -1 || to.rank === -1 || (from.rank <= to.rank && from.room !== to.room);
    }),
  );
  expect(printed(broken)).toEqual([]);
});

test("front ends do not know each other", () => {
  const broken = imports.filter(({ file, target }) => {
    if (!file.startsWith("frontends/") || !target.startsWith("frontends/")) return false;
    const [from, to] = [kindOf(file), kindOf(target)];
    return from !== to && FRONTENDS[from]?.includes(to) !== true;
  });
  expect(printed(broken)).toEqual([]);
});

test("what runs in the browser knows only what the server says", () => {
  const page = "frontends/ui/page/";
  const broken = imports.filter(
    ({ file, target }) =>
      (file.startsWith(page) && !target.startsWith(page) && !target.startsWith("frontends/ui/view/model/")) ||
      (target.startsWith(page) && !file.startsWith(page)),
  );
  expect(printed(broken)).toEqual([]);
});

test("every folder is a room of its layer, and says what lives in it", () => {
  const folders = new Set(
    sources
      .map(({ file }) => dirname(file))
      .filter((folder) => folder.split("/").length >= 2)
      .map((folder) => folder.split("/").slice(0, 2).join("/")),
  );
  const silent = [...folders].filter((folder) => !existsSync(join(SRC, folder, "README.md")));
  expect(silent).toEqual([]);
  const named = Object.entries(ROOMS).flatMap(([layer, rooms]) => rooms.flat().map((room) => `${layer}/${room}`));
  expect(named.filter((room) => !existsSync(join(SRC, room)))).toEqual([]);
  // a room that imports nothing breaks no arrow, so it would go unnoticed
  const ranked = [...folders].filter((folder) => Object.hasOwn(ROOMS, layerOf(folder)));
  expect(ranked.filter((folder) => !named.includes(folder))).toEqual([]);
});

test("what belongs to one place is not reached from another", () => {
  const broken = sources.flatMap(({ file, text }) =>
    RESERVED.filter(({ what, where }) => what.test(withoutComments(text)) && !where.test(file)).map(
      ({ name }) => `${file}: ${name}`,
    ),
  );
  expect(broken).toEqual([]);
});

test("no source file grows beyond 300 lines", () => {
  const long = sources.filter(({ text }) => text.split("\n").length > 300).map(({ file }) => file);
  expect(long).toEqual([]);
});

function readTexts(root: string): { readonly file: string; readonly text: string }[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".test.ts"))
    .map((file) => ({ file: file.split(sep).join("/"), text: readFileSync(join(root, file), "utf8") }));
}

/** From `src/`, or with `examples/` in front. */
function importsOf(file: string, text: string): string[] {
  return [...text.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)].map(([, target = ""]) =>
    normalize(join(file, "..", target))
      .split(sep)
      .join("/")
      .replace(/^(\.\.|src)\//, ""),
  );
}

function mayImport(file: string, target: string): boolean {
  const [from, to] = [layerOf(file), layerOf(target)];
  if (from === "adapters" && to === "adapters") return [kindOf(file), ...SHARED_KINDS].includes(kindOf(target));
  return from === to || MAY_IMPORT[from]?.includes(to) === true;
}

const layerOf = (path: string): string => path.split("/")[0] ?? "";

/**
 * How a command is started, how a run is replayed from its records, how a team's database and a file of others are read is the same for all:
 * `commands`, `recorded`, `database`, and files beside the folders.
 */
const SHARED_KINDS = ["commands", "recorded", "database", ""];

/** Adapters of one kind may share files; adapters of different kinds never know each other. */
const kindOf = (path: string): string => path.split("/").slice(1, -1)[0] ?? "";

/** Where the list has the file itself, or else the folder it is in. */
function placeOf(file: string, layer: string, rooms: (typeof ROOMS)[string]): { rank: number; room: string } {
  const inside = file.slice(layer.length + 1);
  const rankOf = (name: string) => rooms.findIndex((room) => [room].flat().includes(name));
  const room = rankOf(inside) === -1 ? (inside.split("/")[0] ?? "") : inside;
  return { rank: rankOf(room), room };
}

function printed(pairs: readonly { readonly file: string; readonly target: string }[]): string[] {
  return pairs.map(({ file, target }) => `${file} -> ${target}`);
}

function withoutComments(text: string): string {
  return text.replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, "");
}
