// Memory for hosts: what an agent noticed is stored once however often it is repeated, and found again by any of its
// words. Input is data; none of it is ever executed.
import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { entryNameOf, NOTHING_FOUND, searchMemory, storedText, storeMemory } from "../../app/knowledge/memory.ts";
import { NewMemorySchema, SESSION } from "../../domain/knowledge/memory.ts";
import type { DriveContext } from "../drive/context.ts";
import { FoundSchema } from "./row-schemas.ts";
import { callTool } from "./tool-call.ts";

const SCOPES = ["project", "global"] as const;

export function addMemoryTools(server: McpServer, context: DriveContext): void {
  server.registerTool(
    "store_memory",
    {
      title: "Store a memory",
      description: "Keeps an observation for later features. The same words again only make it stronger.",
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
      inputSchema: NewMemorySchema.omit({ source: true, role: true }).extend({
        scope: z.enum(SCOPES).optional().describe("project (the default), or global for all projects of the user"),
      }),
      outputSchema: z.object({ id: z.string(), observations: z.number(), scope: z.string(), reinforced: z.boolean() }),
    },
    ({ scope = "project", ...memory }, ctx) =>
      callTool(context, ctx, async ({ ports }) => {
        const stored = await storeMemory(ports, { ...memory, source: SESSION }, scope);
        const { id, observations } = stored.memory;
        const { scope: kept, reinforced } = stored;
        return { data: { id, observations, scope: kept, reinforced }, text: storedText(stored) };
      }),
  );
  server.registerTool(
    "search_memory",
    {
      title: "Search memories",
      description: "Memories and knowledge-bank entries that contain any of the words, best first.",
      annotations: { readOnlyHint: true, openWorldHint: false },
      inputSchema: z.object({
        query: z.string(),
        limit: z.number().int().min(1).max(50).optional(),
        category: z.string().optional(),
      }),
      outputSchema: FoundSchema,
    },
    ({ query, limit, category }, ctx) =>
      callTool(context, ctx, async ({ ports, config }) => {
        const wanted = { query, ...(limit !== undefined && { limit }), ...(category !== undefined && { category }) };
        const found = await searchMemory(ports, config.artifactsRoot, wanted);
        const results = found.map(({ name, description, category: kind, observations, score, takenOverBy }) => ({
          ...{ name, description, category: kind, observations, score, entry: entryNameOf(takenOverBy) },
        }));
        // The results follow as JSON, as with every tool, so that other people's words stay strings.
        const text = results.length === 0 ? NOTHING_FOUND : `Found ${results.length} relevant memories:`;
        const data: z.input<typeof FoundSchema> = { results };
        return { data, text };
      }),
  );
}
