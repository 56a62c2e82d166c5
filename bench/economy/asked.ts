// What a request asks for, read from its text as a model would have to: who it is, which round, what it must read first.
import { createHash } from "node:crypto";
import { blocksOf, type Message, type MessagesRequest } from "../../test/support/fake-anthropic/request.ts";
import { IMPLEMENT_ROUNDS } from "./sizes.ts";

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
  /** For a fixer that does not work on the trunk: the files its conversation was shown. */
  readonly shown?: readonly string[];
}

export function readAsked({ body }: MessagesRequest): Asked {
  const prompts = body.messages.flatMap((message, place) => (isPrompt(message) ? [place] : []));
  const first = textsOf(body.messages[prompts[0] ?? 0]);
  const begun = prompts.at(-1) ?? 0;
  const last = textsOf(body.messages[begun]).join("\n");
  const isFresh = prompts.length === 1;
  const who = whoIs(first);
  const isCertifying = /^## Certification$/m.test(last); // of what was approved, so after the last objection
  const isLean = first.some((text) => text.includes("\n## Documents of This Feature\n"));
  return {
    who,
    thread: `${who} ${createHash("sha256").update(first.join("\n")).digest("hex").slice(0, 12)}`,
    round: isCertifying ? IMPLEMENT_ROUNDS.length : Number(/iteration (\d+) of/.exec(last)?.[1] ?? 1),
    turn: body.messages.slice(begun).filter(({ role }) => role === "assistant").length,
    isFresh,
    documents: isFresh ? documentsIn(last) : [],
    files: isFresh ? (isLean ? [] : codeIn(last)) : listUnder(last, "## Changed Files to Re-read"),
    knowsChanges: /^## Change \d+$/m.test(last),
    ...(isLean && { shown: shownIn(prompts.flatMap((place) => textsOf(body.messages[place])).join("\n")) }),
  };
}

function isPrompt({ role, content }: Message): boolean {
  return role === "user" && blocksOf(content).some(({ type }) => type === "text");
}

function textsOf(message: Message | undefined): string[] {
  return blocksOf(message?.content).flatMap(({ type, text }) => (type === "text" && text !== undefined ? [text] : []));
}

/** A ping of what all roles share names nobody. */
function whoIs(texts: readonly string[]): string {
  const role = texts.flatMap((text) => /^You are the ([^.,]+)[.,]/.exec(text)?.[1] ?? []).at(0) ?? "trunk";
  return role === "implementer" && texts.some((text) => /^Fix the following review issues:$/m.test(text))
    ? "fixer"
    : role;
}

function documentsIn(text: string): string[] {
  const [, after = ""] = text.split("\n## Required Artifacts\nYou MUST read ");
  const [list = ""] = after.split("\n\n");
  return [...list.matchAll(/^- [^:\n]+: (\S+)$/gm)].map(([, path = ""]) => path);
}

/** Nothing where the code stands in the prompt. */
function codeIn(text: string): string[] {
  if (/^## Implementation\n\n### /m.test(text)) return [];
  return ["## Implementation files", "## Files changed", "## All Implementation Files"].flatMap((heading) =>
    listUnder(text, heading),
  );
}

function shownIn(text: string): string[] {
  return [...text.matchAll(/^### (\S+)\n\n<document/gm)].map(([, path = ""]) => path);
}

/** What stands in a pasted document under such a heading comes before the prompt's own. */
function listUnder(text: string, heading: string): string[] {
  const place = text.lastIndexOf(`${heading}\n`);
  const [list = ""] = place < 0 ? [] : text.slice(place).split("\n\n");
  return [...list.matchAll(/^- (\S+)$/gm)].map(([, path = ""]) => path);
}
