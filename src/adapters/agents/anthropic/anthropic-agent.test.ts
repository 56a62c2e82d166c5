import { agentRuntimeContract, GIVEN, HIDDEN, MEDDLING } from "../../../../test/contracts/agent-runtime.contract.ts";
import { handsIn, prepareAnthropic } from "../../../../test/support/anthropic-agent.ts";
import { calls, fails, hangs, says, text } from "../../../../test/support/fake-anthropic/reply.ts";

agentRuntimeContract("anthropic", {
  completes: () => prepareAnthropic([{ replies: [handsIn("fine"), says("again")] }]),
  fails: () => prepareAnthropic([{ replies: [fails(400, { message: "no" })] }]),
  hangs: () => prepareAnthropic([{ replies: [hangs(text("so"))] }]),
  spawns: async () => {
    const prepared = await prepareAnthropic([{ replies: [calls("run", { command: "test" })] }], {
      options: { checks: { test: "sleep 100 & sleep 100" } },
    });
    return {
      ...prepared,
      request: (overrides) => prepared.request({ role: "implementer", access: "write", ...overrides }),
    };
  },
  losesSession: () => prepareAnthropic([{ replies: [says("never asked")] }]),
  peeks: () =>
    prepareAnthropic([
      {
        replies: [
          calls("read", { path: GIVEN }),
          calls("read", { path: HIDDEN }),
          ({ body }) => handsIn(JSON.stringify(body.messages)),
        ],
      },
    ]),
  meddles: () =>
    prepareAnthropic(
      [
        {
          replies: [
            calls("write", { path: GIVEN, content: "meddled" }),
            calls("run", { command: "test" }),
            handsIn("I tried."),
          ],
        },
      ],
      { options: { checks: { test: MEDDLING } } },
    ),
});
