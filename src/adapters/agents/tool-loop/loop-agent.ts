// A plain API as a runtime: our own small tool loop over our own transcripts. There is no agent behind it, so nothing has
// to be taken on trust: a session remembers exactly what its file says, byte for byte.
import { takesEffort } from "../../../domain/roles/effort.ts";
import type { AgentRuntime } from "../../../ports/agents/agent-runtime.ts";
import { promptCharsFor } from "../prompt-chars.ts";
import { streamTurns } from "../stream-turns.ts";
import { findConcluded } from "./concluded-turn.ts";
import { touchPrefix } from "./keep-cached.ts";
import { playTurn } from "./play-turn.ts";
import { parseRef } from "./session/session-ref.ts";
import { type LoopOptions, type Provider, prepareSetup } from "./setup.ts";

export function createLoopAgent(options: LoopOptions, provider: Provider): AgentRuntime {
  const setup = prepareSetup(options, provider);
  return {
    id: provider.names.runtime,
    // The resume gate tests agents that keep sessions on their side. Here a resume sends our own file again, which
    // tests prove without paying. So there is no version to test, and the first resume costs nothing extra.
    version: undefined,
    models: options.models,
    tellsEffort: (model) => provider.tellsEffort && takesEffort(model),
    abilities: {
      resume: true,
      fork: true,
      // a separate schema per role would mean different tools per role; the printed shape and the engine decide instead
      schema: false,
      usage: true,
      web: false,
      rewind: true,
      trunk: provider.sharesBeginnings,
      promptChars: promptCharsFor(options.models, options.prices),
    },
    dispatch: streamTurns({
      play: (request, events, signal) => playTurn(setup, request, events, signal),
      writtenSession: ({ session, goesOn = session?.mode === "resume" ? session.ref : undefined }) =>
        goesOn === undefined ? undefined : parseRef(goesOn)?.id,
      clean: setup.clean,
    }),
    ...(provider.needsPings && {
      keepCached: async (request, signal) => setup.clean(await touchPrefix(setup, request, signal)),
    }),
    concludedAnswer: (request, session) => findConcluded(setup, request, session),
  };
}
