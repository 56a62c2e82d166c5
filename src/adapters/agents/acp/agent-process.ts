// The agent as a running program: a child behind a gate, the protocol on its stdin and stdout, and the last things it
// said. It knows nothing about sessions. The code that starts it must also end it.

import { Readable, Writable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import {
  type AnyMessage,
  type ClientApp,
  type ClientConnection,
  methods,
  ndJsonStream,
} from "@agentclientprotocol/sdk";
import { stepMark } from "../../commands/step-mark.ts";
import type { Exit } from "../../commands/watched-child.ts";
import type { Remains } from "./failure.ts";
import { startChild } from "./gated-child.ts";
import type { AcpSetup } from "./setup.ts";

export interface AgentProcess {
  readonly pid: number;
  /**
   * Lets the child begin and talks to it through the app. Session updates bypass the app, unchanged and in order.
   * `onSign`: something has arrived, whatever it is.
   */
  connect(app: ClientApp, onUpdate?: (params: unknown) => void, onSign?: () => void): ClientConnection;
  /** What is known about the child after a failure. Waits a moment for a child that is just ending. */
  remains(): Promise<Omit<Remains, "authMethods">>;
  /** Ends the agent. It has this long to exit by itself before it is forced to. */
  end(farewellMs?: number): Promise<void>;
}

const KEPT_CHARS = 4000;
const EXIT_MS = 500;

export async function startAgent(setup: AcpSetup, cwd: string, step?: string): Promise<AgentProcess> {
  const env = { ...setup.childEnv, ...(step !== undefined && stepMark(step, cwd)) };
  const child = await startChild(setup.command, { cwd, env });
  let stderr = "";
  let beginning = "";
  let exit: Exit | undefined;
  let connection: ClientConnection | undefined;
  void child.exit.then((ended) => {
    exit = ended;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr = (stderr + text).slice(-KEPT_CHARS);
  });

  return {
    pid: child.pid,
    connect(app, onUpdate = () => undefined, onSign = () => undefined) {
      const output = Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>; // Node's own type for the same thing
      const seen = output.pipeThrough(
        observe((chunk) => {
          onSign();
          if (beginning.length < KEPT_CHARS) beginning += Buffer.from(chunk).toString("utf8");
        }),
      );
      const { readable, writable } = ndJsonStream(Writable.toWeb(child.stdin) as WritableStream<Uint8Array>, seen);
      child.begin();
      connection = app.connect({ writable, readable: readable.pipeThrough(sort(onUpdate)) });
      return connection;
    },
    async remains() {
      await Promise.race([child.exit, pause(EXIT_MS)]);
      const garbage = beginning.split("\n").find((line) => line.trim() !== "" && !line.trimStart().startsWith("{"));
      return { exit, stderr, garbage: garbage?.trim() };
    },
    async end(farewellMs) {
      connection?.close();
      await child.end(farewellMs);
    },
  };
}

function observe(look: (chunk: Uint8Array) => void): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform(chunk, controller) {
      look(chunk);
      controller.enqueue(chunk);
    },
  });
}

/**
 * The library drops updates it does not know and complains about them on our stderr; it complains about unexpected
 * answers too. Agents are often ahead of the library, so updates are filtered out before the library sees them.
 */
function sort(onUpdate: (params: unknown) => void): TransformStream<AnyMessage, AnyMessage> {
  return new TransformStream({
    transform(message, controller) {
      if ("method" in message && message.method === methods.client.session.update) onUpdate(message.params);
      else if ("method" in message || typeof message.id === "number") controller.enqueue(message);
    },
  });
}
