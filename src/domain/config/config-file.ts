// Edits iflow.config.json as a text that belongs to the person: missing keys are added, none is replaced, and order and
// indentation stay.
import type { CheckName } from "./check-names.ts";

export interface ConfigAdditions {
  readonly schema: string | undefined;
  readonly checks: Readonly<Partial<Record<CheckName, string>>>;
}

/** `before` is a text the config schema has accepted, or undefined for a new file. */
export function addToConfig(before: string | undefined, { schema, checks }: ConfigAdditions): string {
  const present: Record<string, unknown> = before === undefined ? {} : JSON.parse(before);
  const content: Record<string, unknown> = { ...(schema !== undefined && { $schema: schema }), ...present };
  const hasNew = Object.keys(checks).length > 0;
  if (before === undefined || hasNew) content.checks = { ...checks, ...(present.checks as object | undefined) };
  const text = JSON.stringify(content, null, indentOf(before));
  return before === undefined || before.endsWith("\n") ? `${text}\n` : text;
}

function indentOf(text: string | undefined): string {
  return /^([ \t]+)"/m.exec(text ?? "")?.[1] ?? "  ";
}
