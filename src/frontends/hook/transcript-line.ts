// One line of a transcript of Claude Code, as far as hooks look at it.
import type { Usage } from "../../domain/billing/usage.ts";
import { parseJson } from "../../domain/text/json/json.ts";

export interface Line {
  readonly type?: string;
  readonly isMeta?: boolean;
  readonly isCompactSummary?: boolean;
  readonly isSidechain?: boolean;
  readonly origin?: { readonly kind?: string };
  readonly timestamp?: string;
  /** Set with the result of a tool that Claude Code did not let an agent use. */
  readonly toolDenialKind?: string;
  readonly message?: {
    readonly id?: string;
    readonly model?: string;
    readonly content?: unknown;
    readonly usage?: WireUsage;
  };
  /** A message that arrived while the agent was working, or what a hook said. */
  readonly attachment?: {
    readonly type?: string;
    readonly prompt?: unknown;
    readonly content?: unknown;
    readonly origin?: { readonly kind?: string };
  };
}

export interface WireUsage {
  readonly input_tokens?: number;
  readonly cache_read_input_tokens?: number;
  readonly cache_creation_input_tokens?: number;
  readonly cache_creation?: { readonly ephemeral_1h_input_tokens?: number };
  readonly output_tokens?: number;
}

export interface Block {
  readonly type?: string;
  readonly id?: string;
  readonly tool_use_id?: string;
  readonly text?: string;
  readonly name?: string;
  readonly is_error?: boolean;
  readonly content?: unknown;
  readonly input?: Readonly<Record<string, unknown>>;
}

/** None when it is cut off, or not ours to read. */
export function parseLine(line: string): Line[] {
  const value = parseJson(line);
  return value === undefined ? [] : [value as Line];
}

export function blocksOf(content: unknown): readonly Block[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? (content as Block[]) : [];
}

/** All text of a message or of a tool's result. */
export function textOf(content: unknown): string {
  return blocksOf(content)
    .map((block) => block.text ?? "")
    .join("\n");
}

export function toUsage(wire: WireUsage): Usage {
  const hour = wire.cache_creation?.ephemeral_1h_input_tokens ?? 0;
  return {
    input: wire.input_tokens ?? 0,
    cacheRead: wire.cache_read_input_tokens ?? 0,
    cacheWrite: wire.cache_creation_input_tokens ?? 0,
    ...(hour > 0 && { cacheWrite1h: hour }),
    output: wire.output_tokens ?? 0,
    estimated: false,
  };
}
