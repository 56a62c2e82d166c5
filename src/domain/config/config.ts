// Configuration. This schema is the only definition: the parser, the defaults, the JSON schema for editors
// (iflow.config.schema.json) and the IFLOW_* names all come from it. Unknown keys are refused, so a typo is noticed.
import * as z from "zod";
import { ROLE_NAMES } from "../roles/role-settings.ts";
import { IflowError } from "../text/errors.ts";

/** At the root of the repository. */
export const CONFIG_FILE = "iflow.config.json";

const DEFAULT_COMMITS = {
  draft: "iflow: {phase} draft",
  byHand: "iflow: {phase} edited by hand",
  "specify.review": "iflow: specify review iteration {n}",
  "specify.handoff": "iflow: specify phase-review iteration {n}",
  "design.review": "iflow: design review iteration {n}",
  "design.handoff": "iflow: design handoff review iteration {n}",
  "create-plan.review": "iflow: plan review iteration {n}",
  "create-plan.handoff": "iflow: plan chain review iteration {n}",
  "create-tasks.review": "iflow: tasks review iteration {n}",
  "create-tasks.handoff": "iflow: tasks chain review iteration {n}",
  "implement.task": "iflow: implement task {n}",
  "implement.simplify": "iflow: implement simplification",
  "implement.tests": "iflow: implement tests",
  "implement.review": "iflow: implement review iteration {n} fixes",
};

const model = z.string().min(1).optional();
const tiers = z.strictObject({ strong: model, standard: model, light: model });

const command = z.string().min(1).describe("A shell line, run at the repository root");

export const ConfigSchema = z.strictObject({
  $schema: z.string().optional(),
  artifactsRoot: z
    .string()
    .regex(/^(?!\/)(?!.*\.\.)[^\\\0\r\n]+$/, "must be a folder inside the repository")
    .default("docs")
    .describe("Folder that holds features/, brainstorms/, knowledge-bank/"),
  baseBranch: z
    .string()
    .min(1)
    .optional()
    .describe("Branch a finished feature is merged into; else the remote's own, main or master"),
  agentGuides: z
    .boolean()
    .default(true)
    .describe("Give AGENTS.md and CLAUDE.md of the repository to authors and reviewers"),
  runtime: z
    .strictObject({
      default: z.string().optional().describe("Runtime to use when --runtime is not given"),
      roles: z
        .partialRecord(z.enum(ROLE_NAMES), z.string().min(1))
        .default({})
        .describe(
          "Runtime by role (spec-reviewer) or kind of role (author, reviewer, researcher, worker), over any other",
        ),
      minutes: z.number().positive().max(1440).default(60).describe("How long one dispatch may take"),
    })
    .prefault({}),
  claude: z
    .strictObject({
      executable: z.string().min(1).optional().describe("Your own claude program instead of the one in the SDK"),
      sdk: z.string().min(1).optional().describe("Folder whose node_modules holds @anthropic-ai/claude-agent-sdk"),
    })
    .prefault({}),
  acp: z
    .strictObject({
      command: z
        .union([
          z
            .string()
            .min(1)
            .regex(/^[^"'\\]*$/, 'has quotes, which no shell takes apart here: give a list, ["program", "argument"]'),
          z.array(z.string().min(1)).min(1),
        ])
        .optional()
        .describe("Starts an agent that speaks the Agent Client Protocol, such as opencode acp"),
      environment: z.array(z.string().min(1)).default([]).describe("Names of variables the agent may see as well"),
    })
    .prefault({}),
  anthropic: z
    .strictObject({
      baseUrl: z
        .url({ protocol: /^https?$/ })
        .optional()
        .describe("Another server that speaks the Messages API"),
      maxTurns: z.int().min(1).max(1000).default(100).describe("Answers of the model in one dispatch"),
      maxOutputTokens: z.int().min(1).default(200_000).describe("Tokens the model may write in one dispatch"),
      maxCost: z.number().positive().default(10).describe("US dollars one dispatch may cost"),
      tries: z.int().min(1).max(20).default(5).describe("Tries of one request that fails for a reason that passes"),
    })
    .prefault({}),
  models: z
    .strictObject({ claude: tiers.prefault({}), anthropic: tiers.prefault({}), acp: tiers.prefault({}) })
    .prefault({})
    .describe("By runtime: model names instead of its own for each tier"),
  review: z
    .strictObject({
      maxRounds: z.int().min(1).max(20).default(5).describe("Rounds of one review loop"),
      brainstormRounds: z.int().min(1).max(20).default(3).describe("Rounds of one review loop of a brainstorm"),
      finalValidation: z.enum(["changed", "always"]).default("changed"),
      guard: z
        .enum(["prompt", "content", "cost"])
        .default("content")
        .describe(
          "What a resume is measured against before it is sent: first prompt, first content, or the price of a fresh one",
        ),
      session: z
        .enum(["resume", "fresh", "fork"])
        .default("resume")
        .describe("A later round: the same agent with the delta, a new agent, or a new agent on the shared trunk"),
      context: z
        .enum(["auto", "lazy", "inject", "trunk"])
        .default("auto")
        .describe(
          "Documents by path, pasted, or first in every prompt; auto is trunk where the runtime caches, else lazy",
        ),
      keepWarm: z
        .boolean()
        .default(true)
        .describe("Keep sessions of an open loop in the provider's cache by a few pings, where that is cheaper"),
      compactDiffs: z
        .enum(["auto", "always", "never"])
        .default("auto")
        .describe(
          "Changes told by changed words and with little around them, where that is shorter; auto: on a trunk only",
        ),
      models: z
        .enum(["auto", "by-role"])
        .default("auto")
        .describe("auto: one model for all roles of a trunk, because a cache belongs to one model"),
    })
    .prefault({}),
  memory: z
    .strictObject({
      use: z.boolean().default(true).describe("Hand lessons that fit to authors and reviewers"),
      learn: z.boolean().default(true).describe("Remember issues that came back in a review loop"),
      global: z.boolean().default(true).describe("Also use your own memories from other projects"),
      limit: z.int().min(1).max(10).default(3).describe("How many lessons an agent is given at most"),
    })
    .prefault({}),
  checks: z
    .strictObject({
      test: command.optional(),
      lint: command.optional(),
      typecheck: command.optional(),
      build: command.optional(),
    })
    .prefault({})
    .describe("The only commands the engine or an agent may run"),
  commits: z
    .strictObject(
      Object.fromEntries(
        Object.entries(DEFAULT_COMMITS).map(([key, text]) => [key, z.string().min(1).default(text)]),
      ) as {
        // the keys are those of DEFAULT_COMMITS; Object.fromEntries forgets them
        [K in keyof typeof DEFAULT_COMMITS]: z.ZodDefault<z.ZodString>;
      },
    )
    .prefault({})
    .describe("Messages of the commits between review rounds"),
});
export type Config = z.infer<typeof ConfigSchema>;
export type CommitTemplate = keyof typeof DEFAULT_COMMITS;

export const DEFAULT_CONFIG: Config = ConfigSchema.parse({});

/** One source of settings: a file's parsed JSON, the environment, the flags. */
export interface ConfigLayer {
  readonly origin: string;
  readonly values: unknown;
}

/** Later layers win key by key. A wrong value or an unknown key names its origin and is never ignored. */
export function mergeConfig(layers: readonly ConfigLayer[]): Config {
  let merged: unknown = {};
  for (const { origin, values } of layers) {
    const result = ConfigSchema.safeParse(values);
    if (!result.success) {
      throw new IflowError("config-invalid", `${origin}: ${describeProblem(result.error)}`, {
        fix: `Correct the key in ${origin}; iflow.config.schema.json lists every key with its values.`,
      });
    }
    merged = overlay(merged, values);
  }
  return ConfigSchema.parse(merged);
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

function describeProblem(error: z.ZodError): string {
  return error.issues
    .map((issue) => {
      const place = issue.path.join(".");
      if (issue.code === "unrecognized_keys") {
        return `unknown key ${issue.keys.map((key) => `"${place ? `${place}.` : ""}${key}"`).join(", ")}`;
      }
      return `${place || "the file"}: ${issue.message}`;
    })
    .join("; ");
}
