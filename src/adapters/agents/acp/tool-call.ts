// What is known about one tool call of an agent. Agents report it in pieces (an announcement, updates, a request for
// permission), and each agent chooses its own fields. The pieces are merged here; parsing is lenient, because nothing
// in them is trusted.
import * as z from "zod";
import { quoteWords, trimLine } from "../../../domain/commands/command-words.ts";

export interface ToolCall {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly status: string;
  /** Every path it names, exactly as given. */
  readonly paths: readonly string[];
  /** The shell line it would run, if the agent says so, and all that it says besides: where, with which variables … */
  readonly line: string | undefined;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Terminals that it shows as its own. */
  readonly terminals: readonly string[];
}

const text = z.string().nullish().catch(undefined);

const PieceSchema = z.object({
  toolCallId: z.string(),
  name: text,
  kind: text,
  title: text,
  status: text,
  locations: z
    .array(z.object({ path: z.string() }))
    .nullish()
    .catch(undefined),
  content: z
    .array(z.object({ type: z.string(), path: text, terminalId: text }))
    .nullish()
    .catch(undefined),
  rawInput: z.record(z.string(), z.unknown()).nullish().catch(undefined),
});

/** The call with this piece added; undefined when the piece identifies no call. */
export function addPiece(calls: ReadonlyMap<string, ToolCall>, piece: unknown): ToolCall | undefined {
  const parsed = PieceSchema.safeParse(piece);
  if (!parsed.success) return undefined;
  const { toolCallId: id, name, kind, title, status, locations, content, rawInput } = parsed.data;
  const diffs = (content ?? []).flatMap(({ type, path }) => (type === "diff" && path ? [path] : []));
  const terminals = (content ?? []).flatMap(({ type, terminalId }) =>
    type === "terminal" && terminalId ? [terminalId] : [],
  );
  const known = calls.get(id);
  return {
    id,
    kind: kind ?? known?.kind ?? (diffs.length > 0 ? "edit" : "other"),
    title: title ?? known?.title ?? "",
    status: status ?? known?.status ?? "pending",
    paths: unique([
      ...(known?.paths ?? []),
      ...(locations ?? []).map(({ path }) => path),
      ...diffs,
      ...pathsIn(rawInput ?? {}),
      ...(name === "Glob" ? placesIn(rawInput?.pattern) : []),
    ]),
    line: lineIn(rawInput ?? {}) ?? known?.line,
    settings: { ...known?.settings, ...settingsIn(rawInput ?? {}) },
    terminals: unique([...(known?.terminals ?? []), ...terminals]),
  };
}

/**
 * The shell line behind a command and its arguments: `sh -c "npm test"` is `npm test`. A single word is a line. A shell
 * by its place must be one of the machine: `./sh` may be anything.
 */
export function shellLine(words: readonly string[]): string {
  const [program = "", flag = "", line] = words;
  const isShell = SHELL.test(program) && /^-l?c$/.test(flag) && words.length === 3;
  if (isShell && line !== undefined) return trimLine(line);
  return words.length === 1 ? trimLine(program) : quoteWords(words);
}

const SHELL = /^(?:\/(?:usr\/(?:local\/)?|opt\/homebrew\/)?bin\/)?(?:ba|z|da)?sh$/;

function lineIn(input: Record<string, unknown>): string | undefined {
  const command = input.command ?? input.cmd;
  const args = Array.isArray(input.args) ? input.args.map(String) : [];
  if (typeof command === "string") return shellLine([command, ...args]);
  return Array.isArray(command) ? shellLine([...command.map(String), ...args]) : undefined;
}

/** Without what is the line itself; of two commands the second one is not. */
function settingsIn(input: Record<string, unknown>): Record<string, unknown> {
  const isLine = ([key, value]: [string, unknown]) =>
    key === (input.command == null ? "cmd" : "command") || (key === "args" && Array.isArray(value));
  return Object.fromEntries(Object.entries(input).filter((entry) => !isLine(entry)));
}

/** Names differ from agent to agent: `path`, `file_path`, `filePath`, `absolute_path`, `paths`, … */
function pathsIn(input: Record<string, unknown>): string[] {
  return Object.entries(input)
    .filter(([key]) => /(?:path|file|dir|directory|folder|source|destination)s?$/i.test(key))
    .flatMap(([, value]) => value)
    .filter((value): value is string => typeof value === "string" && value !== "");
}

/** A file name pattern is also a path when it says where to begin. */
function placesIn(pattern: unknown): string[] {
  const isPlace = typeof pattern === "string" && (/^[/~]/.test(pattern) || pattern.split("/").includes(".."));
  return isPlace ? [pattern] : [];
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
