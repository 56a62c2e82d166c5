// The calls of one answer, put together from their pieces. A piece belongs to the call with its index. Some servers give
// every call the same one, or none: there a name with another id begins the next call. Others give each piece a new id,
// which therefore means nothing without a name. Some write a number as a text, or arguments as the object they are.
import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { ContentBlock } from "../../tool-loop/request/messages.ts";
import { callBlock } from "../blocks.ts";

const Text = z.string().nullish().catch(undefined);

const Place = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]);
const Arguments = z.union([z.string(), z.record(z.string(), z.unknown()).transform((given) => JSON.stringify(given))]);

export const CallPiece = z.looseObject({
  index: Place.nullish().catch(undefined),
  id: Text,
  function: z
    .looseObject({ name: Text, arguments: Arguments.nullish().catch(undefined) })
    .nullish()
    .catch(undefined),
  /** Gemini's server signs calls in it, and takes none back without. */
  extra_content: z.unknown().optional(),
});
type CallPiece = z.infer<typeof CallPiece>;

interface Growing {
  id: string;
  name: string;
  arguments: string;
  extra?: unknown;
}

export interface Calls {
  add(piece: CallPiece): void;
  /** In the order in which they began. */
  blocks(): ContentBlock[];
}

export function collectCalls(): Calls {
  const calls: Growing[] = [];
  const latest = new Map<number, Growing>();
  return {
    add(piece) {
      const { index, id, function: called, extra_content: extra } = piece;
      const known = typeof index === "number" ? latest.get(index) : calls.at(-1);
      const call = known && !beginsAnother(piece, known) ? known : begin(calls);
      if (typeof index === "number") latest.set(index, call);
      call.id ||= id ?? "";
      call.name ||= called?.name ?? "";
      call.arguments += called?.arguments ?? "";
      call.extra ??= extra;
    },
    blocks: () =>
      calls.map(({ id, extra, ...call }, place) => {
        const isTaken = calls.slice(0, place).some((one) => one.id === id); // each result must find its own call
        return callBlock({ ...call, id: id && !isTaken ? id : `call_${randomUUID()}` }, undefined, extra);
      }),
  };
}

function begin(calls: Growing[]): Growing {
  const call = { id: "", name: "", arguments: "" };
  calls.push(call);
  return call;
}

function beginsAnother({ index, id, function: called }: CallPiece, known: Growing): boolean {
  if (!called?.name || known.name === "") return false;
  return id ? id !== known.id : typeof index !== "number";
}
