import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import {
  agentRuntimeContract,
  collect,
  GIVEN,
  HIDDEN,
  MEDDLING,
  outcomeOf,
  processesOf,
  until,
} from "../../../../test/contracts/agent-runtime.contract.ts";
import { agentRequest, newStep } from "../../../../test/support/agent-request.ts";
import { tempFolder, tempRepo } from "../../../../test/support/temp-repo.ts";
import { estimateUsage } from "../../../domain/billing/usage.ts";
import type { AgentEvent, AgentRequest, AgentRuntime } from "../../../ports/agents/agent-runtime.ts";
import { createWorkingTree } from "../../files/working-tree.ts";
import type { ScriptedOutcome } from "./script.ts";
import { createScriptedAgent } from "./scripted-agent.ts";

const FEATURE = "docs/features/001-a";
const SLEEPERS = "sleep 100 & sleep 100";

agentRuntimeContract("the scripted agent", {
  completes: () => prepare([{ reply: { approved: true } }, { reply: "again" }]),
  fails: () => prepare([{ error: "overloaded" }]),
  hangs: () => prepare([{ hang: true }]),
  spawns: () => prepare([{ run: [SLEEPERS] }]),
  losesSession: () => prepare([{}]),
  peeks: () => prepare([{ reads: [GIVEN, HIDDEN], reply: "I looked." }]),
  meddles: () => prepare([{ asks: true, writes: { [GIVEN]: "meddled" }, run: [MEDDLING], reply: "I tried." }]),
});

describe("what a turn does", () => {
  it("is done in order: reads, writes, deletes, commands, reply", async () => {
    const { runtime, request, root } = await prepare(
      [
        {
          run: ["test -f {feature}/b.md && test ! -e old.md", "cp {feature}/b.md seen.md"],
          deletes: ["old.md"],
          writes: { "{feature}/b.md": "new", "src/./a.ts": "" },
          reads: ["{feature}//a.md"],
          reply: "done",
        },
      ],
      { files: { [`${FEATURE}/a.md`]: "", "old.md": "" } },
    );

    const events = await collect(runtime, request());

    expect(events.map(summarise)).toEqual([
      `read ${FEATURE}/a.md`,
      `write ${FEATURE}/b.md`,
      "write src/a.ts",
      "delete old.md",
      "spawned",
      "spawned",
      "ended completed",
    ]);
    expect(await readFile(join(root, "seen.md"), "utf8")).toBe("new");
  });

  it("is nothing at all when the script does not fit: the run fails instead", async () => {
    const { runtime, request, root } = await prepare([{ expect: "resume", writes: { "a.md": "" } }]);

    await expect(collect(runtime, request())).rejects.toMatchObject({ code: "script-mismatch" });
    expect(existsSync(join(root, "a.md"))).toBe(false);
  });

  it("is nothing at all when it is aborted before", async () => {
    const { runtime, request, root } = await prepare([
      { reads: ["README.md"], writes: { "a.md": "" }, deletes: ["README.md"] },
    ]);

    const events = await collect(runtime, request(), AbortSignal.abort());

    expect(events.map(summarise)).toEqual(["ended aborted"]);
    expect(existsSync(join(root, "a.md"))).toBe(false);
    expect(existsSync(join(root, "README.md"))).toBe(true);
  });

  it("stops between two actions when it is aborted there", async () => {
    const { runtime, request, root } = await prepare([{ writes: { "a.md": "", "b.md": "" } }]);
    const abort = new AbortController();
    const seen: string[] = [];

    for await (const event of runtime.dispatch(request(), abort.signal)) {
      seen.push(summarise(event));
      abort.abort();
    }

    expect(seen).toEqual(["write a.md", "ended aborted"]);
    expect(existsSync(join(root, "b.md"))).toBe(false);
  });

  it("happens before its error, which does not lose the session", async () => {
    const { runtime, request, root } = await prepare([
      { writes: { "half.md": "half" }, error: "session limit", reply: "x" },
    ]);

    const outcome = outcomeOf(await collect(runtime, request()));

    expect(outcome).toMatchObject({ status: "failed", error: "session limit", sessionLost: false });
    expect(await readFile(join(root, "half.md"), "utf8")).toBe("half");
  });

  it("takes its delay, and no longer when it is aborted", async () => {
    const { runtime, request } = await prepare([{ delayMs: 5, reply: "later" }, { delayMs: 86_400_000 }]);
    expect(outcomeOf(await collect(runtime, request()))).toMatchObject({ reply: "later" });
    const abort = new AbortController();

    setTimeout(() => abort.abort(), 20);

    expect(outcomeOf(await collect(runtime, request(), abort.signal))).toMatchObject({ status: "aborted" });
  });
});

describe("reads", () => {
  it("that are refused are told and do not stop the turn", async () => {
    const { runtime, request, root } = await prepare([{ reads: ["../secret", "link", "README.md", "missing.md"] }]);
    await symlink(await tempFolder(), join(root, "link"));

    const events = await collect(runtime, request());

    expect(events).toMatchObject([
      { type: "tool-called", name: "read", path: "../secret", refused: expect.stringContaining("a .. segment") },
      { type: "tool-called", name: "read", path: "link", refused: expect.stringContaining("out of the repository") },
      { type: "tool-called", name: "read", path: "README.md" },
      { type: "tool-called", name: "read", path: "missing.md" },
      { type: "ended", outcome: { status: "completed" } },
    ]);
    expect(events.slice(2, 4).every((event) => !("refused" in event))).toBe(true);
  });

  it("of a blind role are limited to what it may see", async () => {
    const { runtime, request } = await prepare([{ reads: ["{feature}/spec.md", "README.md", "./{feature}/spec.md"] }]);

    const events = await collect(runtime, request({ access: "blind", readable: [`${FEATURE}/spec.md`] }));

    expect(events.map(summarise)).toEqual([
      `read ${FEATURE}/spec.md`,
      "read README.md refused",
      `read ${FEATURE}/spec.md`,
      "ended completed",
    ]);
  });
});

describe("writes and deletes", () => {
  it("happen also for a role that may only read, so that a script can break the rules", async () => {
    const { runtime, request, root } = await prepare([
      { writes: { "{feature}/spec.md": "{feature}" }, deletes: ["README.md"] },
    ]);

    await collect(runtime, request({ access: "read" }));

    expect(await readFile(join(root, FEATURE, "spec.md"), "utf8")).toBe("{feature}");
    expect(existsSync(join(root, "README.md"))).toBe(false);
  });

  it.each([
    ["write", { writes: { "../escape.md": "", "after.md": "" } }],
    ["write", { writes: { ".git/hooks/pre-commit": "", "after.md": "" } }],
    ["delete", { deletes: ["../escape.md"], run: ["touch after.md"] }],
  ])("an unsafe %s ends the turn there, failed, with the reason (IMP-7)", async (name, turn) => {
    const { runtime, request, root } = await prepare([turn]);

    const events = await collect(runtime, request({ access: "write" }));

    expect(events).toMatchObject([
      { type: "tool-called", name, refused: expect.any(String) },
      {
        type: "ended",
        outcome: { status: "failed", error: expect.stringContaining("is refused"), sessionLost: false },
      },
    ]);
    expect(existsSync(join(root, "after.md"))).toBe(false);
    expect(existsSync(join(root, "../escape.md"))).toBe(false);
    expect(existsSync(join(root, ".git/hooks/pre-commit"))).toBe(false);
  });

  it("that the disk does not take fail the turn and not the run", async () => {
    const { runtime, request } = await prepare([{ writes: { "README.md/below": "" } }]);

    const outcome = outcomeOf(await collect(runtime, request()));

    expect(outcome).toMatchObject({ status: "failed", error: expect.stringContaining("README.md/below") });
  });
});

describe("a turn that asks", () => {
  it("continues after every refusal, also where the role may write (IMP-7)", async () => {
    const { runtime, request, root } = await prepare([
      {
        asks: true,
        writes: { "../escape.md": "", ".git/config": "", "after.md": "" },
        deletes: ["../escape.md"],
        reply: "done",
      },
    ]);

    const events = await collect(runtime, request({ access: "write" }));

    expect(events.map(summarise)).toEqual([
      "write ../escape.md refused",
      "write .git/config refused",
      "write after.md",
      "delete ../escape.md refused",
      "ended completed",
    ]);
    expect(existsSync(join(root, "../escape.md"))).toBe(false);
    expect(await readFile(join(root, ".git/config"), "utf8")).toContain("iflow test");
  });
});

describe("commands", () => {
  it("run at the root with a picked environment and the name of the step", async () => {
    const { runtime, request, root } = await prepare([
      { run: ['pwd >seen && echo "$COLOUR$GIVEN $IFLOW_STEP" >>seen'] },
    ]);

    await collect(runtime, request({ step: "specify/1/1/spec-reviewer/1" }));

    expect(await readFile(join(root, "seen"), "utf8")).toBe(`${root}\nred specify/1/1/spec-reviewer/1\n`);
  });

  it("that fail end the turn there, named with their exit code", async () => {
    const { runtime, request, root } = await prepare([{ run: ["true", "exit 3", "touch after.md"], reply: "fine" }]);

    const outcome = outcomeOf(await collect(runtime, request()));

    expect(outcome).toMatchObject({
      status: "failed",
      error: "exit code 3 from the command: exit 3",
      sessionLost: false,
    });
    expect(existsSync(join(root, "after.md"))).toBe(false);
  });

  it("that are killed by somebody else end the turn, named with the signal", async () => {
    const { runtime, request } = await prepare([{ run: ["kill -9 $$"] }]);

    expect(outcomeOf(await collect(runtime, request()))).toMatchObject({
      error: "SIGKILL ended the command: kill -9 $$",
    });
  });

  it("read an empty input and may say as much as they like", async () => {
    const { runtime, request, root } = await prepare([{ run: ["cat >input; head -c 1000000 /dev/zero; echo >&2"] }]);

    expect(outcomeOf(await collect(runtime, request()))).toMatchObject({ status: "completed" });
    expect(await readFile(join(root, "input"), "utf8")).toBe("");
  });

  it("do nothing before their announcement is taken, and end when the listener is gone", async () => {
    const { runtime, request, root } = await prepare([{ run: ["touch made", SLEEPERS] }]);
    const step = newStep();
    const announced: number[] = [];

    for await (const event of runtime.dispatch(request({ step }), new AbortController().signal)) {
      if (event.type !== "spawned") continue;
      announced.push(event.pid);
      await pause(100); // enough time to do harm
      expect(existsSync(join(root, "made"))).toBe(announced.length > 1);
      if (announced.length > 1) break;
    }

    expect(announced).toHaveLength(2);
    expect(processesOf(step)).toEqual([]);
  });

  it("leave nothing running in the background when they are done", async () => {
    const { runtime, request } = await prepare([{ run: ["sleep 100 &"], reply: "done" }]);
    const step = newStep();

    const outcome = outcomeOf(await collect(runtime, request({ step })));

    expect(outcome).toMatchObject({ status: "completed" });
    expect(processesOf(step)).toEqual([]);
  });

  it("that will not end when asked are made to", async () => {
    const { runtime, request, root } = await prepare([{ run: ["trap '' TERM; touch ready; sleep 100; sleep 100"] }]);
    const step = newStep();
    const abort = new AbortController();

    const reading = collect(runtime, request({ step }), abort.signal);
    await until(() => existsSync(join(root, "ready")));
    abort.abort();

    expect(outcomeOf(await reading)).toMatchObject({ status: "aborted" });
    expect(processesOf(step)).toEqual([]);
  });

  it("that cannot be started fail the turn and not the run", async () => {
    const { runtime, request, root } = await prepare([{ run: ["true"] }]);

    const outcome = outcomeOf(await collect(runtime, request({ workdir: join(root, "gone") })));

    expect(outcome).toMatchObject({ status: "failed", error: "cannot start a shell for the command: true" });
  });
});

describe("the reply", () => {
  it("is an object printed as JSON, a text as it is, or empty", async () => {
    const verdict = { approved: false, issues: [{ severity: "blocker" }] };
    const { runtime, request } = await prepare([{ reply: verdict }, { reply: "cut off {" }, {}]);

    const replies = [];
    for (let turn = 1; turn <= 3; turn++) replies.push(outcomeOf(await collect(runtime, request())));

    expect(replies).toMatchObject([{ reply: JSON.stringify(verdict, null, 2) }, { reply: "cut off {" }, { reply: "" }]);
  });

  it("comes with the usage of the script, else with an estimate from the lengths", async () => {
    const { runtime, request } = await prepare([
      { usage: { input: 7, output: 2, cost: 0.1 } },
      { reply: "12345" },
      { error: "no" },
    ]);
    const promptChars = request().prompt.text.length;

    const usages = [];
    for (let turn = 1; turn <= 3; turn++) usages.push(outcomeOf(await collect(runtime, request())).usage);

    expect(usages).toEqual([
      { input: 7, cacheRead: 0, cacheWrite: 0, output: 2, cost: 0.1, estimated: false },
      estimateUsage(promptChars, 5),
      estimateUsage(promptChars, 0),
    ]);
  });
});

describe("sessions and turns", () => {
  it("a session is named after its first turn and keeps its name when it is resumed", async () => {
    const { runtime, request } = await prepare([
      {},
      { expect: "resume" },
      { expect: "repair" },
      { expect: "fallback" },
    ]);
    const session = { ref: "scripted-spec-reviewer-1", mode: "resume" } as const;

    const sessions = [
      outcomeOf(await collect(runtime, request())),
      outcomeOf(await collect(runtime, request({ kind: "resume", session }))),
      outcomeOf(await collect(runtime, request({ kind: "repair", session }))),
      outcomeOf(await collect(runtime, request({ kind: "fallback" }))),
    ];

    expect(sessions).toMatchObject([
      { session: "scripted-spec-reviewer-1" },
      { session: "scripted-spec-reviewer-1" },
      { session: "scripted-spec-reviewer-1" },
      { session: "scripted-spec-reviewer-4" },
    ]);
  });

  it("an unknown session does nothing but takes the turn, so the fresh dispatch after it plays the next one (RES-6)", async () => {
    const { runtime, request, root } = await prepare([
      { writes: { "a.md": "" } },
      { expect: "fallback", reply: "next" },
    ]);

    const lost = await collect(runtime, request({ kind: "resume", session: { ref: "gone", mode: "resume" } }));
    const next = await collect(runtime, request({ kind: "fallback" }));

    expect(lost).toMatchObject([{ outcome: { status: "failed", error: "unknown session gone", sessionLost: true } }]);
    expect(existsSync(join(root, "a.md"))).toBe(false);
    expect(outcomeOf(next)).toMatchObject({ reply: "next" });
  });

  it("a new process finds its turn and its sessions from the outcomes alone", async () => {
    const outcomes = [
      { role: "spec-reviewer", phase: "specify", session: "scripted-spec-reviewer-1" },
      { role: "spec-author", phase: "specify" },
    ];
    const { runtime, request } = await prepare([{ reply: "first" }, { reply: "second" }], { outcomes });

    const session = { ref: "scripted-spec-reviewer-1", mode: "resume" } as const;
    const outcome = outcomeOf(await collect(runtime, request({ kind: "resume", session })));

    expect(outcome).toMatchObject({ status: "completed", reply: "second", session: "scripted-spec-reviewer-1" });
  });

  it("each feature has its own place in the script", async () => {
    const { runtime, request } = await prepare([{ reply: "first" }, { reply: "second" }]);
    await collect(runtime, request());

    const other = await collect(runtime, request({ feature: { key: "002-b", folder: "docs/features/002-b" } }));

    expect(outcomeOf(other)).toMatchObject({ reply: "first", session: "scripted-spec-reviewer-1" });
    expect(outcomeOf(await collect(runtime, request()))).toMatchObject({ reply: "second" });
  });

  it("an aborted turn that wrote no outcome is played again", async () => {
    const { runtime, request } = await prepare([{ delayMs: 20, reply: "first" }]);
    await collect(runtime, request(), AbortSignal.abort());

    expect(outcomeOf(await collect(runtime, request()))).toMatchObject({ reply: "first" });
  });
});

interface Preparation {
  readonly files?: Record<string, string>;
  readonly outcomes?: readonly ScriptedOutcome[];
}

/** A repository and an agent with these turns for spec-reviewer; outcomes are kept the way the engine keeps them. */
async function prepare(turns: readonly object[], { files, outcomes = [] }: Preparation = {}) {
  const { root } = await tempRepo(files ?? { "README.md": "# Example\n" });
  const written = new Map<string, ScriptedOutcome[]>([["001-a", [...outcomes]]]);
  const agent = createScriptedAgent({
    scriptPath: "script.json",
    scriptText: JSON.stringify({ roles: { "spec-reviewer": turns, "test-deepener-a": turns, implementer: turns } }),
    workingTree: createWorkingTree(root),
    outcomes: async (feature) => written.get(feature) ?? [],
    processIdentity: async (pid) => ({ startTime: startTimeOf(pid) }),
    env: { PATH: process.env.PATH, COLOUR: "blue", GIVEN: "red" },
    checkEnvironment: ["GIVEN"],
  });
  const request = (overrides?: Partial<AgentRequest>) => agentRequest(root, overrides);
  return { runtime: keepOutcomes(agent, written), request, root };
}

function keepOutcomes(agent: AgentRuntime, written: Map<string, ScriptedOutcome[]>): AgentRuntime {
  return {
    ...agent,
    async *dispatch(request, signal) {
      for await (const event of agent.dispatch(request, signal)) {
        yield event;
        if (event.type !== "ended" || event.outcome.status === "aborted") continue;
        const { role, phase } = request;
        const session = event.outcome.status === "completed" ? event.outcome.session : undefined;
        written.set(request.feature.key, [...(written.get(request.feature.key) ?? []), { role, phase, session }]);
      }
    },
  };
}

function startTimeOf(pid: number): string {
  if (!existsSync("/proc/self/stat"))
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" });
  return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[19] ?? "";
}

function summarise(event: AgentEvent): string {
  if (event.type === "ended") return `ended ${event.outcome.status}`;
  if (event.type !== "tool-called") return event.type;
  return `${event.name} ${event.path}${event.refused === undefined ? "" : " refused"}`;
}
