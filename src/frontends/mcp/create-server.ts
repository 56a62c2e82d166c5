// One server per connection: its tools, resources and prompts. It holds no state; what a run needs to know is on disk.
import { McpServer } from "@modelcontextprotocol/server";
import type { Proof } from "../../domain/run/questions/question.ts";
import type { DriveContext } from "../drive/context.ts";
import { addAnswerTool } from "./answer-tool.ts";
import { verifyAsked } from "./answers.ts";
import { addCreateTool } from "./create-tool.ts";
import { addFlowTools } from "./flow-tools.ts";
import { addLookTools } from "./look-tools.ts";
import { addMemoryTools } from "./memory-tools.ts";
import { addPrompts } from "./prompts.ts";
import { addResources } from "./resources.ts";

/** `proof`: `hook` when the client runs our hooks (the Claude Code plugin); otherwise it reports its agents itself. */
export function createMcpServer(context: DriveContext, proof: Proof): McpServer {
  const server = new McpServer(
    { name: "iflow", title: "iflow", version: context.wiring.version },
    { instructions: INSTRUCTIONS, requestState: { verify: verifyAsked } },
  );
  addFlowTools(server, context, proof);
  if (proof === "self") addAnswerTool(server, context);
  addCreateTool(server, context, proof);
  addLookTools(server, context, proof);
  addMemoryTools(server, context);
  addResources(server, context);
  addPrompts(server);
  return server;
}

const INSTRUCTIONS = [
  "iflow takes a feature from an idea to a merged change; it decides what happens next and your agents do the work.",
  "Call `start` for a phase (or `next` to continue), carry out the orders it returns with your own agents, `report` each one, and",
  "repeat until the state is `done` or `question`. Tell an agent the order's sentence and nothing else. A question is for the user: show it and stop.",
].join(" ");
