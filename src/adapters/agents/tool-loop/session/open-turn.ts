// From a request to the turn it begins: in a new session, after a point of an existing one, or after a copy of that
// point in a separate session. A fork never touches the old session.
import { randomUUID } from "node:crypto";
import type { AgentRef } from "../../../../domain/dispatch/dispatch-plan.ts";
import type { AgentRequest } from "../../../../ports/agents/agent-runtime.ts";
import { PREFIX_VERSION } from "../request/api-prefix.ts";
import {
  type ContentBlock,
  type Conversation,
  type Message,
  markedBlocks,
  type Position,
  promptContent,
} from "../request/messages.ts";
import { createSession, readSession, reopenSession } from "./session-file.ts";
import { parseRef, printRef } from "./session-ref.ts";
import { firstLine, type Line, type Past, pastOf, type Transcript } from "./transcript.ts";

export interface OpenTurn extends Conversation {
  /** The name it will have once it is committed. */
  readonly ref: AgentRef;
  /** Resolves when the message is on disk. */
  add(message: Message): Promise<void>;
  /** Makes the turn count; the next message has to begin with `answers`. */
  commit(answers: readonly ContentBlock[]): Promise<void>;
  /** A turn that was not committed leaves no trace. */
  close(): Promise<void>;
}

export interface TurnStart {
  readonly folder: string;
  readonly request: AgentRequest;
  readonly model: string;
  /** Removes the key from a text. */
  readonly clean: (text: string) => string;
}

export type Found = { readonly transcript: Transcript; readonly past: Past; readonly id: string };

/** The point at which a session is resumed, or why it cannot be. */
export async function findPast(folder: string, ref: AgentRef): Promise<Found | { readonly lost: string }> {
  const point = parseRef(ref);
  const transcript = point && (await readSession(folder, point.id));
  if (transcript && "path" in transcript) {
    return { lost: `this session is damaged: ${transcript.path}, line ${transcript.line}` };
  }
  const past = transcript && pastOf(transcript, point.turn);
  if (!past) return { lost: "this session is not among the stored ones" };
  if (transcript.prefixVersion !== PREFIX_VERSION) {
    return { lost: "this session was held by another version of iflow, with other tools" };
  }
  return { transcript, past, id: point.id };
}

export async function openTurn(start: TurnStart, found: Found | undefined): Promise<OpenTurn> {
  const { request, folder, model, clean } = start;
  const goesOn = request.goesOn !== undefined;
  const forks = !goesOn && request.session?.mode === "fork";
  const isNew = found === undefined || forks;
  const id = isNew ? randomUUID() : found.id;
  const copied = forks ? (found?.past.turns ?? []) : [];
  const file = isNew
    ? await createSession(folder, id, [firstLine(PREFIX_VERSION), ...copied.flatMap(copyTurn)])
    : await reopenSession(folder, id, found.transcript);
  const after = forks ? copied.length : (found?.past.turns.at(-1)?.number ?? 0);
  const turn = (forks ? copied.length : (found?.transcript.last ?? 0)) + 1;
  const prior = found?.past.answers ?? [];
  const own = goesOn ? [GO_ON] : promptContent(request.prompt, clean);
  const content = [...prior, ...own];
  const marks = goesOn ? [] : markedBlocks(request.prompt.blocks).map((block) => prior.length + block);
  try {
    const begin: Line = { type: "begin", turn, after, step: request.step, model, marks };
    await file.append([begin, { type: "message", message: { role: "user", content } }]);
  } catch (error) {
    await (isNew ? file.discard() : file.close());
    throw error;
  }
  const messages: Message[] = [...(found?.past.messages ?? []), { role: "user", content }];
  const positions: Position[] = marks.map((block) => ({ message: messages.length - 1, block }));
  let committed = false;
  return {
    ref: printRef({ id, turn }),
    messages,
    marks: [...(found?.past.marks ?? []), ...positions],
    async add(message) {
      await file.append([{ type: "message", message }]);
      messages.push(message);
    },
    async commit(answers) {
      await file.append([{ type: "commit", turn, answers: [...answers] }]);
      committed = true;
    },
    close: () => (isNew && !committed ? file.discard() : file.close()),
  };
}

const GO_ON: ContentBlock = {
  type: "text",
  text: "You were stopped at a limit before you were done. What you did so far stands. Go on from here.",
};

/** The same messages with new turn numbers. */
function copyTurn({ begin, messages, answers }: Past["turns"][number], place: number): Line[] {
  return [
    { ...begin, turn: place + 1, after: place },
    ...messages.map((message) => ({ type: "message" as const, message })),
    { type: "commit", turn: place + 1, answers: [...answers] },
  ];
}
