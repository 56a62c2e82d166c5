// The transcript of one of Claude Code's agents: everything it was told, and what its last turn did. Anything in the
// form of a message to the agent counts as one; what the program itself inserts does not.
import type { Usage } from "../../domain/billing/usage.ts";
import { parseJson } from "../../domain/text/json.ts";

export interface Conversation {
  /** Oldest first. */
  readonly messages: string[];
  readonly lastText: string;
  /** Files of the last turn, as the agent named them. */
  readonly reads: string[];
  readonly wrote: string[];
  readonly model: string | null;
  readonly usage: Usage | null;
  readonly milliseconds: number;
}

interface Line {
  readonly type?: string;
  readonly isMeta?: boolean;
  readonly isCompactSummary?: boolean;
  readonly origin?: { readonly kind?: string };
  readonly timestamp?: string;
  readonly message?: {
    readonly id?: string;
    readonly model?: string;
    readonly content?: unknown;
    readonly usage?: WireUsage;
  };
  /** A message that arrived while the agent was working. */
  readonly attachment?: {
    readonly type?: string;
    readonly prompt?: unknown;
    readonly origin?: { readonly kind?: string };
  };
}

interface WireUsage {
  readonly input_tokens?: number;
  readonly cache_read_input_tokens?: number;
  readonly cache_creation_input_tokens?: number;
  readonly output_tokens?: number;
}

interface Block {
  readonly type?: string;
  readonly text?: string;
  readonly name?: string;
  readonly input?: { readonly file_path?: unknown; readonly notebook_path?: unknown; readonly path?: unknown };
}

export function readConversation(transcript: string): Conversation {
  const lines = transcript.split("\n").flatMap(parseLine);
  const told = lines.map(messageIn);
  const messages = told.filter((message) => message !== undefined);
  const turn = lines.slice(beginOfTurn(told));
  const blocks = turn.flatMap((line) => (line.type === "assistant" ? blocksOf(line.message?.content) : []));
  const tools = blocks.filter(({ type }) => type === "tool_use");
  return {
    messages,
    lastText: blocks.filter(({ type }) => type === "text").at(-1)?.text ?? "",
    reads: pathsOf(tools, ["Read", "Grep", "Glob"]),
    wrote: pathsOf(tools, ["Edit", "Write", "MultiEdit", "NotebookEdit"]),
    model: turn.findLast(({ type }) => type === "assistant")?.message?.model ?? null,
    usage: usageOf(turn),
    milliseconds: durationOf(turn),
  };
}

/** Where the last message is; if it is repeated, as after a killed host, it is still the same turn. */
function beginOfTurn(told: readonly (string | undefined)[]): number {
  const last = told.findLast((message) => message !== undefined);
  const other = told.findLastIndex((message) => message !== undefined && message !== last);
  return told.findIndex((message, index) => index > other && message !== undefined);
}

/** None when it is cut off, or not ours to read. */
function parseLine(line: string): Line[] {
  const value = parseJson(line);
  return value === undefined ? [] : [value as Line];
}

/** How Claude Code passes a later message to an agent that it wakes. */
const LATER =
  /^The coordinator sent a message while you were working:\n([\s\S]*)\n\nAddress this before completing your current task\.$/;

/** Origins of what the program itself tells an agent; words from any other origin count as told to the agent. */
const OWN_ORIGINS: ReadonlySet<string | undefined> = new Set(["task-notification", "auto-continuation"]);

function messageIn({ type, isMeta, isCompactSummary, origin, message, attachment }: Line): string | undefined {
  if (type === "attachment" && attachment?.type === "queued_command") {
    return OWN_ORIGINS.has(attachment.origin?.kind) ? undefined : String(attachment.prompt);
  }
  if (type !== "user" || isCompactSummary || OWN_ORIGINS.has(origin?.kind)) return undefined;
  if (isMeta && origin === undefined) return undefined; // a reminder
  const blocks = blocksOf(message?.content);
  if (blocks.some((block) => block.type === "tool_result")) return undefined;
  const text = blocks.map((block) => block.text ?? "").join("\n");
  return LATER.exec(text)?.[1] ?? text;
}

function blocksOf(content: unknown): readonly Block[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? (content as Block[]) : [];
}

function pathsOf(tools: readonly Block[], names: readonly string[]): string[] {
  const paths = tools
    .filter(({ name = "" }) => names.includes(name))
    .map(({ input }) => input?.file_path ?? input?.notebook_path ?? input?.path);
  return [...new Set(paths.filter((path) => typeof path === "string"))];
}

/** A message appears once for each of its blocks, each time with its whole usage. */
function usageOf(turn: readonly Line[]): Usage | null {
  const bills = new Map(
    turn.flatMap(({ type, message }) =>
      type === "assistant" && message?.usage ? [[message.id, message.usage] as const] : [],
    ),
  );
  if (bills.size === 0) return null;
  const sum = (field: keyof WireUsage) => [...bills.values()].reduce((total, bill) => total + (bill[field] ?? 0), 0);
  return {
    input: sum("input_tokens"),
    cacheRead: sum("cache_read_input_tokens"),
    cacheWrite: sum("cache_creation_input_tokens"),
    output: sum("output_tokens"),
    estimated: false,
  };
}

function durationOf(turn: readonly Line[]): number {
  const times = turn.map(({ timestamp }) => Date.parse(timestamp ?? "")).filter((time) => !Number.isNaN(time));
  return times.length === 0 ? 0 : Math.max(...times) - Math.min(...times);
}
