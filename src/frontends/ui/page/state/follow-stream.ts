// The live stream of the server, from a place on until it ends.
import { STREAM } from "../../view/model/addresses.ts";
import { StreamText, type Told } from "../logic/stream-text.ts";
import { fetchOwn } from "./request.ts";

/** The server beats every 15 seconds: one that is silent for longer is gone. */
export const SILENCE_MS = 40_000;

/** `after`: the place of what was heard last; empty for whoever begins. */
export async function followStream(after: string, signal: AbortSignal, take: (told: Told) => void): Promise<void> {
  const silent = new AbortController();
  let silence = setTimeout(() => silent.abort(), SILENCE_MS);
  try {
    const { status, body } = await fetchOwn(STREAM, {
      headers: { ...(after !== "" && { "last-event-id": after }) },
      signal: AbortSignal.any([signal, silent.signal]),
    });
    if (status !== 200 || !body) return;
    const [reader, decoder, text] = [body.getReader(), new TextDecoder(), new StreamText()];
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(silence);
      silence = setTimeout(() => silent.abort(), SILENCE_MS);
      for (const told of text.take(decoder.decode(value, { stream: true }))) take(told);
    }
  } finally {
    clearTimeout(silence);
  }
}
