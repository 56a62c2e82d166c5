// A prompt in blocks, as it was sent: what is the same for every round stands above the line. What of it a provider had in its
// cache is known as one number, and caches hold beginnings, so it is told from the front.
import type { PromptBlock, TokenCounts } from "../model/dispatch.ts";

const LINE = "\n\n---\n\n";
const CHARS_PER_TOKEN = 4;
const MOST_BLOCKS = 80;
const LONGEST_BLOCK = 60_000;
/** Of all blocks together. */
const LONGEST_PROMPT = 600_000;

export interface SentPrompt {
  readonly text: string;
  readonly tokens: TokenCounts;
  /** It continued a session: everything before it is above the line. */
  readonly isResumed: boolean;
}

export function promptBlocks({ text, tokens, isResumed }: SentPrompt): PromptBlock[] {
  const cut = isResumed ? -1 : text.indexOf(LINE);
  const above = cut === -1 ? [] : partsOf(text.slice(0, cut));
  const below = partsOf(cut === -1 ? text : text.slice(cut + LINE.length));
  const parts = [
    ...above.map((part) => ({ ...part, isAbove: true })),
    ...below.map((part) => ({ ...part, isAbove: false })),
  ];
  const states = statesOf(
    parts.map(({ body }) => body.length),
    isResumed ? { ...tokens, read: 0 } : tokens,
  );
  let room = LONGEST_PROMPT;
  const blocks = shortened(parts).map(({ name, body, isAbove }, at): PromptBlock => {
    const shown = body.slice(0, Math.max(0, Math.min(LONGEST_BLOCK, room)));
    room -= shown.length;
    const more = body.length - shown.length;
    return {
      ...{ name, isAbove, chars: body.length, tokens: Math.ceil(body.length / CHARS_PER_TOKEN) },
      ...{ text: more === 0 ? shown : `${shown}\n… ${more} more characters`, state: states[at] ?? "new" },
    };
  });
  return isResumed ? [knownBefore(tokens), ...blocks] : blocks;
}

function knownBefore({ read }: TokenCounts): PromptBlock {
  const text = "Everything this agent was sent and has answered before, in the same conversation.";
  return {
    name: "What it already knew",
    isAbove: true,
    text,
    chars: read * CHARS_PER_TOKEN,
    tokens: read,
    state: "read",
  };
}

interface Part {
  readonly name: string;
  readonly body: string;
}

/** At headings of the first two levels that are not in a code block. */
function partsOf(text: string): Part[] {
  const parts: { name: string; lines: string[] }[] = [];
  let fence = "";
  for (const line of text.split("\n")) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? "";
    const heading = fence === "" ? /^##? +(.{1,200})/.exec(line)?.[1] : undefined;
    if (mark !== "" && fence === "") fence = mark;
    else if (mark.startsWith(fence) && fence !== "") fence = "";
    const last = parts.at(-1);
    if (heading !== undefined || last === undefined)
      parts.push({ name: heading?.trim() ?? opening(line), lines: [line] });
    else last.lines.push(line);
  }
  return parts.map(({ name, lines }) => ({ name, body: lines.join("\n").trim() })).filter(({ body }) => body !== "");
}

/** A role's own prompt has no heading. */
function opening(line: string): string {
  if (line.startsWith("You are ")) return "Role";
  return (line.length > 60 ? `${line.slice(0, 59).trimEnd()}…` : line) || "Beginning";
}

/** What comes after so many is one. */
function shortened<One extends Part>(parts: readonly One[]): One[] {
  const [last, ...rest] = parts.slice(MOST_BLOCKS - 1);
  if (last === undefined || rest.length === 0) return [...parts];
  const body = [last, ...rest].map((part) => part.body).join("\n\n");
  return [...parts.slice(0, MOST_BLOCKS - 1), { ...last, name: `${last.name}, and ${rest.length} more`, body }];
}

/** By where the middle of a block lies. */
function statesOf(lengths: readonly number[], { read, written, new: full }: TokenCounts): PromptBlock["state"][] {
  const chars = lengths.reduce((sum, length) => sum + length, 0);
  const tokens = read + written + full;
  let before = 0;
  return lengths.map((length) => {
    const middle = ((before + length / 2) / Math.max(1, chars)) * tokens;
    before += length;
    if (middle < read) return "read";
    return middle < read + written ? "written" : "new";
  });
}
