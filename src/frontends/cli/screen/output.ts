// The one exit of every command: a result on stdout, or an error that says what happened, where, and what to do.
import { type Diagnostic, toDiagnostic } from "../../../domain/text/errors.ts";
import { printableJson } from "../../../domain/text/printable-json.ts";
import { exitCodeOf } from "./exit-codes.ts";
import { safeText } from "./safe-text.ts";
import type { Terminal } from "./terminal.ts";

export interface CommandResult {
  /** Left out when everything is done. */
  readonly exit?: number;
  /** What `--json` shows. */
  readonly data: unknown;
  /** What people read; empty when the rows already said everything. */
  readonly text: string;
  /** Set when the command did not complete: `--json` then answers `ok: false`. */
  readonly error?: Diagnostic;
}

export function printResult(terminal: Terminal, json: boolean, { data, text, error }: CommandResult): void {
  if (json) terminal.out(printableJson({ ok: !error, ...(error && { error }), data }, 2));
  else if (error) terminal.alert(text);
  else if (text !== "") terminal.out(text);
}

export function printError(terminal: Terminal, json: boolean, error: unknown): number {
  const diagnostic = toDiagnostic(error);
  if (json) terminal.out(printableJson({ ok: false, error: diagnostic }, 2));
  else terminal.alert(diagnosticText(diagnostic, terminal.paint));
  return exitCodeOf(diagnostic.code);
}

function diagnosticText({ message, detail, fix }: Diagnostic, paint: Terminal["paint"]): string {
  const lines = [`${paint.red("iflow:")} ${safeText(message)}`];
  if (detail) lines.push(safeText(detail).replaceAll(/^/gm, "  "));
  if (fix) lines.push(`  Fix: ${safeText(fix)}`);
  return lines.join("\n");
}
