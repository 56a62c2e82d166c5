// Edits iflow.config.json as a text that belongs to the person: missing keys are added, none is replaced, and order and
// indentation stay.
import type { CheckName } from "./check-names.ts";

export interface ConfigAdditions {
  readonly schema: string | undefined;
  readonly checks: Readonly<Partial<Record<CheckName, string>>>;
  /** Names for `checks.environment`. */
  readonly environment?: readonly string[];
}

/** `before` is a text the config schema has accepted, or undefined for a new file. */
export function addToConfig(before: string | undefined, additions: ConfigAdditions): string {
  const { schema, checks, environment = [] } = additions;
  const present: Record<string, unknown> = before === undefined ? {} : JSON.parse(before);
  const content: Record<string, unknown> = { ...(schema !== undefined && { $schema: schema }), ...present };
  const hasNew = Object.keys(checks).length > 0 || environment.length > 0;
  const own = present.checks as { readonly environment?: readonly string[] } | undefined; // the schema has accepted it
  const names = [...new Set([...(own?.environment ?? []), ...environment])];
  if (before === undefined || hasNew) {
    content.checks = { ...checks, ...own, ...(environment.length > 0 && { environment: names }) };
  }
  const text = JSON.stringify(content, null, indentOf(before));
  return before === undefined || before.endsWith("\n") ? `${text}\n` : text;
}

function indentOf(text: string | undefined): string {
  return /^([ \t]+)"/m.exec(text ?? "")?.[1] ?? "  ";
}
