// Configuration. This schema is the only definition: the parser, the defaults, the JSON schema for editors
// (iflow.config.schema.json) and the IFLOW_* names all come from it. Unknown keys are refused, so a typo is noticed.
import * as z from "zod";
import { ROLE_NAMES } from "../roles/role-settings.ts";
import { IflowError } from "../text/errors.ts";
import {
  acpSettings,
  anthropicSettings,
  budgetSettings,
  claudeSettings,
  effortSettings,
  limitsSettings,
  modelsSettings,
  openaiSettings,
} from "./agent-settings.ts";
import { commitSettings } from "./commit-settings.ts";
import { type ConfigProblem, configProblems } from "./config-problems.ts";
import { reviewSettings } from "./review-settings.ts";
import { riskSettings } from "./risk-settings.ts";
import { CONFIG_FILE, DEFAULT_ROOT } from "./settings-file.ts";
import { hasPassword, teamSettings } from "./team-settings.ts";
import type { TrustedValues } from "./trusted-keys.ts";

const command = z.string().min(1);

// A clone may set these two without anybody's word, and both stand in commands that people are told to run: there they are
// quoted, and neither can be taken for an option or for another place.
const folder = z.string().regex(/^(?![-/])(?!.*\.\.)[^\\\p{Cc}]+$/u, "must be a folder inside the repository");
const branch = z.string().regex(/^(?!-)(?!.*\.\.)[^\s\p{Cc}~^:?*[\\]+$/u, "must be the name of a branch");

export const ConfigSchema = z.strictObject({
  $schema: z.string().optional().describe("Where your editor finds the schema of this file"),
  artifactsRoot: folder.default(DEFAULT_ROOT).describe("Folder that holds features/, brainstorms/ and knowledge-bank/"),
  baseBranch: branch
    .optional()
    .describe(
      "Branch that features begin at and are merged into; without it the remote's default branch, else main or master",
    ),
  agentGuides: z
    .boolean()
    .default(true)
    .describe("Give AGENTS.md and CLAUDE.md of the repository to authors and reviewers"),
  runtime: z
    .strictObject({
      default: z
        .string()
        .optional()
        .describe("Runtime to use without --runtime; without either the first one that is ready"),
      roles: z
        .partialRecord(z.enum(ROLE_NAMES), z.string().min(1))
        .default({})
        .describe(
          "Runtime per role (spec-reviewer) or kind of role (author, reviewer, researcher, worker); wins over --runtime",
        ),
      minutes: z.number().positive().max(1440).default(60).describe("Minutes one dispatch may take"),
    })
    .prefault({})
    .describe("Which agents do the work"),
  claude: claudeSettings,
  acp: acpSettings,
  anthropic: anthropicSettings,
  openai: openaiSettings,
  budget: budgetSettings,
  limits: limitsSettings,
  models: modelsSettings,
  review: reviewSettings,
  risk: riskSettings,
  memory: z
    .strictObject({
      use: z.boolean().default(true).describe("Give authors and reviewers the lessons that fit their work"),
      learn: z.boolean().default(true).describe("Remember issues that come back in a review loop"),
      global: z.boolean().default(true).describe("Also use your own memories from other projects"),
      limit: z.int().min(1).max(10).default(3).describe("Maximum number of lessons given to one agent"),
    })
    .prefault({})
    .describe("What earlier features taught"),
  checks: z
    .strictObject({
      test: command.optional().describe("Runs the tests"),
      lint: command.optional().describe("Runs the linter"),
      typecheck: command.optional().describe("Checks the types"),
      build: command.optional().describe("Builds the project"),
      none: z.boolean().default(false).describe("Go on without a test command and do not ask; --yolo stops otherwise"),
      repairFirst: z
        .boolean()
        .default(true)
        .describe("While implement's tests fail, the fixer repairs them, at most twice, before the reviewers look"),
      environment: z
        .array(z.string().regex(/^(?!IFLOW_)[A-Za-z_][A-Za-z0-9_]*$/, "must be the name of an environment variable"))
        .default([])
        .describe("Names of additional environment variables that checks may see, such as DATABASE_URL"),
    })
    .prefault({})
    .describe("Shell commands, run at the repository root: by the engine, and by agents that write"),
  sandbox: z
    .strictObject({
      mode: z
        .enum(["auto", "require", "off"])
        .default("auto")
        .describe("auto: wherever it works; require: no agent without it; off: never"),
      network: z.boolean().default(false).describe("Let agents' commands reach the network, this machine included"),
      checks: z.boolean().default(false).describe("Run the engine's own checks inside as well"),
    })
    .prefault({})
    .describe("What commands that agents start can reach (Linux with bubblewrap)"),
  implement: z
    .strictObject({
      parallel: z
        .union([z.int().min(1).max(8), z.literal("auto")])
        .default(1)
        .describe(
          "How many tasks are worked on at a time, each in a work tree of its own; auto: up to 3, as the plan allows",
        ),
    })
    .prefault({})
    .describe("How the tasks of a feature are carried out"),
  worktree: z
    .strictObject({
      root: z
        .string()
        .regex(/^(?!~)[^\p{Cc}]+$/u, "must be a folder; ~ is not expanded")
        .default("../{repository}.trees")
        .describe(
          "Folder for the work trees of --worktree, seen from the repository; {repository} is its folder's name",
        ),
      setup: command
        .optional()
        .describe("Shell command that makes a new work tree ready, such as npm ci: it has no ignored files"),
    })
    .prefault({})
    .describe("Work trees that features are given by --worktree"),
  agents: z
    .strictObject({
      deny: z
        // anything else would close nothing, without a word
        .array(z.string().regex(/^(?!!)[^[\]{}\\]+$/, "may have *, ** and ?, but no [ ], { }, \\ or leading !"))
        .default([])
        .describe("Files that agents may neither read nor write, as patterns such as secrets/** or *.sqlite"),
      commands: z
        .enum(["families", "sandbox"])
        .default("families")
        .describe("families: checks, some of their tests, looks at git; sandbox: any command, inside the sandbox"),
      effort: effortSettings,
    })
    .prefault({})
    .describe("What holds for the agents of every runtime"),
  keep: z
    .strictObject({
      days: z
        .int()
        .min(0)
        .max(36_500)
        .default(30)
        .describe(
          "Days after which iflow gc deletes an ended run with its prompts and replies; 0 deletes all that are not needed",
        ),
    })
    .prefault({})
    .describe("How long records stay; only iflow gc deletes them"),
  commits: commitSettings,
  team: teamSettings,
});

/** What everybody is given: the team's settings are only for who opens its database (team-of.ts). */
export type Config = Omit<z.infer<typeof ConfigSchema>, "team">;
export type CommitTemplate = keyof Config["commits"];

export const DEFAULT_CONFIG: Config = ConfigSchema.parse({});

/** One source of settings: a file's parsed JSON, the environment, the flags. */
export interface ConfigLayer {
  readonly origin: string;
  readonly values: unknown;
  /** The text of a file: its mistakes are told with their lines. */
  readonly text?: string;
  /** Trusted keys of the repository's file that the person has not confirmed: they do not count. */
  readonly unconfirmed?: TrustedValues;
}

/** Later layers win key by key. A wrong value or an unknown key names its origin and is never ignored. */
export function mergeConfig(layers: readonly ConfigLayer[]): Config {
  for (const layer of layers) requireValid(layer);
  const { team, ...config } = ConfigSchema.parse(mergeValues(layers));
  return config;
}

export function mergeValues(layers: readonly ConfigLayer[]): unknown {
  return layers.reduce<unknown>((merged, { values }) => overlay(merged, values), {});
}

export function requireValid(layer: ConfigLayer): void {
  const result = ConfigSchema.safeParse(layer.values);
  if (!result.success) throw refusal(configProblems(ConfigSchema, layer, result.error));
  if (layer.origin === CONFIG_FILE) refuseOwnSettings(layer.values);
}

function refusal([first, ...others]: readonly ConfigProblem[]): IflowError {
  const detail = others.map(({ message, fix }) => `${message}\n  ${fix}`).join("\n");
  return new IflowError("config-invalid", first?.message ?? "the settings are not valid", {
    ...(detail !== "" && { detail }),
    ...(first && { fix: first.fix }),
  });
}

/** What a clone brings must not open the user's own servers, with their rights, to an agent that reads the clone. */
function refuseOwnSettings(values: unknown): void {
  const { claude, team } = isRecord(values) ? values : {};
  if (isRecord(team) && typeof team.db === "string" && hasPassword(team.db)) {
    throw new IflowError("config-invalid", `${CONFIG_FILE}: team.db has a password, and everybody reads this file`, {
      fix: "Take the password out, and set IFLOW_TEAM_DB, PGPASSWORD or ~/.pgpass on each machine.",
    });
  }
  if (!isRecord(claude) || !("mcpServers" in claude)) return;
  throw new IflowError("config-invalid", `${CONFIG_FILE}: claude.mcpServers is not a setting of a project`, {
    fix: "Move it to your own file, ~/.config/iflow/config.json, or set IFLOW_CLAUDE_MCP_SERVERS.",
  });
}

function overlay(base: unknown, top: unknown): unknown {
  if (!isRecord(base) || !isRecord(top)) return top;
  const result: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(top)) result[key] = overlay(result[key], value);
  return result;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
