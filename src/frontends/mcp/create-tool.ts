// The tool `create_feature`: not a move of a run, but what comes before the first one.
import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { createFeature } from "../../app/create-feature.ts";
import type { CommandContext } from "../cli/command.ts";
import { inTurn, untilFree } from "./in-turn.ts";
import { callTool } from "./tool-call.ts";

const CreatedSchema = z.object({ feature: z.string(), branch: z.string(), folder: z.string(), next: z.string() });

export function addCreateTool(server: McpServer, context: CommandContext): void {
  server.registerTool(
    "create_feature",
    {
      title: "Create a feature",
      description: "Number, branch and folder for a new feature; switches to its branch.",
      inputSchema: z.object({ text: z.string().min(1).describe("what the user wants, in their own words") }),
      outputSchema: CreatedSchema,
      annotations: { readOnlyHint: false, openWorldHint: false },
    },
    ({ text }, ctx) =>
      callTool(context, ctx, ({ ports, config }) =>
        inTurn(async () => {
          const { key, branch, folder } = await untilFree(() => createFeature(ports, config.artifactsRoot, { text }));
          return {
            data: { feature: key, branch, folder, next: "iflow specify" },
            text: `feature ${key} on branch ${branch}`,
          };
        }),
      ),
  );
}
