// Commands of an ACP agent: through our terminals they run in the sandbox; what the agent runs by itself does not, so it
// is refused where a sandbox is required, and recorded as outside where it is not.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { collect, outcomeOf } from "../../../../test/contracts/agent-runtime.contract.ts";
import type { Act } from "../../../../test/support/acp-agent.ts";
import { prepareAcp } from "../../../../test/support/acp-runtime.ts";
import { bundleForNode } from "../../../../test/support/bundle.ts";
import { noSandboxHere, sandboxOf } from "../../../../test/support/sandbox.ts";
import { tempFolder } from "../../../../test/support/temp-repo.ts";
import type { Sandbox } from "../../../ports/sandbox.ts";

const program = bundleForNode("test/support/acp-agent.ts");
const none = await noSandboxHere();

async function play(acts: readonly Act[], checks: readonly string[], required: boolean) {
  let opened: Promise<Sandbox> | undefined;
  const sandbox: Sandbox = {
    ...{ applied: none === undefined, required, limits: "" },
    wrap: async (command) => (await opened)?.wrap(command) ?? command,
  };
  const { runtime, request, root } = await prepareAcp(
    program(),
    (root) => {
      opened = sandboxOf(root);
      return { acts };
    },
    { checks, sandbox },
  );
  const events = await collect(runtime, request({ access: "write", role: "spec-author" }));
  const outcome = outcomeOf(events);
  return { root, events: events.filter(({ type }) => type === "tool-called"), said: outcome };
}

it.skipIf(none !== undefined)("a terminal's line runs inside, and the record says so", async () => {
  const outside = await tempFolder();
  const line = `echo x > in.txt; echo x > ${outside}/out.txt; exit 3`;

  const { root, events, said } = await play([{ run: line }], [line], false);

  expect(events).toEqual([{ type: "tool-called", name: `execute ${line.slice(0, 80).trimEnd()}`, sandboxed: true }]);
  expect(said).toMatchObject({ status: "completed", reply: expect.stringContaining("3") });
  expect([existsSync(join(root, "in.txt")), existsSync(join(outside, "out.txt"))]).toEqual([true, false]);
});

describe("a stored line that the agent would run by itself", () => {
  const ask: Act = { ask: { toolCallId: "a", kind: "execute", title: "Run", rawInput: { command: "npm test" } } };
  const done: Act = { update: { sessionUpdate: "tool_call_update", toolCallId: "a", status: "completed" } };

  it("is allowed and recorded as outside", async () => {
    const { events, said } = await play([ask, done], ["npm test"], false);

    expect(said).toMatchObject({ reply: expect.stringContaining("allow_once") });
    expect(events).toEqual([{ type: "tool-called", name: "execute npm test", sandboxed: false }]);
  });

  it("is refused where a sandbox is required", async () => {
    const { events, said } = await play([ask], ["npm test"], true);

    expect(said).toMatchObject({ reply: expect.stringContaining("reject_once") });
    expect(events).toEqual([
      { type: "tool-called", name: "execute", refused: expect.stringContaining('sandbox.mode is "require"') },
    ]);
  });
});
