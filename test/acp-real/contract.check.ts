// The contract of an agent runtime, kept by the ACP runtime with real agents behind it.
import { agentRuntimeContract, GIVEN, HIDDEN, MEDDLING } from "../contracts/agent-runtime.contract.ts";
import { fails, hangs, says, text } from "../support/fake-anthropic/reply.ts";
import type { Rule } from "../support/fake-anthropic/server.ts";
import { KNOWN_WELL, prepareReal } from "./prepared-agent.ts";

const HANG = { "hang.sh": "#!/bin/sh\nsleep 100 &\nsleep 100\n" };

for (const agent of KNOWN_WELL) {
  const prepare = async (replies: Rule["replies"], check?: string) => {
    const prepared = await prepareReal(agent, [{ replies }], { "README.md": "# Example\n", ...HANG });
    return { ...prepared, runtime: await prepared.open({ checks: check === undefined ? [] : [check] }) };
  };
  agentRuntimeContract(agent.name, {
    completes: () => prepare([says("fine"), says("again")]),
    fails: () => prepare([fails(400, { message: "no" })]),
    hangs: () => prepare([hangs(text("so"))]),
    spawns: async () => {
      const prepared = await prepare([agent.run("sh hang.sh")], "sh hang.sh");
      return {
        ...prepared,
        request: (overrides) => prepared.request({ role: "implementer", access: "write", ...overrides }),
      };
    },
    losesSession: () => prepare([says("never asked")]),
    peeks: () => prepare([agent.read(GIVEN), agent.read(HIDDEN), ({ body }) => says(JSON.stringify(body.messages))]),
    meddles: () =>
      prepare([agent.read(GIVEN), agent.write(GIVEN, "meddled"), agent.run(MEDDLING), says("I tried.")], MEDDLING),
  });
}
