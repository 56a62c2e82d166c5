// Older models know no effort, or no thinking of their own choice, and refuse a request that asks for it.
import type { RequestBody } from "./request.ts";

const WITHOUT_EFFORT = /^claude-(?:\d|haiku-4|sonnet-4-(?:5|\d{8})|opus-4-(?:1|\d{8}))/;
const WITHOUT_ADAPTIVE = /^claude-opus-4-5/;

/** Why the request is refused; undefined for a good one. */
export function effortRefusal({ model, output_config, thinking }: RequestBody): string | undefined {
  const isOld = WITHOUT_EFFORT.test(model);
  if (isOld && output_config?.effort !== undefined) return "This model does not support the effort parameter.";
  const isAdaptive = thinking?.type === "adaptive";
  if (isAdaptive && (isOld || WITHOUT_ADAPTIVE.test(model))) return "adaptive thinking is not supported on this model";
  return undefined;
}
