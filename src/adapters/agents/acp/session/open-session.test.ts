import { describe, expect, it } from "vitest";
import { collect, outcomeOf } from "../../../../../test/contracts/agent-runtime.contract.ts";
import { LOADS, prepareAcp, RESUMES, type Script } from "../../../../../test/support/acp-runtime.ts";
import { bundleForNode } from "../../../../../test/support/bundle.ts";
import type { AgentRequest, AgentRuntime } from "../../../../ports/agents/agent-runtime.ts";
import { createAcpAgent } from "../acp-agent.ts";
import type { AcpAgentOptions } from "../setup.ts";

const program = bundleForNode("test/support/acp-agent.ts");
const choices = (...values: string[]) => values.map((value) => ({ value, id: value, name: value }));

/** The small agent under the name of a ready one: one word of a command is enough to recognize it. */
async function play(script: Script, options: Partial<AcpAgentOptions> = {}, name = "") {
  const { setup, request } = await prepareAcp(program(), script, options);
  const runtime = await createAcpAgent({ ...setup, command: [...setup.command, name] });
  return { runtime, request, ask: (more?: Partial<AgentRequest>) => outcome(runtime, request(more)) };
}

const outcome = async (runtime: AgentRuntime, request: AgentRequest) => outcomeOf(await collect(runtime, request));

async function twice(script: Script, options?: Partial<AcpAgentOptions>, name?: string) {
  const { ask } = await play(script, options, name);
  const first = await ask();
  const ref = first.status === "completed" ? (first.session ?? "") : "";
  return { first, second: await ask({ kind: "resume", session: { ref, mode: "resume" } }) };
}

describe("a loaded session that is repeated", () => {
  it("after it was loaded says nothing in the answer", async () => {
    const { second } = await twice({ ...LOADS, repeats: "afterwards", acts: [{ think: 300 }, { say: "new" }] });

    expect(second).toMatchObject({ status: "completed", reply: "new" });
  });

  it.each([
    ["in the answer", "it repeated earlier messages of the session in its answer"],
    ["for ever", "it does not stop repeating the session it took up"],
  ] as const)("%s is lost, and the answer does not count", async (repeats, why) => {
    const { second } = await twice({ ...LOADS, repeats, acts: [{ say: "new" }] }, { patienceMs: 4000 });

    expect(second).toMatchObject({ status: "failed", sessionLost: true, error: expect.stringContaining(why) });
  });
});

describe("an agent that is known to resume badly", () => {
  it("is not asked to, whatever it offers, and it is said why", async () => {
    const modes = { currentModeId: "default", availableModes: choices("default") };
    const { runtime, ask } = await play({ ...LOADS, opened: { modes } }, {}, "gemini");

    expect(runtime.abilities.resume).toBe(false);
    expect(await ask({ session: { ref: "session-1", mode: "resume" } })).toMatchObject({
      sessionLost: true,
      error: expect.stringMatching(/^gemini: it cannot resume a session: .+ twice/),
    });
  });
});

describe("the model", () => {
  const model = { id: "model", category: "model", currentValue: "large", options: choices("small", "large") };

  it.each([RESUMES, LOADS])(
    "is set in new and resumed sessions alike, also when it seems to be set already",
    async (way) => {
      const script = { ...way, opened: { configOptions: [model] }, acts: [{ tell: "settings" as const }] };

      const { first, second } = await twice(script, { models: { standard: "large", strong: "large" } });

      expect(first).toMatchObject({ reply: '["model large"]' });
      expect(second).toMatchObject({ reply: '["model large"]' });
    },
  );
});

describe("options that make an agent ask", () => {
  const mode = "https://agentclientprotocol.com/protocol/session-modes#agent";
  const modes = { currentModeId: mode, availableModes: choices(mode) };
  const allowAll = { id: "allow_all", category: "permissions", currentValue: "on", options: choices("on", "off") };

  it("are set", async () => {
    const opened = { modes, configOptions: [allowAll] };
    const { ask } = await play({ opened, acts: [{ tell: "settings" }] }, {}, "copilot");

    expect(await ask()).toMatchObject({ reply: '["allow_all off"]' });
  });

  it.each([
    ["has none", { modes }, {}, 'it has no option "allow_all" that makes it ask'],
    ["refuses it", { modes, configOptions: [allowAll] }, { fixed: true }, 'does not take "allow_all"'],
  ])("end the turn of one that %s", async (_, opened, more, why) => {
    const { ask } = await play({ opened, ...more }, {}, "copilot");

    expect(await ask()).toMatchObject({ status: "failed", error: expect.stringContaining(why) });
  });
});

describe("the door for reading", () => {
  it.each([
    ["gemini", false],
    ["kimi", true],
    ["", true],
  ])("is offered to %s: %s", async (name, readTextFile) => {
    const modes = { currentModeId: "default", availableModes: choices("default") };
    const { ask } = await play({ opened: { modes }, acts: [{ tell: "doors" }] }, {}, name);

    const { reply } = (await ask({ access: "write", role: "spec-author" })) as { reply: string };
    expect(JSON.parse(reply).fs).toEqual({ readTextFile, writeTextFile: true });
  });
});
