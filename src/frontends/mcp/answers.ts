// Questions that the client itself puts to the user. What comes back counts as the user's answer, because it comes from
// the client's own dialog, never from the model. If the client has no dialog, or the user closes it, the question stays
// open.
import { randomBytes } from "node:crypto";
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import * as z from "zod";
import type { Pending, Question } from "../../domain/run/questions/question.ts";
import type { Ports } from "../../ports/ports.ts";
import { questionsOf } from "../drive/host/flow-state.ts";

const AnswerSchema = z.object({ answer: z.string().min(1) });

/** What was asked, sealed by this process: an answer to anything else does not count. */
interface Asked {
  readonly questions: readonly string[];
}

const seal = createRequestStateCodec<Asked>({ key: randomBytes(32), ttlSeconds: 7 * 24 * 60 * 60 });
export const verifyAsked = seal.verify;

/** True when the handler is called again: its questions were put to the user, whatever the result. */
export function answered(ctx: ServerContext): boolean {
  return askedIn(ctx).length > 0;
}

function askedIn({ mcpReq }: ServerContext): readonly string[] {
  return mcpReq.requestState<Asked | undefined>()?.questions ?? [];
}

/** Stores only answers to questions that were just asked and are still open; an order is not a question. */
export async function storeAnswers(ctx: ServerContext, { runs }: Ports): Promise<void> {
  const asked = askedIn(ctx);
  if (asked.length === 0) return;
  const open = new Set((await runs.open()).flatMap(({ pendings }) => questionsOf(pendings).map(({ id }) => id)));
  for (const id of asked) {
    const given = acceptedContent(ctx.mcpReq.inputResponses, id, AnswerSchema);
    if (given && open.has(id)) await runs.answer(id, given.answer.trim());
  }
}

/** Undefined when there is nothing to ask, nobody to ask, or the user was just asked and did not answer. */
export async function toAsk(
  server: McpServer,
  ctx: ServerContext,
  pendings: readonly Pending[],
): Promise<InputRequiredResult | undefined> {
  const open = questionsOf(pendings);
  const asked = askedIn(ctx);
  if (open.length === 0 || open.some(({ id }) => asked.includes(id)) || !canAsk(server, ctx)) return undefined;
  return inputRequired({
    inputRequests: Object.fromEntries(open.map((question) => [question.id, form(question)])),
    requestState: await seal.mint({ questions: open.map(({ id }) => id) }, ctx),
  });
}

/** The client has a dialog of its own. */
export function canAsk(server: McpServer, { mcpReq }: ServerContext): boolean {
  // The newer protocol says this with every request, the older one said it once.
  const envelope = mcpReq.envelope as { readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } | undefined;
  const capabilities = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server.server.getClientCapabilities();
  return capabilities?.elicitation !== undefined;
}

function form({ text, options, freeText }: Question) {
  const words = options.map(({ value, label, hint }) => `${value}: ${label}${hint ? ` (${hint})` : ""}`);
  const values = freeText || options.length === 0 ? {} : { enum: options.map(({ value }) => value) };
  return inputRequired.elicit({
    message: [text, ...words].join("\n"),
    requestedSchema: {
      type: "object",
      properties: { answer: { title: "Your answer", type: "string", ...values } },
      required: ["answer"],
    },
  });
}
