// JSON settings of ours over those of the person, two levels deep. The agent itself rejects text that is not a JSON object.
import { parseJson } from "../../../../domain/text/json/json.ts";

export function overlayJson(own: string | undefined, settings: object): string {
  const base = parseObject(own ?? "{}");
  if (base === undefined) return own ?? "";
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(settings)) merged[key] = { ...(base[key] as object | undefined), ...value };
  return JSON.stringify(merged);
}

function parseObject(text: string): Record<string, unknown> | undefined {
  const value = parseJson(text);
  return typeof value === "object" && value !== null ? { ...value } : undefined;
}
