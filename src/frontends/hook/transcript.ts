// The transcript of one of Claude Code's agents: everything it was told, and what its last turn did. Anything in the
// form of a message to the agent counts as one; what the program itself inserts does not.
import type { Usage } from "../../domain/billing/usage.ts";
import { type Block, blocksOf, type Line, parseLine, textOf, toUsage, type WireUsage } from "./transcript-line.ts";

export interface Conversation {
  /** Oldest first. */
  readonly messages: string[];
  readonly lastText: string;
  /** Files of the last turn, as the agent named them. */
  readonly reads: string[];
  readonly wrote: string[];
  /** What the host did not let it write. */
  readonly denied: string[];
  readonly model: string | null;
  readonly usage: Usage | null;
  readonly milliseconds: number;
}

export function readConversation(transcript: string): Conversation {
  const lines = transcript.split("\n").flatMap(parseLine);
  const told = lines.map(messageIn);
  const messages = told.filter((message) => message !== undefined);
  const turn = lines.slice(beginOfTurn(told));
  const blocks = turn.flatMap((line) => (line.type === "assistant" ? blocksOf(line.message?.content) : []));
  const barred = turn.flatMap(deniedCalls);
  const called = blocks.filter(({ type }) => type === "tool_use");
  const tools = called.filter(({ id }) => id === undefined || !barred.includes(id));
  const wrote = pathsOf(tools, WRITING);
  return {
    messages,
    lastText: blocks.filter(({ type }) => type === "text").at(-1)?.text ?? "",
    reads: pathsOf(tools, ["Read", "Grep", "Glob"]),
    wrote,
    denied: pathsOf(called, WRITING).filter((path) => !wrote.includes(path)),
    model: turn.findLast(({ type }) => type === "assistant")?.message?.model ?? null,
    usage: usageOf(turn),
    milliseconds: durationOf(turn),
  };
}

const WRITING = ["Edit", "Write", "MultiEdit", "NotebookEdit"];

/** Calls that Claude Code's permissions refused. What our own guard refuses is no matter of permissions. */
function deniedCalls({ type, message, toolDenialKind }: Line): string[] {
  if (type !== "user") return [];
  return blocksOf(message?.content).flatMap(({ tool_use_id, is_error, content }) => {
    const text = textOf(content);
    const isDenied = toolDenialKind !== undefined || /requested permissions to|^Permission to use/.test(text);
    return tool_use_id !== undefined && is_error && isDenied && !text.includes("iflow: ") ? [tool_use_id] : [];
  });
}

/** Where the last message is; if it is repeated, as after a killed host, it is still the same turn. */
function beginOfTurn(told: readonly (string | undefined)[]): number {
  const last = told.findLast((message) => message !== undefined);
  const other = told.findLastIndex((message) => message !== undefined && message !== last);
  return told.findIndex((message, index) => index > other && message !== undefined);
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

function pathsOf(tools: readonly Block[], names: readonly string[]): string[] {
  const paths = tools
    .filter(({ name = "" }) => names.includes(name))
    .map(({ input }) => input?.file_path ?? input?.notebook_path ?? input?.path);
  return [...new Set(paths.filter((path) => typeof path === "string"))];
}

type Counted = Exclude<keyof WireUsage, "cache_creation">;

/** A message appears once for each of its blocks, each time with its whole usage. */
function usageOf(turn: readonly Line[]): Usage | null {
  const bills = new Map(
    turn.flatMap(({ type, message }) =>
      type === "assistant" && message?.usage ? [[message.id, message.usage] as const] : [],
    ),
  );
  if (bills.size === 0) return null;
  const sum = (field: Counted) => [...bills.values()].reduce((total, bill) => total + (bill[field] ?? 0), 0);
  const hour = [...bills.values()].reduce(
    (total, { cache_creation }) => total + (cache_creation?.ephemeral_1h_input_tokens ?? 0),
    0,
  );
  return toUsage({
    input_tokens: sum("input_tokens"),
    cache_read_input_tokens: sum("cache_read_input_tokens"),
    cache_creation_input_tokens: sum("cache_creation_input_tokens"),
    cache_creation: { ephemeral_1h_input_tokens: hour },
    output_tokens: sum("output_tokens"),
  });
}

function durationOf(turn: readonly Line[]): number {
  const times = turn.map(({ timestamp }) => Date.parse(timestamp ?? "")).filter((time) => !Number.isNaN(time));
  return times.length === 0 ? 0 : Math.max(...times) - Math.min(...times);
}
