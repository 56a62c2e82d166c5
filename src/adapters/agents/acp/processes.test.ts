// No process of an ACP agent outlives us, however suddenly we exit.
import { expect, it, onTestFinished } from "vitest";
import { processesOf, until } from "../../../../test/contracts/agent-runtime.contract.ts";
import type { Act } from "../../../../test/support/acp-agent.ts";
import { prepareAcp } from "../../../../test/support/acp-runtime.ts";
import { newStep } from "../../../../test/support/agent-request.ts";
import { bundleForNode } from "../../../../test/support/bundle.ts";
import { startChild } from "../../../../test/support/child-process.ts";

const program = bundleForNode("test/support/acp-agent.ts");
const dispatchChild = bundleForNode("test/support/acp-dispatch-child.ts");
const CHECK = "sleep 100 & sleep 100; true";

it.each<[string, readonly Act[], number]>([
  ["an agent that does not go when its input ends", [{ stay: true }, { breed: true }, { hang: true }], 2],
  // the agent, the shell of the check and the two processes it waits for
  ["such an agent and the check it was running", [{ stay: true }, { run: CHECK }], 4],
])("a kill -9 of the program ends %s, without anybody's help", async (_, acts, inTheMiddle) => {
  const { setup, root } = await prepareAcp(program(), { acts });
  const { command, env } = setup;
  const step = newStep();
  onTestFinished(() => processesOf(step).forEach((pid) => void process.kill(pid, "SIGKILL")));
  const child = startChild(process.execPath, [
    dispatchChild(),
    JSON.stringify({ command, env, root, step, check: CHECK }),
  ]);
  await until(() => processesOf(step).length >= inTheMiddle);

  await child.kill();

  await until(() => processesOf(step).length === 0);
  expect(processesOf(step)).toEqual([]);
});
