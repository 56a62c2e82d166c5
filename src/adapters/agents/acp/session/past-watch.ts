// A session that is loaded is first repeated by the agent, message by message. It should be done with that before it says
// that the session is loaded, but some go on afterwards, and then old words would be taken for the answer. So the prompt
// waits until nothing more comes, and an answer in which the past comes up again is discarded.
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { AgentFailure } from "../failure.ts";

export interface PastWatch {
  /** The parameters of a `session/update`. */
  take(params: unknown): void;
  /** Fails when the agent does not become quiet. */
  untilQuiet(): Promise<void>;
  /** From now on, updates belong to the answer to this prompt. */
  listen(prompt: string): void;
  /** Whether the agent repeated a message of an earlier prompt in its answer. */
  isRepeated(): boolean;
}

const QUIET_MS = 250;

const MessageSchema = z.object({
  update: z.object({
    sessionUpdate: z.literal("user_message_chunk"),
    content: z.object({ type: z.literal("text"), text: z.string() }),
  }),
});

export function watchPast(patienceMs: number): PastWatch {
  let heard = performance.now();
  let prompt: string | undefined;
  let repeats = false;
  return {
    take(params) {
      heard = performance.now();
      const { data } = MessageSchema.safeParse(params);
      if (data && prompt !== undefined) repeats ||= !prompt.includes(data.update.content.text.trim());
    },
    async untilQuiet() {
      const begun = performance.now();
      heard = begun;
      for (let left = QUIET_MS; left > 0; left = QUIET_MS - (performance.now() - heard)) {
        if (performance.now() - begun > patienceMs) {
          throw new AgentFailure("it does not stop repeating the session it took up", { sessionLost: true });
        }
        await pause(left);
      }
    },
    listen(sent) {
      prompt = sent;
    },
    isRepeated: () => repeats,
  };
}
