// The read-only tools: status, list, validate, tasks, cost, history. Each returns what the command of its name prints
// with `--json`.
import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { readCost } from "../../app/billing/cost.ts";
import { listFeatures } from "../../app/feature/list.ts";
import { readHistory } from "../../app/feature/read-history.ts";
import { readStatus } from "../../app/feature/status.ts";
import { tasksOfFeature } from "../../app/feature/tasks.ts";
import { validateFeature } from "../../app/feature/validate.ts";
import type { Proof } from "../../domain/run/questions/question.ts";
import type { DriveContext, DrivePlace } from "../drive/context.ts";
import { typedNext } from "../drive/host/flow-end.ts";
import { CostSchema, HistorySchema, ListSchema, StatusSchema, TasksSchema, ValidateSchema } from "./row-schemas.ts";
import { callTool } from "./tool-call.ts";

const FeatureSchema = z.object({
  feature: z
    .string()
    .optional()
    .describe("key, number or name; by default the one of the current branch, or the only active one"),
});

export function addLookTools(server: McpServer, context: DriveContext, proof: Proof): void {
  const look = <Given, Output extends z.ZodObject>(tool: LookTool<Given, Output>) => {
    const { name, read, ...meta } = tool;
    const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    const annotations = { readOnlyHint: true, openWorldHint: false };
    server.registerTool(name, { ...meta, title, annotations }, (given, ctx) =>
      callTool(context, ctx, async (place) => ({ data: { ...(await read(place, given)) }, text: "" })),
    );
  };
  look({
    name: "status",
    description: "Every feature, where it stands and what comes next.",
    inputSchema: z.object({}),
    outputSchema: StatusSchema,
    read: async ({ ports, config }) => {
      const features = await readStatus(ports, config.artifactsRoot, config.checks.test);
      return {
        features: features.map(({ next, pendings, ...others }) => ({
          ...others,
          next: typedNext({ next, pendings }, proof, context.wiring.program),
          pendings: pendings.map((pending) => ({ ...pending })),
        })),
      };
    },
  });
  look({
    name: "list",
    description: "The features, one line each.",
    inputSchema: z.object({ all: z.boolean().optional().describe("completed and abandoned ones too") }),
    outputSchema: ListSchema,
    read: ({ ports, config }, { all }) => listFeatures(ports, config.artifactsRoot, all === true),
  });
  look({
    name: "validate",
    description: "Checks a feature's documents for what is missing or wrong in their form; no agent is asked.",
    inputSchema: FeatureSchema,
    outputSchema: ValidateSchema,
    read: async ({ ports, config }, { feature }) => ({
      documents: await validateFeature(ports, config.artifactsRoot, feature),
    }),
  });
  look({
    name: "tasks",
    description: "The tasks of a feature, what they cite and how much context each is given.",
    inputSchema: FeatureSchema,
    outputSchema: TasksSchema,
    read: async ({ ports, config }, { feature }) => ({
      tasks: (await tasksOfFeature(ports, config.artifactsRoot, feature)).tasks,
    }),
  });
  look({
    name: "cost",
    description: "What a feature has cost so far, and what it would have cost with fresh agents every time.",
    inputSchema: FeatureSchema.extend({ by: z.enum(["phase", "role", "round"]).optional() }),
    outputSchema: CostSchema,
    read: ({ ports, config }, { feature, by = "phase" }) => readCost(ports, config, feature, by),
  });
  look({
    name: "history",
    description: "What the reviewers said, round by round.",
    inputSchema: FeatureSchema,
    outputSchema: HistorySchema,
    read: ({ ports, config }, { feature }) => readHistory(ports, config.artifactsRoot, feature),
  });
}

interface LookTool<Given, Output extends z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: z.ZodType<Given>;
  readonly outputSchema: Output;
  readonly read: (place: DrivePlace, given: Given) => Promise<z.input<Output>>;
}
