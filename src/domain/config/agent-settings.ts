// The settings of each kind of agents: how they are reached, what they may use up, what they cost.
import * as z from "zod";
import { EFFORT_WORDS } from "../roles/effort.ts";

const model = z.string().min(1).optional();
const tiers = z.strictObject({
  strong: model.describe("Model for authors, implementers and most reviewers"),
  standard: model.describe("Model for the other reviewers and for helpers"),
  light: model.describe("Model for small tasks; no role uses it yet"),
});

const serverAddress = z.url({ protocol: /^https?$/ }).optional();

/** Of a runtime whose loop is ours. */
const dispatchLimits = {
  maxTurns: z.int().min(1).max(1000).default(100).describe("Maximum number of model answers in one dispatch"),
  maxOutputTokens: z
    .int()
    .min(1)
    .default(200_000)
    .describe("Maximum number of tokens the model may write in one dispatch"),
  maxCost: z
    .number()
    .positive()
    .default(10)
    .describe(
      "Maximum cost of one dispatch in US dollars; a model without a price is held by maxTurns and maxOutputTokens alone",
    ),
  tries: z
    .int()
    .min(1)
    .max(20)
    .default(5)
    .describe("How many times a request is tried when it fails for a temporary reason"),
};

const concurrent = z
  .int()
  .min(1)
  .max(100)
  .default(10)
  .describe("How many of its agents work at the same time, over all your iflow processes on this machine");
const silence = z.int().min(1).max(3600);
const limits = z
  .strictObject({
    concurrent,
    silence: silence.default(300).describe("Seconds without a sign of life after which an answer is given up"),
  })
  .prefault({});

const dollars = z.number().nonnegative();
const ownPrice = z.strictObject({
  input: dollars.describe("What is sent"),
  output: dollars.describe("What the model writes"),
  read: dollars.optional().describe("What is read from the provider's cache; as input without it"),
  write: dollars.optional().describe("What is written to that cache; as input without it"),
  window: z.int().min(1000).optional().describe("The most tokens a conversation may have; 200000 without it"),
});

export const claudeSettings = z
  .strictObject({
    executable: z.string().min(1).optional().describe("Your own claude program instead of the one in the SDK"),
    sdk: z.string().min(1).optional().describe("Folder whose node_modules holds @anthropic-ai/claude-agent-sdk"),
    mcpServers: z
      .array(z.string().regex(/^[A-Za-z0-9_-]+$/, "must be the name of an MCP server"))
      .default(["context7"])
      .describe(
        "MCP servers you added with claude mcp add that roles which verify outside claims may use; not for iflow.config.json",
      ),
  })
  .prefault({})
  .describe("The runtime claude");

export const acpSettings = z
  .strictObject({
    command: z
      .union([
        z
          .string()
          .min(1)
          .regex(/^[^"'\\]*$/, 'has quotes, but no shell parses them here: give a list, ["program", "argument"]'),
        z.array(z.string().min(1)).min(1),
      ])
      .optional()
      .describe("Command that starts an agent that speaks the Agent Client Protocol, such as opencode acp"),
    environment: z
      .array(z.string().min(1))
      .default([])
      .describe("Names of additional environment variables the agent may see"),
  })
  .prefault({})
  .describe("The runtime acp: any command that speaks the Agent Client Protocol");

export const anthropicSettings = z
  .strictObject({
    baseUrl: serverAddress.describe("Another server that speaks the Messages API"),
    ...dispatchLimits,
  })
  .prefault({})
  .describe("The runtime anthropic: limits of one dispatch");

export const openaiSettings = z
  .strictObject({
    baseUrl: serverAddress.describe(
      "Another server that speaks one of OpenAI's APIs, such as http://localhost:11434/v1",
    ),
    api: z
      .enum(["responses", "chat"])
      .default("responses")
      .describe("responses: OpenAI's own; chat: Chat Completions, for servers that know nothing else"),
    keyVariable: z
      .string()
      .regex(/^(?!IFLOW_)[A-Za-z_][A-Za-z0-9_]*$/, "must be the name of an environment variable")
      .default("OPENAI_API_KEY")
      .describe("Environment variable that holds the key; a server of your own may need none"),
    ...dispatchLimits,
  })
  .prefault({})
  .describe("The runtime openai: whom it asks, and limits of one dispatch");

export const budgetSettings = z
  .strictObject({
    feature: z
      .number()
      .positive()
      .default(20)
      .describe("Most that one feature may cost in US dollars, its brainstorm included; --max-cost wins"),
    prices: z
      .record(z.string().min(1), ownPrice)
      .default({})
      .describe("Prices of models by name, in US dollars per million tokens; they win over iflow's own table"),
  })
  .prefault({})
  .describe("What may be spent without asking; scripted agents cost nothing and are not held to it");

export const limitsSettings = z
  .strictObject({
    claude: limits,
    anthropic: limits,
    openai: limits,
    acp: z
      .strictObject({
        concurrent,
        silence: silence
          .default(900)
          .describe("Seconds without a sign of life, while none of its tools works, after which a turn is given up"),
      })
      .prefault({}),
  })
  .prefault({})
  .describe("What a provider is asked at most, per runtime");

const effort = z.enum(EFFORT_WORDS).optional();

export const effortSettings = z
  .strictObject({
    strong: effort.describe("For all roles on the strong model; high without it"),
    standard: effort.describe(
      "For all roles on the standard model; high for reviewers and medium for others without it",
    ),
    light: effort.describe("For all roles on the light model; medium for reviewers and low for others without it"),
  })
  .prefault({})
  .describe("How hard agents think, where the runtime and the model can be told");

export const modelsSettings = z
  .strictObject({
    claude: tiers.prefault({}),
    anthropic: tiers.prefault({}),
    openai: tiers.prefault({}),
    acp: tiers.prefault({}),
  })
  .prefault({})
  .describe("Model names per runtime and tier, instead of the runtime's own");
