// What a session's file says. A turn is framed by `begin` and `commit`; only committed turns exist. Each turn names the
// turn it follows, so a session can be resumed at any of its points: what was said later stays in the file and does not
// count. The messages of a turn are returned exactly as they were written.
import * as z from "zod";
import { parseJson } from "../../../../domain/text/json.ts";
import { BlocksSchema, type ContentBlock, type Message, MessageSchema } from "../request/messages.ts";
import type { Conversation, Position } from "../request/request-body.ts";

const FORMAT = 1;

const LineSchema = z.discriminatedUnion("type", [
  /** The first line; `frozen` is the version of the prefix: tools and system text. */
  z.strictObject({ type: z.literal("session"), format: z.literal(FORMAT), frozen: z.number() }),
  z.strictObject({
    type: z.literal("begin"),
    turn: z.number(),
    /** 0 for the first. */
    after: z.number(),
    step: z.string(),
    model: z.string(),
    /** The positions of the blocks of its first message that are followed by a cache mark. */
    marks: z.array(z.number()),
  }),
  z.strictObject({ type: z.literal("message"), message: MessageSchema }),
  /** `answers` are the results of the calls that ended the turn; the next message begins with them. */
  z.strictObject({ type: z.literal("commit"), turn: z.number(), answers: BlocksSchema }),
]);
export type Line = z.infer<typeof LineSchema>;

export interface Turn {
  readonly number: number;
  readonly after: number;
  readonly begin: Extract<Line, { type: "begin" }>;
  readonly messages: readonly Message[];
  readonly answers: readonly ContentBlock[];
}

export interface Transcript {
  readonly prefixVersion: number;
  /** The committed turns, by number. */
  readonly turns: ReadonlyMap<number, Turn>;
  /** The highest number ever begun. */
  readonly last: number;
  /** How much of the file is whole; after it there is at most one torn line. */
  readonly bytes: number;
}

/** The conversation to be continued. */
export interface Past extends Conversation {
  readonly turns: readonly Turn[];
  readonly answers: readonly ContentBlock[];
}

export const firstLine = (prefixVersion: number): Line => ({ type: "session", format: FORMAT, frozen: prefixVersion });

/** Undefined when the text does not begin as a session does. Reading stops at the first line that cannot be read. */
export function readTranscript(text: string): Transcript | undefined {
  const turns = new Map<number, Turn>();
  let prefixVersion: number | undefined;
  let last = 0;
  let bytes = 0;
  let open: { readonly begin: Turn["begin"]; readonly messages: Message[] } | undefined;
  for (const raw of text.split("\n").slice(0, -1)) {
    const line = readLine(raw);
    if (line === undefined || (line.type === "session") !== (prefixVersion === undefined)) break;
    if (line.type === "session") prefixVersion = line.frozen;
    else if (line.type === "begin") {
      open = { begin: line, messages: [] };
      last = Math.max(last, line.turn);
    } else if (line.type === "message") open?.messages.push(line.message);
    else if (open?.begin.turn === line.turn) {
      const { begin, messages } = open;
      turns.set(line.turn, { number: line.turn, after: begin.after, begin, messages, answers: line.answers });
      open = undefined;
    }
    bytes += Buffer.byteLength(raw) + 1;
  }
  return prefixVersion === undefined ? undefined : { prefixVersion, turns, last, bytes };
}

function readLine(raw: string): Line | undefined {
  const value = parseJson(raw);
  // as written: the schema's result may have its keys in another order
  return LineSchema.safeParse(value).success ? (value as Line) : undefined;
}

/** Everything up to this turn; undefined when there is no such turn. */
export function pastOf({ turns }: Transcript, at: number): Past | undefined {
  const chain: Turn[] = [];
  for (let number = at; number !== 0; ) {
    const turn = turns.get(number);
    if (turn === undefined || turn.after >= number) return undefined;
    chain.unshift(turn);
    number = turn.after;
  }
  const final = chain.at(-1);
  if (final === undefined) return undefined;
  const messages: Message[] = [];
  const marks: Position[] = [];
  for (const turn of chain) {
    marks.push(...turn.begin.marks.map((block) => ({ message: messages.length, block })));
    messages.push(...turn.messages);
  }
  return { turns: chain, messages, marks, answers: final.answers };
}
