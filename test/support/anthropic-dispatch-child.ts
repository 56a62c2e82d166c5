// A process that is in the middle of a turn, for a test that kills it. Prints each event as a line.
// Called as: node anthropic-dispatch-child.mjs {json: url, sessions, root, request}
import { createAnthropicAgent } from "../../src/adapters/agents/anthropic/anthropic-agent.ts";
import { anthropicOptions } from "./anthropic-options.ts";

const { url, sessions, request } = JSON.parse(process.argv[2] ?? "{}");
const runtime = createAnthropicAgent(anthropicOptions(url, sessions));
for await (const event of runtime.dispatch(request, new AbortController().signal)) console.log(JSON.stringify(event));
