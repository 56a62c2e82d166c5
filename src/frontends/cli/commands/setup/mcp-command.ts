// `iflow mcp`: serves until the client is gone. stdout belongs to the protocol.
import { serveMcp } from "../../../mcp/serve-mcp.ts";
import type { Command } from "../../command.ts";
import { EXIT } from "../../screen/exit-codes.ts";
import { createTerminal } from "../../screen/terminal.ts";

export function mcpCommand({ hooks }: { readonly hooks?: boolean }): Command {
  return async (context) => {
    const terminal = createTerminal({ unicode: false, quiet: true, asEvent: false });
    await serveMcp({ ...context, terminal: { ...terminal, interactive: false } }, { proof: hooks ? "hook" : "self" });
    return { exit: EXIT.done, data: null, text: "" };
  };
}
