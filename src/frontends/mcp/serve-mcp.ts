// `iflow mcp`: the engine for any MCP client, over stdin and stdout. The transport owns both streams; nothing else may
// write to stdout. Every call opens the repository again (except for the search index) and leaves nothing behind, so
// nothing is lost when a server is killed, restarted or used by two clients at once.
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Proof } from "../../domain/run/questions/question.ts";
import type { DriveContext } from "../drive/context.ts";
import { createMcpServer } from "./create-server.ts";
import { limitLines } from "./limit-lines.ts";

/** Resolves when the client has closed its end, or on a signal. */
export async function serveMcp(context: DriveContext, proof: Proof): Promise<void> {
  const input = process.stdin.pipe(limitLines(LONGEST_LINE, refuseLine));
  const transport = new StdioServerTransport(input, process.stdout);
  const served = serveStdio(() => createMcpServer(context, proof), { transport });
  await new Promise<void>((resolve) => {
    process.stdin.once("close", resolve);
    process.stdin.once("end", resolve);
    context.signal.addEventListener("abort", () => resolve());
  });
  await served.close();
}

/** Below what the transport can hold: there, a longer line would end the connection without a word. */
const LONGEST_LINE = 8 * 1024 * 1024;

/** Answers a request that was too long to be read. Its id stands near its beginning, or the answer has none. */
function refuseLine(beginning: string): void {
  const found = /"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)/.exec(beginning)?.[1];
  const message = `a message of more than ${LONGEST_LINE / 1024 / 1024} MB was not read`;
  const id = found === undefined ? null : JSON.parse(found);
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, error: { code: INVALID_REQUEST, message } })}\n`);
  process.stderr.write(`iflow: ${message}\n`);
}

const INVALID_REQUEST = -32600;
