// `iflow mcp`: the engine for any MCP client, over stdin and stdout. The transport owns both streams; nothing else may
// write to stdout. Every call opens the repository again (except for the search index) and leaves nothing behind, so
// nothing is lost when a server is killed, restarted or used by two clients at once.
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Proof } from "../../domain/run/question.ts";
import type { DriveContext } from "../drive/context.ts";
import { createMcpServer } from "./create-server.ts";

/** Resolves when the client has closed its end, or on a signal. */
export async function serveMcp(context: DriveContext, proof: Proof): Promise<void> {
  const served = serveStdio(() => createMcpServer(context, proof));
  await new Promise<void>((resolve) => {
    process.stdin.once("close", resolve);
    process.stdin.once("end", resolve);
    context.signal.addEventListener("abort", () => resolve());
  });
  await served.close();
}
