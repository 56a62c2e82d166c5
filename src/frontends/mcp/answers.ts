// Questions that the client itself puts to the user. What comes back counts as the user's answer: it comes from the client's
// own dialog, never from the model. A client without one, or a user who closes it, leaves the question open.
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import * as z from "zod";
import type { Ports } from "../../app/ports.ts";
import type { Pending, Question } from "../../domain/question.ts";
import { questionsOf } from "./flow-state.ts";

const AnswerSchema = z.object({ answer: z.string().min(1) });

/** The handler is entered again: its questions were put to the user, whatever came of it. */
export function answered({ mcpReq }: ServerContext): boolean {
  return Object.keys(mcpReq.inputResponses ?? {}).length > 0;
}

export async function storeAnswers({ mcpReq }: ServerContext, ports: Ports): Promise<void> {
  for (const key of Object.keys(mcpReq.inputResponses ?? {})) {
    const given = acceptedContent(mcpReq.inputResponses, key, AnswerSchema);
    if (given) await ports.runs.answer(key, given.answer.trim());
  }
}

/** Undefined when there is nothing to ask, nobody to ask, or the user was asked just now and did not answer. */
export function toAsk(
  server: McpServer,
  ctx: ServerContext,
  pendings: readonly Pending[],
): InputRequiredResult | undefined {
  const open = questionsOf(pendings);
  const asked = Object.keys(ctx.mcpReq.inputResponses ?? {});
  if (open.length === 0 || open.some(({ id }) => asked.includes(id)) || !canAsk(server, ctx)) return undefined;
  return inputRequired({ inputRequests: Object.fromEntries(open.map((question) => [question.id, form(question)])) });
}

function canAsk(server: McpServer, { mcpReq }: ServerContext): boolean {
  // the newer protocol says it with every request, the older one said it once
  const envelope = mcpReq.envelope as { readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } | undefined;
  const capabilities = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server.server.getClientCapabilities();
  return capabilities?.elicitation !== undefined;
}

function form({ text, options, freeText }: Question) {
  const words = options.map(({ value, label, hint }) => `${value}: ${label}${hint ? ` (${hint})` : ""}`);
  const values = options.map(({ value }) => value);
  const answer =
    freeText || values.length === 0 ? { type: "string" as const } : { type: "string" as const, enum: values };
  return inputRequired.elicit({
    message: [text, ...words].join("\n"),
    requestedSchema: {
      type: "object",
      properties: { answer: { title: "Your answer", ...answer } },
      required: ["answer"],
    },
  });
}
