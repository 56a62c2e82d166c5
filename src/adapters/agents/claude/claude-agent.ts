// Claude through its Agent SDK, with the user's login or key. Every dispatch is a separate process that resumes the
// session from disk. Each session has one writer: two concurrent turns of one session would both succeed and one would
// be forgotten, so the second is refused here.
import type { AgentRuntime } from "../../../ports/agent-runtime.ts";
import type { WorkingTree } from "../../../ports/working-tree.ts";
import { createEventQueue } from "../event-queue.ts";
import { promptCharsOf } from "../prompt-chars.ts";
import { openPlace, type Place } from "../tool-rules.ts";
import { withoutSecretsIn } from "./environment.ts";
import { runTurn, type TurnSetup } from "./turn.ts";

export interface ClaudeAgentOptions extends TurnSetup {
  readonly openTree: (root: string) => WorkingTree;
  /** Version of the Claude that will be started. */
  readonly version: string;
}

export function createClaudeAgent(options: ClaudeAgentOptions): AgentRuntime {
  const inUse = new Set<string>();
  return {
    id: "claude",
    version: options.version,
    models: options.models,
    abilities: {
      resume: true,
      fork: true,
      schema: true,
      usage: true,
      web: true,
      rewind: false,
      promptChars: Math.min(...Object.values(options.models).map(promptCharsOf)),
    },
    async *dispatch(request, signal) {
      const session = request.session?.mode === "resume" ? request.session.ref : undefined;
      if (signal.aborted) return yield { type: "ended", outcome: { status: "aborted", usage: undefined } };
      if (session !== undefined && inUse.has(session)) {
        const error = `the session ${session} is in the middle of another turn`;
        return yield { type: "ended", outcome: { status: "failed", error, sessionLost: false, usage: undefined } };
      }
      if (session !== undefined) inUse.add(session); // before anything is awaited
      let place: Place;
      try {
        place = await openPlace(options.openTree(request.workdir), request);
      } catch (caught) {
        if (session !== undefined) inUse.delete(session);
        const error = `no folder to work in: ${(caught as Error).message}`;
        return yield { type: "ended", outcome: { status: "failed", error, sessionLost: false, usage: undefined } };
      }
      const events = createEventQueue();
      const left = new AbortController();
      const turn = runTurn(options, { request, place, events, signal: AbortSignal.any([signal, left.signal]) });
      const over = turn.then(
        () => events.close(),
        () => events.close(),
      );
      try {
        for await (const event of events) yield withoutSecretsIn(event, options.env); // events are written to disk
        yield { type: "ended", outcome: withoutSecretsIn(await turn, options.env) };
      } finally {
        left.abort(); // for a reader that leaves early; after the end this does nothing
        await over;
        await place.close();
        if (session !== undefined) inUse.delete(session);
      }
    },
  };
}
