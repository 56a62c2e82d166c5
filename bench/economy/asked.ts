// What a request asks for, read from its text as a model would have to: who it is, which round, what it must read first.
import { createHash } from "node:crypto";
import { blocksOf, type Message, type MessagesRequest } from "../../test/support/fake-anthropic/request.ts";

export interface Asked {
  /** `implementation reviewer`, `fixer`, … */
  readonly who: string;
  /** The conversation, by its first message. */
  readonly thread: string;
  readonly round: number;
  /** Requests of this dispatch that were answered before. */
  readonly turn: number;
  readonly isFresh: boolean;
  /** Documents and code that it is told to read and has not been given. */
  readonly documents: readonly string[];
  readonly files: readonly string[];
  /** Fresh, but told what changed since the code was first shown. */
  readonly knowsChanges: boolean;
}

export function readAsked({ body }: MessagesRequest): Asked {
  const prompts = body.messages.flatMap((message, place) => (isPrompt(message) ? [place] : []));
  const first = textsOf(body.messages[prompts[0] ?? 0]);
  const begun = prompts.at(-1) ?? 0;
  const last = textsOf(body.messages[begun]);
  const isFresh = prompts.length === 1;
  const who = whoIs(first);
  return {
    who,
    thread: `${who} ${createHash("sha256").update(first.join("\n")).digest("hex").slice(0, 12)}`,
    round: Number(/iteration (\d+) of/.exec(last.join("\n"))?.[1] ?? 1),
    turn: body.messages.slice(begun).filter(({ role }) => role === "assistant").length,
    isFresh,
    documents: isFresh ? documentsIn(last) : [],
    files: isFresh ? codeIn(last) : listUnder(last, "## Changed Files to Re-read"),
    knowsChanges: last.some((text) => text.startsWith("## Change ")),
  };
}

function isPrompt({ role, content }: Message): boolean {
  return role === "user" && blocksOf(content).some(({ type }) => type === "text");
}

function textsOf(message: Message | undefined): string[] {
  return blocksOf(message?.content).flatMap(({ type, text }) => (type === "text" && text !== undefined ? [text] : []));
}

function whoIs(texts: readonly string[]): string {
  const role = texts.flatMap((text) => /^You are the ([^.,]+)[.,]/.exec(text)?.[1] ?? []).at(0) ?? "";
  return role === "implementer" && texts.some((text) => text.startsWith("Fix the following")) ? "fixer" : role;
}

function documentsIn(texts: readonly string[]): string[] {
  const order = texts.find((text) => text.startsWith("## Required Artifacts\nYou MUST read")) ?? "";
  return [...order.matchAll(/^- [^:\n]+: (\S+)$/gm)].map(([, path = ""]) => path);
}

/** Nothing where the code stands in the prompt. */
function codeIn(texts: readonly string[]): string[] {
  if (texts.some((text) => text.startsWith("## Implementation\n"))) return [];
  return ["## Implementation files", "## Files changed", "## All Implementation Files"].flatMap((heading) =>
    listUnder(texts, heading),
  );
}

function listUnder(texts: readonly string[], heading: string): string[] {
  const text = texts.find((one) => one.includes(`${heading}\n`)) ?? "";
  const [list = ""] = text.slice(text.indexOf(heading)).split("\n\n");
  return [...list.matchAll(/^- (\S+)$/gm)].map(([, path = ""]) => path);
}
