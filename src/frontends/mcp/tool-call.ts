// What all tool calls share: the repository opened for the call, progress while it works, and one place where an error
// becomes an answer that the caller can act on. Even a bug that throws becomes an answer; the server continues.
import { setTimeout as pause } from "node:timers/promises";
import type { CallToolResult, InputRequiredResult, ServerContext } from "@modelcontextprotocol/server";
import type { Emit } from "../../domain/run/events/run-event.ts";
import type { DriveContext, DrivePlace } from "../drive/context.ts";
import { printedError } from "../drive/printed-commands.ts";
import { describeEvent } from "./progress.ts";

export type ToolAnswer = { readonly data: Record<string, unknown>; readonly text: string } | InputRequiredResult;

export async function callTool(
  base: DriveContext,
  ctx: ServerContext,
  work: (place: DrivePlace) => Promise<ToolAnswer>,
): Promise<CallToolResult | InputRequiredResult> {
  let place: Pick<DrivePlace, "ports" | "config"> | undefined;
  try {
    const { emit, told } = progressOf(ctx);
    const signal = AbortSignal.any([base.signal, ctx.mcpReq.signal]);
    const ports = await base.wiring.openPorts(base.cwd, emit);
    const config = await base.wiring.readConfig(ports.repository);
    place = { ports, config };
    const answer = await work({ ...base, emit, signal, ports, config });
    await told();
    if (!("data" in answer)) return answer;
    const text = [answer.text, JSON.stringify(answer.data)].filter(Boolean).join("\n\n");
    return { content: [{ type: "text", text }], structuredContent: answer.data };
  } catch (error) {
    const { code, message, detail, fix } = await printedError(base.wiring, place, error);
    const text = [`${code}: ${message}`, detail, fix && `Fix: ${fix}`].filter(Boolean).join("\n");
    return { isError: true, content: [{ type: "text", text }] };
  }
}

interface Progress {
  readonly emit: Emit;
  /** Resolves when everything has been sent: anything sent after the answer is lost. */
  told(): Promise<void>;
}

/** Sends progress only if the caller asked for it. A client that has gone away is no reason to stop the engine. */
function progressOf({ mcpReq }: ServerContext): Progress {
  const progressToken = mcpReq._meta?.progressToken;
  let progress = 0;
  let sent: Promise<void> = Promise.resolve();
  const send = async (message: string) => {
    progress += 1;
    await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, message } });
    await pause(GAP_MS);
  };
  return {
    told: () => sent,
    emit: (event) => {
      const message = progressToken === undefined ? undefined : describeEvent(event);
      if (message !== undefined) sent = sent.then(() => send(message)).catch(() => undefined);
    },
  };
}

/** A client of the newer protocol accepts one notification per turn of its own event loop. */
const GAP_MS = 5;
