// `iflow mcp`: serves until the client is gone. stdout belongs to the protocol, and only the client asks the person.
import type { Proof } from "../../../../domain/run/questions/question.ts";
import { type DriveContext, NOBODY } from "../../../drive/context.ts";
import type { Command } from "../../command.ts";

export interface McpFlags {
  readonly hooks?: boolean;
}

/** The server itself: another front end, which this one does not know. */
export type Serve = (context: DriveContext, proof: Proof) => Promise<void>;

export function mcpCommand({ hooks }: McpFlags, serve: Serve): Command {
  return async ({ wiring, cwd, emit, signal }) => {
    await serve({ wiring, cwd, emit, signal, person: NOBODY }, hooks ? "hook" : "self");
    return { data: null, text: "" };
  };
}
