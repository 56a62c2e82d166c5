// The client side of the protocol: which method called by the agent leads to which door. Each door judges for itself.
import { type ClientApp, client, methods } from "@agentclientprotocol/sdk";
import { answer, judgeCall, type Rules } from "../permission.ts";
import type { Transcript } from "../transcript.ts";
import type { ClientFiles } from "./client-files.ts";
import type { Terminals } from "./terminals.ts";

interface Doors {
  readonly rules: Rules;
  readonly transcript: Transcript;
  readonly files: ClientFiles;
  readonly terminals: Terminals;
}

export function createClientApp({ rules, transcript, files, terminals }: Doors): ClientApp {
  const { session, fs, terminal } = methods.client;
  return client({ name: "iflow" })
    .onRequest(session.requestPermission, async ({ params: { toolCall, options } }) => {
      const call = transcript.callOf(toolCall);
      const refused = call ? await judgeCall(rules, call) : "it is not known what it does";
      if (call && refused === undefined) transcript.grant(call);
      if (call && refused !== undefined) transcript.refuse(call, refused);
      return answer(options, refused === undefined);
    })
    .onRequest(fs.readTextFile, ({ params }) => files.read(params))
    .onRequest(fs.writeTextFile, ({ params }) => files.write(params))
    .onRequest(terminal.create, ({ params }) => terminals.create(params))
    .onRequest(terminal.output, ({ params }) => terminals.output(params.terminalId))
    .onRequest(terminal.waitForExit, ({ params }) => terminals.waitForExit(params.terminalId))
    .onRequest(terminal.kill, ({ params }) => terminals.kill(params.terminalId))
    .onRequest(terminal.release, ({ params }) => terminals.release(params.terminalId));
}
