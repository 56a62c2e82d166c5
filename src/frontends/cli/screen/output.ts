// The one exit of every command: a result on stdout, or an error that says what happened, where, and what to do.
import type { Diagnostic } from "../../../domain/text/errors.ts";
import { printableJson } from "../../../domain/text/json/printable-json.ts";
import type { Print } from "../../drive/printed-commands.ts";
import { exitCodeOf } from "./exit-codes.ts";
import { textWidth, wrapProse } from "./rows/row-layout.ts";
import { safeText } from "./safe-text.ts";
import type { Terminal } from "./terminal.ts";
import { fixLines } from "./whole-commands.ts";

export interface CommandResult {
  /** Left out when everything is done. */
  readonly exit?: number;
  /** What `--json` shows. */
  readonly data: unknown;
  /**
   * What people read; empty when the rows already said everything. Beside words of others, which may look like commands,
   * only our own are given to `print`.
   */
  readonly text: string | ((print: Print) => string);
  /** Set when the command did not complete: `--json` then answers `ok: false`. */
  readonly error?: Diagnostic;
  /** Is somebody else's text, or holds commands that are printed already: everything is left as it is, data as well. */
  readonly verbatim?: true;
  /** It has been printed while the command ran. */
  readonly isTold?: true;
}

export interface TextResult extends CommandResult {
  readonly text: string;
}

/** The same with its commands as they are typed here; in data, the fields that are commands. */
export function withCommands(result: CommandResult, print: Print, columns: number): TextResult {
  const { data, text, error, verbatim } = result;
  const inRoom: Print = (own) => printInRoom(own, print, columns);
  if (typeof text === "string" && verbatim) return { ...result, text };
  const printed = typeof text === "string" ? inRoom(text) : text(inRoom);
  return {
    ...result,
    ...{ data: printFields(data, print), text: printed, verbatim: true },
    ...(error?.fix !== undefined && { error: { ...error, fix: print(error.fix) } }),
  };
}

/** A command can become long where iflow is started by a path: what stands around it then goes on lines of its own. */
function printInRoom(text: string, print: Print, columns: number): string {
  return text
    .split("\n")
    .map((line) => {
      const printed = print(line);
      return printed === line ? line : wrapProse(printed, columns);
    })
    .join("\n");
}

const COMMAND_FIELDS = ["next", "command", "fix"];

function printFields(data: unknown, print: Print): unknown {
  if (Array.isArray(data)) return data.map((one) => printFields(one, print));
  if (typeof data !== "object" || data === null) return data;
  const entries = Object.entries(data).map(([name, value]) =>
    COMMAND_FIELDS.includes(name) && typeof value === "string"
      ? [name, print(value)]
      : [name, printFields(value, print)],
  );
  return Object.fromEntries(entries);
}

export function printResult(terminal: Terminal, json: boolean, { data, text, error, isTold }: TextResult): void {
  if (isTold) return;
  if (json) terminal.out(printableJson({ ok: !error, ...(error && { error }), data }, 2));
  else if (error) terminal.alert(wrapProse(text, terminal.columns));
  else if (text !== "") terminal.out(text);
}

/** `notes` have been shown: damage that a command met when it looked around is not told in full again where it ends. */
export function printError(
  terminal: Terminal,
  json: boolean,
  diagnostic: Diagnostic,
  notes: ReadonlySet<string>,
): number {
  const { message, fix } = diagnostic;
  if (json) terminal.out(printableJson({ ok: false, error: diagnostic }, 2));
  else if (notes.has(`${message}. ${fix}`)) terminal.alert(`${terminal.paint.red("iflow:")} ${SEE_NOTE}`);
  else terminal.alert(diagnosticText(diagnostic, terminal));
  return exitCodeOf(diagnostic.code);
}

const SEE_NOTE = "this cannot continue before the damage is mended; the note above says how";

function diagnosticText({ message, detail, fix }: Diagnostic, { paint, columns }: Terminal): string {
  const lines = [`${paint.red("iflow:")} ${safeText(message)}`];
  if (detail) lines.push(safeText(detail).replaceAll(/^/gm, "  "));
  const fixed = fix ? fixLines(safeText(fix), textWidth(columns)) : [];
  return [wrapProse(lines.join("\n"), columns), ...fixed].join("\n");
}
