// Every tool call is seen twice: Claude asks before it runs one, unless it has refused the call by itself, and later
// shows the result. So each call is reported exactly once, as it was judged, even if Claude did not ask about it.
import { IflowError } from "../../../domain/text/errors.ts";
import type { Sandbox } from "../../../ports/sandbox.ts";
import type { EventQueue } from "../event-queue.ts";
import { readBlocks, readHook } from "./messages.ts";
import type { ToolHook } from "./sdk.ts";
import { ANSWER_TOOL, commandInput, type Judged, judgeCall, type ToolCall, type ToolRules } from "./tool-rules.ts";

export interface ToolWatch {
  readonly hook: ToolHook;
  /** Processes one message of the stream. */
  report(message: unknown): Promise<void>;
}

export function watchCalls(rules: ToolRules, events: EventQueue, sandbox?: Sandbox): ToolWatch {
  const asked = new Set<string>(); // the question and the message about a call come in any order
  const shown = new Map<string, ToolCall>();

  return {
    hook: async (input) => {
      const { tool_name: tool, tool_input, tool_use_id } = readHook(input);
      asked.add(tool_use_id);
      if (tool === ANSWER_TOOL) return decision(undefined);
      const { told, line } = await judge(rules, { tool, input: tool_input });
      if (line === undefined) {
        void events.push({ type: "tool-called", ...told });
        return decision(told.refused);
      }
      void events.push({ type: "tool-called", ...told, sandboxed: sandbox?.applied ?? false });
      return decision(undefined, await commandInput(rules, { input: tool_input, line }, sandbox));
    },
    async report(message) {
      const { side, blocks } = readBlocks(message);
      for (const block of blocks) {
        if (block.type === "text") {
          if (side === "assistant" && block.text.trim() !== "") void events.push({ type: "text", text: block.text });
        } else if (block.type === "tool_use") {
          if (block.name !== ANSWER_TOOL) shown.set(block.id, { tool: block.name, input: block.input });
        } else {
          const call = asked.has(block.tool_use_id) ? undefined : shown.get(block.tool_use_id);
          const judged = call && (await judge(rules, call)).told;
          // a call that we would have allowed failed for another reason, such as a missing file
          if (judged?.refused !== undefined) void events.push({ type: "tool-called", ...judged });
        }
      }
    },
  };
}

/** A path that cannot be checked on disk is refused: a hook that fails would let the call proceed. */
async function judge(rules: ToolRules, call: ToolCall): Promise<Judged> {
  try {
    return await judgeCall(rules, call);
  } catch (error) {
    if (!(error instanceof IflowError)) throw error;
    return { told: { name: call.tool, refused: error.message } };
  }
}

function decision(refused: string | undefined, updatedInput?: object): Awaited<ReturnType<ToolHook>> {
  return {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: refused === undefined ? "allow" : "deny",
      ...(refused !== undefined && { permissionDecisionReason: `Refused: ${refused}.` }),
      ...(updatedInput !== undefined && { updatedInput }),
    },
  };
}
