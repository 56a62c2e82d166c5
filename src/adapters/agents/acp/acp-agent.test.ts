import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  agentRuntimeContract,
  callsOf,
  collect,
  GIVEN,
  HIDDEN,
  MEDDLING,
  outcomeOf,
  processesOf,
  until,
} from "../../../../test/contracts/agent-runtime.contract.ts";
import { FEATURE, LOADS, prepareAcp, RESUMES, type Script } from "../../../../test/support/acp-runtime.ts";
import { newStep } from "../../../../test/support/agent-request.ts";
import { bundleForNode } from "../../../../test/support/bundle.ts";
import { sampled } from "../../../../test/support/sampled.ts";
import { estimateUsage } from "../../../domain/billing/usage.ts";
import type { ModelTier } from "../../../domain/roles/role.ts";
import { createAcpAgent, probeAcpAgent } from "./acp-agent.ts";
import type { AcpAgentOptions } from "./setup.ts";

const program = bundleForNode("test/support/acp-agent.ts");
const prepare = (script: Script | ((root: string) => Script) = {}, options: Partial<AcpAgentOptions> = {}) =>
  prepareAcp(program(), script, options);

for (const [way, greeting] of sampled(Object.entries({ "session/resume": RESUMES, "session/load": LOADS }), 2)) {
  agentRuntimeContract(`an ACP agent with ${way}`, {
    completes: () => prepare(greeting),
    fails: () => prepare({ error: { code: -32603, message: "overloaded" } }),
    hangs: () => prepare({ acts: [{ hang: true }] }),
    spawns: () => prepare({ acts: [{ breed: true }, { hang: true }] }),
    losesSession: () => prepare(greeting),
    peeks: () => prepare({ ...greeting, acts: [{ read: GIVEN }, { read: HIDDEN }] }),
    meddles: () =>
      prepare({ ...greeting, acts: [{ write: GIVEN, text: "meddled" }, { run: MEDDLING }] }, { checks: [MEDDLING] }),
  });
}

describe("a turn", () => {
  it("ends with all the agent said, and tells it as it comes", async () => {
    const call = { sessionUpdate: "tool_call", toolCallId: "1", title: "Look", kind: "think", status: "completed" };
    const { runtime, request } = await prepare({
      acts: [{ say: "Let me " }, { say: "look." }, { update: call }, { say: "{}" }],
    });

    const events = await collect(runtime, request());

    expect(events.map((event) => event.type)).toEqual(["spawned", "text", "text", "tool-called", "text", "ended"]);
    expect(outcomeOf(events)).toMatchObject({ status: "completed", reply: "Let me look.\n\n{}" });
  });

  it("works in the repository", async () => {
    const { runtime, request, root } = await prepare({ acts: [{ tell: "folder" }] });

    expect(outcomeOf(await collect(runtime, request()))).toMatchObject({ reply: JSON.stringify(root) });
  });

  it("leaves no process, also when the agent left one", async () => {
    const { runtime, request } = await prepare({ acts: [{ breed: true }, { say: "done" }] });
    const step = newStep();

    expect(outcomeOf(await collect(runtime, request({ step })))).toMatchObject({ status: "completed" });
    expect(processesOf(step)).toEqual([]);
  });

  it("ends when its reader is gone, and leaves no process", async () => {
    const { runtime, request } = await prepare({ acts: [{ say: "hello" }, { hang: true }] });
    const step = newStep();

    for await (const event of runtime.dispatch(request({ step }), new AbortController().signal)) {
      if (event.type === "text") break;
    }

    expect(processesOf(step)).toEqual([]);
  });

  it("that is aborted is cancelled first, so that the agent can save its session", async () => {
    const { runtime, request, memory } = await prepare({ acts: [{ say: "hello" }, { hang: true }] });
    const abort = new AbortController();

    for await (const event of runtime.dispatch(request(), abort.signal)) if (event.type === "text") abort.abort();

    const [session = ""] = await readdir(memory);
    expect(await readFile(join(memory, session), "utf8")).toContain("cancelled");
  });

  it("of an agent that is ahead of the protocol is read as far as it is understood", async () => {
    const { runtime, request } = await prepare({
      acts: [
        { update: { sessionUpdate: "telepathy", content: 1 } },
        { update: { sessionUpdate: "agent_message_chunk", content: { type: "smell" } } },
        { update: { sessionUpdate: "tool_call", toolCallId: 7 } },
        { say: "still here" },
      ],
    });

    expect(outcomeOf(await collect(runtime, request()))).toMatchObject({ status: "completed", reply: "still here" });
  });
});

describe("sessions", () => {
  it.each([
    ["session/resume", RESUMES],
    ["session/load", LOADS],
  ])("are taken up by %s in a new process, without repeating what was said before", async (_, greeting) => {
    const { runtime, request, root } = await prepare({ ...greeting, acts: [{ tell: "past" }] });
    const first = outcomeOf(await collect(runtime, request()));
    const ref = first.status === "completed" ? (first.session ?? "") : "";

    const events = await collect(runtime, request({ kind: "resume", session: { ref, mode: "resume" } }));

    const past = [`cwd ${root}`, "prompt Review the spec."];
    expect(outcomeOf(events)).toMatchObject({ status: "completed", session: ref, reply: JSON.stringify(past) });
  });

  it("are not promised by an agent that offers neither way", async () => {
    const { runtime, request } = await prepare({});

    expect(runtime.abilities.resume).toBe(false);
    const session = { ref: "session-1", mode: "resume" } as const;
    expect(outcomeOf(await collect(runtime, request({ session })))).toMatchObject({
      status: "failed",
      sessionLost: true,
    });
  });

  const choices = (...values: string[]) => values.map((value) => ({ value, id: value, name: value }));
  const model = { id: "model", category: "model", currentValue: "small", options: choices("small", "large") };

  const modes = { currentModeId: "yolo", availableModes: choices("yolo", "default") };
  const mode = { id: "mode", category: "mode", currentValue: "yolo", options: choices("yolo", "default") };

  it.each([
    ["mode", { modes, configOptions: [model] }],
    ["option", { configOptions: [mode, model] }],
  ])("use the model of the tier and the %s in which the agent asks", async (_, opened) => {
    const { setup, request: ask } = await prepare({ opened, acts: [{ tell: "settings" }] });
    const command = [...setup.command, "gemini"]; // one word of a command is enough to recognize it
    const runtime = await createAcpAgent({ ...setup, command, models: { standard: "large", strong: "huge" } });
    const outcome = async (tier: ModelTier) => outcomeOf(await collect(runtime, ask({ model: tier })));

    expect(await outcome("standard")).toMatchObject({ reply: '["mode default","model large"]' });
    expect(await outcome("light")).toMatchObject({ reply: '["mode default"]' });
    expect(await outcome("strong")).toMatchObject({
      status: "failed",
      error: expect.stringContaining('it has no model "huge"; it offers small, large'),
    });
  });

  it("are not held with a model that cannot be chosen: it would be another one's work at this one's price", async () => {
    const { runtime, request } = await prepare({ opened: { modes } }, { models: { standard: "large" } });
    const outcome = async (tier: ModelTier) => outcomeOf(await collect(runtime, request({ model: tier })));

    expect(await outcome("standard")).toMatchObject({
      status: "failed",
      error: expect.stringMatching(/model cannot be chosen, so it cannot use "large"; remove that from models\.acp/),
      sessionLost: false,
    });
    expect(await outcome("light")).toMatchObject({ status: "completed" });
  });

  it("are not held with an agent that cannot be made to ask", async () => {
    const opened = { modes: { currentModeId: "yolo", availableModes: choices("yolo", "auto") } };
    const { setup, request } = await prepare({ opened });
    const runtime = await createAcpAgent({ ...setup, command: [...setup.command, "gemini"] });

    expect(outcomeOf(await collect(runtime, request()))).toMatchObject({
      status: "failed",
      error: expect.stringContaining('it has no mode "default", the one in which it asks; it offers yolo, auto'),
      sessionLost: false,
    });
  });

  it.each([
    ["offers no mode at all", {}, 'it has no mode "default", the one in which it asks; it offers none'],
    [
      "does not take the mode in which it asks",
      { opened: { modes }, fixed: true },
      'it does not take the mode "default"',
    ],
    [
      "does not take the option in which it asks",
      { opened: { configOptions: [mode] }, fixed: true },
      'it does not take the mode "default"',
    ],
  ])("are not held with a ready agent that %s", async (_, script, words) => {
    const { setup, request } = await prepare(script);
    const runtime = await createAcpAgent({ ...setup, command: [...setup.command, "gemini"] });

    expect(outcomeOf(await collect(runtime, request()))).toMatchObject({
      status: "failed",
      error: expect.stringContaining(words),
      sessionLost: false,
    });
  });

  it("cost what their turns added, as far as that is known", async () => {
    const cost = (amount: number) => ({
      update: { sessionUpdate: "usage_update", used: 1, size: 2, cost: { amount, currency: "USD" } },
    });
    const { runtime, request, rewrite } = await prepare({ ...RESUMES, acts: [cost(0.5)] });
    const first = outcomeOf(await collect(runtime, request()));
    await rewrite({ ...RESUMES, acts: [cost(0.75)] });
    const ref = first.status === "completed" ? (first.session ?? "") : "";
    const second = outcomeOf(await collect(runtime, request({ session: { ref, mode: "resume" } })));

    expect(first.usage).toMatchObject({ cost: 0.5 });
    expect(second.usage?.cost).toBeUndefined(); // 0.75 is for the whole session, and its earlier cost was not reported
  });
});

describe("usage", () => {
  it("is what the agent reports", async () => {
    const usage = { totalTokens: 160, inputTokens: 100, outputTokens: 20, cachedReadTokens: 40 };
    const cost = { sessionUpdate: "usage_update", used: 1, size: 2, cost: { amount: 0.5, currency: "USD" } };
    const { runtime, request } = await prepare({ acts: [{ update: cost }, { say: "done" }], ended: { usage } });

    expect(outcomeOf(await collect(runtime, request())).usage).toEqual({
      ...{ input: 100, cacheRead: 40, cacheWrite: 0, output: 20, cost: 0.5 },
      estimated: false,
    });
  });

  it("is told while the agent works, where it reports any", async () => {
    const update = (used: number) => ({ update: { sessionUpdate: "usage_update", used, size: 2000 } });
    const { runtime, request } = await prepare({ acts: [update(700), { say: "done" }, update(900)] });

    const events = await collect(runtime, request());

    expect(events.flatMap((event) => (event.type === "used" ? [event.tokens] : []))).toEqual([700, 900]);
  });

  it("is estimated, and marked so, when the agent reports none", async () => {
    const { runtime, request } = await prepare({ acts: [{ say: "done" }] });
    const asked = request();

    expect(outcomeOf(await collect(runtime, asked)).usage).toEqual(estimateUsage(asked.prompt.text.length, 4));
  });
});

describe("a failing agent is an outcome that says what to do", () => {
  it.each([
    ["refusal", "refused to answer"],
    ["max_tokens", "limit of tokens"],
    ["max_turn_requests", "limit of requests"],
    ["cancelled", "cancelled the turn by itself"],
    ["boredom", "unknown reason: boredom"],
  ])("when it stops with %s", async (stopReason, words) => {
    const { runtime, request } = await prepare({ ended: { stopReason } });

    expect(outcomeOf(await collect(runtime, request()))).toMatchObject({
      status: "failed",
      error: expect.stringContaining(words),
      sessionLost: false,
    });
  });

  it("when it answers with an error, with its detail and its last words", async () => {
    const { runtime, request } = await prepare({
      acts: [{ complain: "quota exceeded" }],
      error: { code: -32603, message: "Internal error", data: { details: "429 from the provider" } },
    });

    const outcome = outcomeOf(await collect(runtime, request()));

    expect(outcome).toMatchObject({ error: expect.stringContaining("Internal error: 429 from the provider") });
    expect(outcome).toMatchObject({ error: expect.stringContaining("it said: quota exceeded") });
  });

  it("when it dies in the middle", async () => {
    const { runtime, request } = await prepare({ acts: [{ complain: "out of memory" }, { exit: 9 }] });

    expect(outcomeOf(await collect(runtime, request()))).toMatchObject({
      status: "failed",
      error: expect.stringMatching(/ended in the middle \(exit code 9\); it said: out of memory$/),
    });
  });

  it("when it has to be logged in", async () => {
    const authMethods = [{ id: "browser", name: "Browser login", description: "opens a page" }];
    const { runtime, request } = await prepare({ loggedOut: true, greeting: { authMethods } });

    expect(outcomeOf(await collect(runtime, request()))).toMatchObject({
      status: "failed",
      error: expect.stringContaining("it is not logged in"),
      needs: "log in with Browser login (opens a page)",
      sessionLost: false,
    });
  });

  it.each([
    ["does not start", "exit", /ended in the middle \(exit code 3\); it said: no such model/],
    ["prints something else", "garbage", /not the protocol: Usage: agent \[options\]/],
    ["never answers", "silent", /did not answer initialize within 0.3 s/],
  ] as const)("when it %s", async (_, atStart, words) => {
    const { setup, request, rewrite } = await prepare();
    const runtime = await createAcpAgent(
      { ...setup, patienceMs: { exit: 30_000, garbage: 5_000, silent: 300 }[atStart] }, // on a busy machine it starts late
      await probeAcpAgent(setup),
    );
    await rewrite({ atStart });
    const step = newStep();

    const outcome = outcomeOf(await collect(runtime, request({ step })));

    expect(outcome).toMatchObject({ status: "failed", error: expect.stringMatching(words), sessionLost: false });
    expect(processesOf(step)).toEqual([]);
  });

  it("when its folder is gone", async () => {
    const { runtime, request } = await prepare();

    const outcome = outcomeOf(await collect(runtime, request({ workdir: "/no/such/folder" })));

    expect(outcome).toMatchObject({ status: "failed", error: expect.stringContaining("/no/such/folder") });
  });

  it("and never tells the secrets it was given", async () => {
    const { runtime, request } = await prepare(
      { acts: [{ complain: "bad key sk-12345678" }], error: { code: -32603, message: "sk-12345678 was rejected" } },
      { env: { PATH: process.env.PATH, MY_KEY: "sk-12345678" }, passEnv: ["MY_KEY"] },
    );

    const outcome = outcomeOf(await collect(runtime, request()));

    expect(JSON.stringify(outcome)).not.toContain("sk-12345678");
    expect(outcome).toMatchObject({
      error: expect.stringContaining("[secret] was rejected; it said: bad key [secret]"),
    });
  });
});

describe("what an agent tells", () => {
  it("is told without the secrets it was given, wherever they stand", async () => {
    const { runtime, request } = await prepare(
      {
        acts: [
          { say: "My key is sk-12345678." },
          { read: "/sk-12345678" },
          { run: "curl", args: ["-H", "sk-12345678"] },
        ],
      },
      { env: { PATH: process.env.PATH, MY_KEY: "sk-12345678" }, passEnv: ["MY_KEY"] },
    );

    const events = await collect(runtime, request());

    expect(JSON.stringify(events)).not.toContain("sk-12345678");
    expect(callsOf(events)).toEqual(["read /[secret] refused", "execute refused"]);
    expect(outcomeOf(events)).toMatchObject({ reply: expect.stringContaining("My key is [secret].") });
  });
});

describe("before the first dispatch", () => {
  it("a command that cannot be started is unavailable, with a way to get it", async () => {
    const { setup } = await prepare();

    await expect(createAcpAgent({ ...setup, command: ["no-such-agent", "acp"] })).rejects.toMatchObject({
      code: "agent-unavailable",
      message: expect.stringContaining("the command cannot be found"),
      fix: "Try the command by itself: no-such-agent acp",
    });
  });

  it("a ready agent that is not there is to be installed, one that fails is to be tried", async () => {
    const { setup, rewrite } = await prepare();
    await rewrite({ atStart: "exit" });
    const command = [...setup.command, "gemini"];

    await expect(createAcpAgent({ ...setup, command: ["gemini", "--acp"], env: { PATH: "" } })).rejects.toMatchObject({
      fix: "Install it: npm install -g @google/gemini-cli",
    });
    await expect(createAcpAgent({ ...setup, command })).rejects.toMatchObject({
      message: expect.stringContaining("exit code 3"),
      fix: `Try the command by itself: ${command.join(" ")}`,
    });
  });

  it("a greeting that is no longer awaited ends at once and leaves no process", async () => {
    const { setup, rewrite } = await prepare();
    await rewrite({ atStart: "silent" });
    const [mark, abort] = [newStep(), new AbortController()];
    const env = { ...setup.env, IFLOW_STEP: mark };

    const greeting = createAcpAgent({ ...setup, env, passEnv: ["IFLOW_STEP"], signal: abort.signal });
    await until(() => processesOf(mark).length > 0);
    abort.abort();

    await expect(greeting).rejects.toMatchObject({
      code: "interrupted",
      message: expect.stringMatching(/^stopped while /),
    });
    expect(processesOf(mark)).toEqual([]);
  });

  it("a greeting that is stopped before it begins starts nothing", async () => {
    const { setup } = await prepare();
    const command = ["/no/such/agent"];

    expect(await probeAcpAgent({ ...setup, command, signal: AbortSignal.abort() })).toMatchObject({
      reason: "stopped",
    });
  });

  it("another version of the protocol is refused", async () => {
    const { setup, rewrite } = await prepare();
    await rewrite({ greeting: { protocolVersion: 2 } });

    expect(await probeAcpAgent(setup)).toMatchObject({ ok: false, why: expect.stringContaining("speaks version 2") });
  });

  it("an agent says who it is", async () => {
    const { setup } = await prepare({ greeting: { agentInfo: { name: "tiny", version: "1.2.3" } } });

    expect(await probeAcpAgent(setup)).toMatchObject({ ok: true, greeting: { name: "tiny 1.2.3", takesUp: "none" } });
  });
});

describe("the environment of an agent", () => {
  it("is a list of allowed names, the names of its providers, and the step", async () => {
    const { runtime, request } = await prepare(
      { acts: [{ tell: "environment" }] },
      {
        env: {
          ...{ PATH: process.env.PATH, HOME: "/home/me", LC_ALL: "C", XDG_CONFIG_HOME: "/x", HTTPS_PROXY: "http://p" },
          ...{
            MY_KEY: "given",
            AWS_SECRET_ACCESS_KEY: "s",
            GITHUB_TOKEN: "s",
            NODE_OPTIONS: "s",
            ANTHROPIC_API_KEY: "s",
          },
        },
        passEnv: ["MY_KEY"],
      },
    );
    const step = newStep();

    const outcome = outcomeOf(await collect(runtime, request({ step })));

    const seen = JSON.parse(outcome.status === "completed" ? outcome.reply : "{}");
    for (const own of ["PWD", "OLDPWD", "SHLVL", "_"]) delete seen[own]; // set by the shell that opens the gate
    expect(seen).toEqual({
      ...{ PATH: process.env.PATH, HOME: "/home/me", LC_ALL: "C", XDG_CONFIG_HOME: "/x", HTTPS_PROXY: "http://p" },
      ...{ MY_KEY: "given", IFLOW_STEP: step, IFLOW_STEP_ROOT: seen.IFLOW_STEP_ROOT },
    });
  });
});

describe("a blind role", () => {
  const blind = { access: "blind", role: "test-deepener-a", readable: [`${FEATURE}/spec.md`] } as const;

  it("works in a folder that holds only what it may read, and that is gone afterwards", async () => {
    const { runtime, request, root } = await prepare({
      acts: [{ tell: "folder" }, { read: `${FEATURE}/spec.md` }, { read: "README.md" }],
    });

    const events = await collect(runtime, request(blind));

    const outcome = outcomeOf(events);
    const reply = outcome.status === "completed" ? outcome.reply : "";
    const folder = /^"([^"]+)"/.exec(reply)?.[1] ?? "";
    expect(folder.startsWith(root)).toBe(false);
    expect(folder).toContain(tmpdir().split("/").at(-1));
    expect(existsSync(folder)).toBe(false);
    expect(reply).toContain("read one\ntwo\nthree\n");
    expect(callsOf(events)).toEqual([`read ${FEATURE}/spec.md`, "read README.md refused"]);
  });

  const did = (kind: string, more: object = {}) => ({
    update: { sessionUpdate: "tool_call", toolCallId: kind, title: kind, kind, status: "completed", ...more },
  });

  it.each([
    [
      "read something else",
      did("read", { locations: [{ path: "/elsewhere/README.md" }] }),
      "read /elsewhere/README.md",
    ],
    ["searched", did("search"), "search search"],
    ["run a command", did("execute", { rawInput: { command: "cat /x" } }), "execute cat /x"],
    ["used an unknown tool on a file", did("other", { rawInput: { path: "/x" } }), "other /x"],
  ])("is not believed after it has %s without asking (IMP-9)", async (_, act, deed) => {
    const { runtime, request } = await prepare({ acts: [act, { say: "I know" }] });

    const events = await collect(runtime, request(blind));

    expect(outcomeOf(events)).toMatchObject({
      status: "failed",
      error: expect.stringContaining(`it did without asking what its role may not: ${deed} (`),
    });
    expect(callsOf(events)).toEqual([expect.stringMatching(/ refused$/)]);
  });

  it("is believed after a note to itself", async () => {
    const { runtime, request } = await prepare({ acts: [did("other"), { say: "I know" }] });

    expect(outcomeOf(await collect(runtime, request(blind)))).toMatchObject({ status: "completed" });
  });
});
