// `max_tokens: 0`: the prompt is read and its marks are kept, nothing is said. Not every request may ask for that.
import type { Reply } from "./reply.ts";
import type { RequestBody } from "./request.ts";

export const PREFILLED: Reply = { blocks: [], stopReason: "max_tokens" };

export const isPrefill = ({ max_tokens }: RequestBody): boolean => max_tokens === 0;

/** Why a prefill is refused; undefined for a good one and for every other request. */
export function prefillRefusal(body: RequestBody): string | undefined {
  if (!isPrefill(body)) return undefined;
  const forced = body.tool_choice?.type === "tool" || body.tool_choice?.type === "any";
  const offending: readonly (readonly [string, unknown])[] = [
    ["stream", body.stream],
    ["thinking", body.thinking?.type === "enabled"],
    ["a forced tool_choice", forced],
    ["output_config.format", body.output_config?.format],
  ];
  const found = offending.find(([, present]) => present);
  return found && `max_tokens: 0 cannot be used with ${found[0]}`;
}
