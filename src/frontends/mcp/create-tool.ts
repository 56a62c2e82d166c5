// The tool `create_feature`: it does not move a run, but comes before the first one.
import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { createFeature } from "../../app/feature/create/create-feature.ts";
import type { Proof } from "../../domain/run/questions/question.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { Ports } from "../../ports/ports.ts";
import type { DriveContext } from "../drive/context.ts";
import { typedCommand } from "../drive/host/flow-end.ts";
import { inTurn, untilFree } from "./in-turn.ts";
import { callTool } from "./tool-call.ts";

const CreatedSchema = z.object({
  feature: z.string(),
  branch: z.string(),
  folder: z.string(),
  from: z.string().describe("the branch at which its own begins"),
  stacked_on: z.string().nullable().describe("the unmerged feature it is built on, which must be merged first"),
  next: z.string(),
});

/** Where a new branch begins; the user decides, if HEAD is on the branch of a feature that is not merged. */
export const from = z
  .string()
  .optional()
  .describe("only what the user said: `base`, or the key of the unmerged feature to stack the new one on");

const WantedSchema = z.object({
  text: z.string().min(1).describe("what the user wants, in their own words"),
  prd: z.string().optional().describe("path of a PRD written by a brainstorm, from the root of the repository"),
  from,
});

export function addCreateTool(server: McpServer, context: DriveContext, proof: Proof): void {
  server.registerTool(
    "create_feature",
    {
      title: "Create a feature",
      description: "Gives a new feature its number, branch and folder, and switches to the branch.",
      inputSchema: WantedSchema,
      outputSchema: CreatedSchema,
      annotations: { readOnlyHint: false, openWorldHint: false },
    },
    ({ text, prd: path, from: start }, ctx) =>
      callTool(context, ctx, ({ ports, config }) =>
        inTurn(async () => {
          const prd = path === undefined ? undefined : await readPrd(ports, path);
          const wanted = { text, ...(prd && { prd }), ...(start !== undefined && { from: start }) };
          const { key, branch, folder, start: at } = await untilFree(() => createFeature(ports, config, wanted));
          const next = typedCommand(`iflow specify ${key}`, proof, context.wiring.program);
          const begins = { from: at.branch, stacked_on: at.stackedOn ?? null };
          return { data: { feature: key, branch, folder, ...begins, next }, text: "" };
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
