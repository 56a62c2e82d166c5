// A call is reported once, whichever comes first: Claude's question about it or the message that shows it.
import { describe, expect, test } from "vitest";
import { tempFolder } from "../../../../test/support/temp-repo.ts";
import type { AgentRequest } from "../../../ports/agents/agent-runtime.ts";
import { createWorkingTree } from "../../files/working-tree.ts";
import { openCommandDoor } from "../command-door.ts";
import { createEventQueue } from "../event-queue.ts";
import { openWorkspace } from "../workspace.ts";
import { type ToolWatch, watchCalls } from "./tool-watch.ts";

const ID = "toolu_1";
const asks = ({ hook }: ToolWatch) => hook({ tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: ID });
const shows = ({ report }: ToolWatch) =>
  report({
    type: "assistant",
    message: { content: [{ type: "tool_use", id: ID, name: "Bash", input: { command: "ls" } }] },
  });
const answers = ({ report }: ToolWatch) =>
  report({ type: "user", message: { content: [{ type: "tool_result", tool_use_id: ID }] } });

describe("a refused call is reported once", () => {
  test.each([
    ["shown, then asked about", [shows, asks, answers]],
    ["asked about before its message came", [asks, shows, answers]],
    ["refused by Claude itself, without a question", [shows, answers]],
  ])("%s", async (_, course) => {
    const workdir = await tempFolder();
    const request = { access: "read", workdir, readable: [] as string[] } as unknown as AgentRequest;
    const events = createEventQueue();
    const tree = createWorkingTree(workdir);
    const workspace = await openWorkspace(tree, request);
    const door = await openCommandDoor({ checks: [], env: {} }, workspace, tree);
    const watch = watchCalls({ tools: ["Read"], servers: [], door, ownVariables: [], workspace }, events);

    for (const act of course) await act(watch);

    events.close();
    const seen = [];
    for await (const event of events) seen.push(event);
    expect(seen).toEqual([{ type: "tool-called", name: "run", refused: "this role has no tool Bash" }]);
  });
});
