// What a session's file says. A turn is framed by `begin` and `commit`; only committed turns exist. Each turn names the
// turn it follows, so a session can be resumed at any of its points: what was said later stays in the file and does not
// count. The messages of a turn are returned exactly as they were written.
import * as z from "zod";
import { parseJson } from "../../../../domain/text/json/json.ts";
import { unseal } from "../../../../domain/text/json/seal.ts";
import { readSealedLines } from "../../../../domain/text/json/sealed-lines.ts";
import {
  BlocksSchema,
  type ContentBlock,
  type Conversation,
  type Message,
  MessageSchema,
  type Position,
} from "../request/messages.ts";

/** From 2 on, lines are sealed in a chain. */
const FORMAT = 2;
const PLAIN_FORMAT = 1;

const LineSchema = z.discriminatedUnion("type", [
  /** The first line; `frozen` is the version of the prefix: tools and system text. */
  z.strictObject({ type: z.literal("session"), format: z.literal([PLAIN_FORMAT, FORMAT]), frozen: z.number() }),
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
  /** Of the last line, for the next one; undefined in a session of an earlier version, whose lines have none. */
  readonly sum: string | undefined;
}

/** A line whose checksum does not fit: nothing of the session is believed. */
export interface DamagedTranscript {
  readonly damagedLine: number;
}

/** The conversation to be continued. */
export interface Past extends Conversation {
  readonly turns: readonly Turn[];
  readonly answers: readonly ContentBlock[];
}

export const firstLine = (prefixVersion: number): Line => ({ type: "session", format: FORMAT, frozen: prefixVersion });

/** Undefined when the file does not begin as a session does. Reading stops at the first line that cannot be read. */
export function readTranscript(file: Buffer): Transcript | DamagedTranscript | undefined {
  const { lines, sum, damagedLine } = readLines(file);
  if (damagedLine !== undefined) return { damagedLine };
  const turns = new Map<number, Turn>();
  let prefixVersion: number | undefined;
  let last = 0;
  let bytes = 0;
  let open: { readonly begin: Turn["begin"]; readonly messages: Message[] } | undefined;
  for (const [index, { value, end }] of lines.entries()) {
    const line = asLine(value);
    if (line === undefined || (line.type === "session") !== (prefixVersion === undefined)) {
      if (sum !== undefined) return { damagedLine: index + 1 }; // with a checksum, it was never anything else
      break;
    }
    if (line.type === "session") {
      if ((line.format === PLAIN_FORMAT) !== (sum === undefined)) return { damagedLine: 1 };
      prefixVersion = line.frozen;
    } else if (line.type === "begin") {
      open = { begin: line, messages: [] };
      last = Math.max(last, line.turn);
    } else if (line.type === "message") open?.messages.push(line.message);
    else if (open?.begin.turn === line.turn) {
      const { begin, messages } = open;
      turns.set(line.turn, { number: line.turn, after: begin.after, begin, messages, answers: line.answers });
      open = undefined;
    }
    bytes = end;
  }
  return prefixVersion === undefined ? undefined : { prefixVersion, turns, last, bytes, sum };
}

interface Lines {
  readonly lines: readonly { readonly value: unknown; readonly end: number }[];
  readonly sum?: string;
  readonly damagedLine?: number | undefined;
}

function readLines(file: Buffer): Lines {
  const firstEnd = file.indexOf("\n");
  if (firstEnd >= 0 && unseal(file.subarray(0, firstEnd)).state !== "unsealed") return readSealedLines(file);
  let end = 0;
  const whole = file.toString("utf8").split("\n").slice(0, -1);
  const lines = whole.map((line) => {
    end += Buffer.byteLength(line) + 1;
    return { value: parseJson(line), end };
  });
  return { lines };
}

function asLine(value: unknown): Line | undefined {
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
