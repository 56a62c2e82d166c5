// `iflow mcp`: the engine for any MCP client, over stdin and stdout. The transport owns both streams; nothing else may write
// to stdout. Every call opens the repository anew (but for the search index) and leaves nothing behind, so a server that is killed, restarted or talked
// to by two clients at once loses nothing.
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { CommandContext } from "../cli/command.ts";
import { createMcpServer, type McpOptions } from "./create-server.ts";

/** Resolves when the client has closed its end, or at a signal. */
export async function serveMcp(context: CommandContext, options: McpOptions): Promise<void> {
  const served = serveStdio(() => createMcpServer(context, options));
  await new Promise<void>((resolve) => {
    process.stdin.once("close", resolve);
    process.stdin.once("end", resolve);
    context.signal.addEventListener("abort", () => resolve());
  });
  await served.close();
}
