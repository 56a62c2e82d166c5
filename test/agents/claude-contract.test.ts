// The contract of an agent runtime, kept by the real Claude client against the fake API.
import { agentRuntimeContract, GIVEN, HIDDEN, MEDDLING } from "../contracts/agent-runtime.contract.ts";
import { prepareClaude } from "../support/claude-agent.ts";
import { calls, fails, hangs, says, text } from "../support/fake-anthropic/reply.ts";

const HANG = "#!/bin/sh\nsleep 100 &\nsleep 100\n";

agentRuntimeContract("claude", {
  completes: () => prepareClaude([{ replies: [says("fine"), says("again")] }]),
  fails: () => prepareClaude([{ replies: [fails(400, { message: "no" })] }]),
  hangs: () => prepareClaude([{ replies: [hangs(text("so"))] }]),
  spawns: async () => {
    const prepared = await prepareClaude([{ replies: [calls("Bash", { command: "sh hang.sh" })] }], {
      files: { "hang.sh": HANG },
      checks: ["sh hang.sh"],
    });
    return {
      ...prepared,
      request: (overrides) => prepared.request({ role: "implementer", access: "write", ...overrides }),
    };
  },
  losesSession: () => prepareClaude([{ replies: [says("never asked")] }]),
  peeks: () =>
    prepareClaude([
      {
        replies: [
          calls("Read", { file_path: GIVEN }),
          calls("Read", { file_path: HIDDEN }),
          ({ body }) => says(JSON.stringify(body.messages)),
        ],
      },
    ]),
  meddles: () =>
    prepareClaude(
      [
        {
          replies: [
            calls("Read", { file_path: GIVEN }), // the client changes no file it has not read
            calls("Write", { file_path: GIVEN, content: "meddled" }),
            calls("Bash", { command: MEDDLING }),
            says("I tried."),
          ],
        },
      ],
      { checks: [MEDDLING] },
    ),
});
