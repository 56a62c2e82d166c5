// What an answer says it cost. The books count it; a script that names input figures of its own is believed instead.
import { renderPrompt } from "./rendered-prompt.ts";
import type { InputUsage, Reply, Usage } from "./reply.ts";
import { serverToolUse } from "./server-tools.ts";

/** A script that names one input figure means the others to be zero. */
export function usageOf(reply: Reply, counted: InputUsage): Usage {
  const { output_tokens = outputTokens(reply), ...named } = reply.usage ?? {};
  const searched = serverToolUse(reply.blocks);
  if (Object.keys(named).length === 0) return { ...counted, output_tokens, ...searched };
  const written = named.cache_creation_input_tokens ?? 0;
  return {
    input_tokens: 0,
    cache_read_input_tokens: 0,
    cache_creation_input_tokens: written,
    cache_creation: { ephemeral_5m_input_tokens: written, ephemeral_1h_input_tokens: 0 },
    ...named,
    output_tokens,
    ...searched,
  };
}

/** Counted like input: what the model said is what it reads a turn later. */
function outputTokens({ blocks }: Reply): number {
  const said = renderPrompt({ model: "", messages: [{ role: "assistant", content: blocks }] });
  return said.blocks.reduce((sum, { tokens }) => sum + tokens, 0);
}
