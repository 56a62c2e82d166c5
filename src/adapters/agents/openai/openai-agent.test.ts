import { agentRuntimeContract, GIVEN, HIDDEN, MEDDLING } from "../../../../test/contracts/agent-runtime.contract.ts";
import { handsIn } from "../../../../test/support/anthropic-agent.ts";
import { calls, fails, hangs, says, text } from "../../../../test/support/fake-anthropic/reply.ts";
import { itemsOf } from "../../../../test/support/fake-openai/request.ts";
import { prepareOpenAi } from "../../../../test/support/openai-agent.ts";

for (const api of ["responses", "chat"] as const) {
  agentRuntimeContract(`openai over ${api}`, {
    completes: () => prepareOpenAi([{ replies: [handsIn("fine"), says("again")] }], { api }),
    fails: () => prepareOpenAi([{ replies: [fails(400, { message: "no" })] }], { api }),
    hangs: () => prepareOpenAi([{ replies: [hangs(text("so"))] }], { api }),
    spawns: async () => {
      const prepared = await prepareOpenAi([{ replies: [calls("run", { command: "test" })] }], {
        api,
        options: { checks: { test: "sleep 100 & sleep 100" } },
      });
      return {
        ...prepared,
        request: (overrides) => prepared.request({ role: "implementer", access: "write", ...overrides }),
      };
    },
    losesSession: () => prepareOpenAi([{ replies: [says("never asked")] }], { api }),
    peeks: () =>
      prepareOpenAi(
        [
          {
            replies: [
              calls("read", { path: GIVEN }),
              calls("read", { path: HIDDEN }),
              (request) => handsIn(JSON.stringify(itemsOf(request))),
            ],
          },
        ],
        { api },
      ),
    meddles: () =>
      prepareOpenAi(
        [
          {
            replies: [
              calls("write", { path: GIVEN, content: "meddled" }),
              calls("run", { command: "test" }),
              handsIn("I tried."),
            ],
          },
        ],
        { api, options: { checks: { test: MEDDLING } } },
      ),
  });
}
