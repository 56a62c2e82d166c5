// A turn in which nothing arrives any more is given up. An agent is not silent while one of its tools works, or while it
// waits for a command that we run for it: those may take long and say nothing.
import * as z from "zod";
import { AgentFailure } from "./failure.ts";

export interface SilenceWatch {
  /** Something has arrived. */
  hear(): void;
  /** The parameters of a `session/update`: a tool begins or ends. */
  take(params: unknown): void;
  /** We work for it. */
  during<T>(work: Promise<T>): Promise<T>;
  /** The answer, unless it is silent for too long before that. */
  until<T>(answer: Promise<T>): Promise<T>;
}

const CallSchema = z.object({
  update: z.looseObject({
    sessionUpdate: z.enum(["tool_call", "tool_call_update"]),
    toolCallId: z.string(),
    status: z.string().nullish(),
  }),
});

export function watchSilence(milliseconds: number): SilenceWatch {
  const tools = new Set<string>();
  let working = 0;
  let timer: NodeJS.Timeout | undefined;
  let giveUp: (() => void) | undefined;
  const hear = () => {
    clearTimeout(timer);
    if (giveUp && working === 0 && tools.size === 0) timer = setTimeout(giveUp, milliseconds);
  };
  return {
    hear,
    take(params) {
      const { toolCallId: id, status } = CallSchema.safeParse(params).data?.update ?? {};
      if (id !== undefined && (status === "completed" || status === "failed")) tools.delete(id);
      else if (id !== undefined) tools.add(id);
      hear();
    },
    async during(work) {
      working += 1;
      hear();
      try {
        return await work;
      } finally {
        working -= 1;
        hear();
      }
    },
    async until(answer) {
      const silent = new Promise<never>((_, reject) => {
        giveUp = () => reject(new AgentFailure(`it fell silent for ${milliseconds / 1000} s`, { needs: SEE_TO_IT }));
      });
      hear();
      try {
        return await Promise.race([answer, silent]);
      } finally {
        giveUp = undefined;
        clearTimeout(timer);
      }
    },
  };
}

const SEE_TO_IT = "look at the network, or try the agent by itself";
