// The tool `create_feature`: it does not move a run, but comes before the first one.
import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { createFeature } from "../../app/feature/create-feature.ts";
import type { Proof } from "../../domain/run/question.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { Ports } from "../../ports/ports.ts";
import type { DriveContext } from "../drive/context.ts";
import { typedCommand } from "./flow-end.ts";
import { inTurn, untilFree } from "./in-turn.ts";
import { callTool } from "./tool-call.ts";

const CreatedSchema = z.object({ feature: z.string(), branch: z.string(), folder: z.string(), next: z.string() });

const WantedSchema = z.object({
  text: z.string().min(1).describe("what the user wants, in their own words"),
  prd: z.string().optional().describe("path of a PRD written by a brainstorm, from the root of the repository"),
});

export function addCreateTool(server: McpServer, context: DriveContext, proof: Proof): void {
  server.registerTool(
    "create_feature",
    {
      title: "Create a feature",
      description: "Number, branch and folder for a new feature; switches to its branch.",
      inputSchema: WantedSchema,
      outputSchema: CreatedSchema,
      annotations: { readOnlyHint: false, openWorldHint: false },
    },
    ({ text, prd: path }, ctx) =>
      callTool(context, ctx, ({ ports, config }) =>
        inTurn(async () => {
          const wanted = { text, ...(path !== undefined && { prd: await readPrd(ports, path) }) };
          const { key, branch, folder } = await untilFree(() => createFeature(ports, config.artifactsRoot, wanted));
          const next = typedCommand(`iflow specify --feature=${key}`, proof);
          return { data: { feature: key, branch, folder, next }, text: "" };
        }),
      ),
  );
}

async function readPrd({ tree }: Ports, path: string): Promise<{ readonly path: string; readonly text: string }> {
  const text = await tree.read(path);
  if (text !== undefined) return { path, text };
  throw new IflowError("usage", `${path} does not exist`, {
    fix: "pass the path that the brainstorm reported, or leave out `prd`",
  });
}
