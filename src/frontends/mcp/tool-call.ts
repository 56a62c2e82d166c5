// What every tool call shares: the repository opened for it, progress while it works, and one place where an error becomes
// an answer the caller can act on. A throw that is a bug is an answer too; the server goes on.
import type { CallToolResult, InputRequiredResult, ServerContext } from "@modelcontextprotocol/server";
import type { Ports } from "../../app/ports.ts";
import type { Config } from "../../domain/config.ts";
import { toDiagnostic } from "../../domain/errors.ts";
import type { Emit } from "../../domain/run-event.ts";
import type { CommandContext } from "../cli/command.ts";
import { describeEvent } from "./progress.ts";

export interface OpenPlace {
  readonly context: CommandContext;
  readonly ports: Ports;
  readonly config: Config;
}

export type ToolAnswer = { readonly data: Record<string, unknown>; readonly text: string } | InputRequiredResult;

export async function callTool(
  base: CommandContext,
  ctx: ServerContext,
  work: (place: OpenPlace) => Promise<ToolAnswer>,
): Promise<CallToolResult | InputRequiredResult> {
  try {
    const emit = progressOf(ctx);
    const signal = AbortSignal.any([base.signal, ctx.mcpReq.signal]);
    const ports = await base.wiring.openPorts(base.cwd, emit);
    const config = await base.wiring.readConfig(ports.repository.root);
    const context: CommandContext = { ...base, emit, signal, open: async () => ({ ports, config }) };
    const answer = await work({ context, ports, config });
    if (!("data" in answer)) return answer;
    const text = [answer.text, JSON.stringify(answer.data)].filter(Boolean).join("\n\n");
    return { content: [{ type: "text", text }], structuredContent: answer.data as Record<string, unknown> };
  } catch (error) {
    const { code, message, detail, fix } = toDiagnostic(error);
    const text = [`${code}: ${message}`, detail, fix && `Fix: ${fix}`].filter(Boolean).join("\n");
    return { isError: true, content: [{ type: "text", text }] };
  }
}

/** Only where the caller asked for it. A client that is gone is no reason to stop the engine. */
function progressOf({ mcpReq }: ServerContext): Emit {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let progress = 0;
  return (event) => {
    const message = describeEvent(event);
    if (message === undefined) return;
    progress += 1;
    mcpReq
      .notify({ method: "notifications/progress", params: { progressToken, progress, message } })
      .catch(() => undefined);
  };
}
