// The read-only tools: status, list, validate, tasks, cost, history. Each returns what the command of its name prints
// with `--json`.
import type { McpServer, ServerContext } from "@modelcontextprotocol/server";
import * as z from "zod";
import { readCost } from "../../app/billing/cost.ts";
import { listFeatures } from "../../app/feature/list.ts";
import { readHistory } from "../../app/feature/read-history.ts";
import { readStatus } from "../../app/feature/status.ts";
import { tasksOfFeature } from "../../app/feature/tasks.ts";
import { validateFeature } from "../../app/feature/validate.ts";
import type { DriveContext, DrivePlace } from "../drive/context.ts";
import { typedCommand } from "./flow-end.ts";
import type { McpOptions } from "./options.ts";
import { CostSchema, HistorySchema, ListSchema, StatusSchema, TasksSchema, ValidateSchema } from "./row-schemas.ts";
import { callTool } from "./tool-call.ts";

const FeatureSchema = z.object({
  feature: z.string().optional().describe("feature key; left out: the only active one"),
});

export function addLookTools(server: McpServer, context: DriveContext, { proof }: McpOptions): void {
  const annotations = { readOnlyHint: true, openWorldHint: false };
  const look = <Schema extends z.ZodObject>(
    ctx: ServerContext,
    _: Schema,
    read: (place: DrivePlace) => Promise<z.input<Schema>>,
  ) => callTool(context, ctx, async (place) => ({ data: { ...(await read(place)) }, text: "" }));

  server.registerTool(
    "status",
    {
      ...{ annotations, title: "Status", description: "Every feature, where it stands and what comes next." },
      inputSchema: z.object({}),
      outputSchema: StatusSchema,
    },
    (_, ctx) =>
      look(ctx, StatusSchema, async ({ ports, config }) => {
        const features = await readStatus(ports, config.artifactsRoot);
        return {
          features: features.map(({ next, pendings, ...others }) => ({
            ...others,
            next: next && typedCommand(next, proof),
            pendings: pendings.map((pending) => ({ ...pending })),
          })),
        };
      }),
  );
  server.registerTool(
    "list",
    {
      ...{ annotations, title: "List", description: "The register of features: one line each." },
      inputSchema: z.object({ all: z.boolean().optional().describe("completed and abandoned ones too") }),
      outputSchema: ListSchema,
    },
    ({ all }, ctx) =>
      look(ctx, ListSchema, async ({ ports, config }) => ({
        ...(await listFeatures(ports, config.artifactsRoot, all === true)),
      })),
  );
  server.registerTool(
    "validate",
    {
      ...{ annotations, title: "Validate", description: "Checks the documents of a feature without an agent." },
      inputSchema: FeatureSchema,
      outputSchema: ValidateSchema,
    },
    ({ feature }, ctx) =>
      look(ctx, ValidateSchema, async ({ ports, config }) => ({
        documents: await validateFeature(ports, config.artifactsRoot, feature),
      })),
  );
  server.registerTool(
    "tasks",
    {
      ...{
        annotations,
        title: "Tasks",
        description: "The tasks of a feature, what they cite and how much context each is given.",
      },
      inputSchema: FeatureSchema,
      outputSchema: TasksSchema,
    },
    ({ feature }, ctx) =>
      look(ctx, TasksSchema, async ({ ports, config }) => ({
        tasks: await tasksOfFeature(ports, config.artifactsRoot, feature),
      })),
  );
  server.registerTool(
    "cost",
    {
      ...{
        annotations,
        title: "Cost",
        description: "What a feature has cost so far, and with fresh agents every time.",
      },
      inputSchema: FeatureSchema.extend({ by: z.enum(["phase", "role", "round"]).optional() }),
      outputSchema: CostSchema,
    },
    ({ feature, by = "phase" }, ctx) =>
      look(ctx, CostSchema, async ({ ports, config }) => ({
        ...(await readCost(ports, config.artifactsRoot, feature, by)),
      })),
  );
  server.registerTool(
    "history",
    {
      ...{ annotations, title: "History", description: "What the reviewers said, round by round." },
      inputSchema: FeatureSchema,
      outputSchema: HistorySchema,
    },
    ({ feature }, ctx) =>
      look(ctx, HistorySchema, async ({ ports, config }) => ({
        ...(await readHistory(ports, config.artifactsRoot, feature)),
      })),
  );
}
