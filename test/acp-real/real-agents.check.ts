// What real agents do beyond the contract: they greet, they remember, and a hostile model behind them reaches nothing.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { appendFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { probeAcpAgent } from "../../src/adapters/agents/acp/acp-agent.ts";
import { createClock } from "../../src/adapters/clock.ts";
import { withScratch } from "../../src/adapters/files/scratch.ts";
import { runSessionTest } from "../../src/app/setup/session-test.ts";
import { cachedShare, GATE_FILE, GATE_FOLLOW_UP } from "../../src/domain/dispatch/gate.ts";
import { callsOf, collect, outcomeOf } from "../contracts/agent-runtime.contract.ts";
import { newStep } from "../support/agent-request.ts";
import { says } from "../support/fake-anthropic/reply.ts";
import { lastPrompt, lastToolResults, type MessagesRequest, toolNames } from "../support/fake-anthropic/request.ts";
import { tempFolder, writeFiles } from "../support/temp-repo.ts";
import { KNOWN_WELL, prepareReal, TRICKS } from "./prepared-agent.ts";

for (const agent of KNOWN_WELL) {
  describe(agent.name, () => {
    it("greets with its version and offers a way to take up a session", async () => {
      const { options } = await prepareReal(agent, []);

      expect(await probeAcpAgent(options)).toMatchObject({
        ok: true,
        greeting: { name: expect.stringMatching(/\d+\.\d+\.\d+/), takesUp: expect.stringMatching(/^(resume|load)$/) },
      });
    });

    it("passes the resume gate: it reads a file, and a new process still knows what it read (V1 to V4)", async () => {
      const { open, fake } = await prepareReal(agent, [
        { when: (sent) => lastToolResults(sent).length > 0 || asksFromMemory(sent), replies: [answerFromContext] },
        { replies: [agent.read(GATE_FILE)] },
      ]);
      const runtime = await open();
      const pids: number[] = [];

      const tested = await runSessionTest(
        { clock: createClock(undefined), withScratch },
        {
          ...{ agent: runtime, version: runtime.version ?? "", step: newStep() },
          signal: new AbortController().signal,
          onSpawned: async ({ pid }) => void pids.push(pid),
        },
      );

      expect(tested).toMatchObject({ conclusive: true, result: { runtime: "acp", failure: null } });
      expect(new Set(pids).size).toBe(2);
      expect(fake.requests.filter((sent) => asksFromMemory(sent) && toolNames(sent).length > 0)).toHaveLength(1);
      for (const { usage } of tested.turns) expect(usage).toMatchObject({ estimated: false });
    });

    it("uses one model in new and resumed sessions, so that the second reads what the first put into the cache (A3)", async () => {
      const { open, request, fake } = await prepareReal(agent, [{ replies: [says("first"), says("second")] }]);
      const runtime = await open({ models: { standard: MODELS[agent.name] ?? "" } });
      const first = outcomeOf(await collect(runtime, request()));
      const ref = first.status === "completed" ? (first.session ?? "") : "";

      const second = outcomeOf(await collect(runtime, request({ kind: "resume", session: { ref, mode: "resume" } })));

      const sent = fake.requests.filter((one) => toolNames(one).length > 0);
      expect(sent.map(({ body }) => body.model)).toEqual([sent[0]?.body.model, sent[0]?.body.model]);
      expect(cachedShare(first.usage, second.usage)).toBeGreaterThan(0.9);
    });

    it("with a hostile model behind it reaches nothing outside of the repository or in git's folder, and goes on", async () => {
      const outside = await tempFolder();
      await writeFiles(outside, { "secret.txt": "OUTSIDE" });
      const { open, request, fake, root } = await prepareReal(agent, [
        {
          replies: [
            agent.read("/etc/passwd"),
            agent.read(join(outside, "secret.txt")),
            agent.read("link/secret.txt"),
            agent.read(".git/config"),
            agent.write("../x", "out"),
            agent.write(".git/new", "out"),
            agent.write("link/x", "out"),
            agent.run("touch y"),
            agent.run("cat /etc/passwd"),
            says("I tried."),
          ],
        },
      ]);
      await symlink(outside, join(root, "link"));
      await appendFile(join(root, ".git", "config"), "# OF-GIT\n");
      const runtime = await open({ checks: ["npm test"] });

      const events = await collect(runtime, request({ role: "spec-author", access: "write" }));

      expect(outcomeOf(events)).toMatchObject({ status: "completed", reply: expect.stringContaining("I tried.") });
      expect(callsOf(events).filter((line) => !line.endsWith(" refused"))).toEqual([]);
      expect(callsOf(events)).toHaveLength(9);
      expect(JSON.stringify(fake.requests.map(({ body }) => body))).not.toMatch(/OUTSIDE|root:x:|OF-GIT/);
      for (const path of [join(root, "../x"), join(root, ".git/new"), join(outside, "x"), join(root, "y")]) {
        expect(existsSync(path)).toBe(false);
      }
      expect(readFileSync(join(outside, "secret.txt"), "utf8")).toBe("OUTSIDE");
    });

    it("goes by its role, not by settings of the project that allow everything, and has no way around it", async () => {
      const outside = await tempFolder();
      await writeFiles(outside, { "secret.txt": "OUTSIDE" });
      const tricks = [agent.read("link/secret.txt"), agent.run("touch y"), ...(TRICKS[agent.name]?.(outside) ?? [])];
      const { open, request, fake, root } = await prepareReal(agent, [{ replies: [...tricks, says("I tried.")] }], {
        "README.md": "# Example\n",
        ...LENIENT,
      });
      await symlink(outside, join(root, "link"));
      const runtime = await open();

      const events = await collect(runtime, request({ role: "phase-reviewer", access: "read" }));

      expect(outcomeOf(events)).toMatchObject({ status: "completed", reply: expect.stringContaining("I tried.") });
      expect(fake.requests.flatMap(lastToolResults).filter((text) => /OUTSIDE|secret\.txt/.test(text))).toEqual([]);
      expect(git(root, "status", "--porcelain", "--ignored")).toBe("?? link");
      expect(git(root, "worktree", "list").split("\n")).toHaveLength(1);
      expect(toolNames(fake.requests.findLast((sent) => toolNames(sent).length > 0)!)).not.toContain("Agent");
    });
  });
}

/** By the agents' own names. */
const MODELS: Readonly<Record<string, string>> = {
  opencode: "anthropic/claude-sonnet-4-5",
  "claude-agent-acp": "sonnet",
};

const ALLOWED = ["edit", "read", "bash", "grep", "task", "webfetch", "external_directory"];
const ALL = Object.fromEntries(ALLOWED.map((tool) => [tool, "allow"]));
const OPENCODE = JSON.stringify({
  $schema: "https://opencode.ai/config.json", // it adds the line by itself otherwise
  permission: ALL,
  agent: { build: { permission: ALL }, iflow: { permission: { "*": "ask", ...ALL } } }, // the second is our own
});
const LENIENT = {
  "opencode.json": OPENCODE,
  ".opencode/opencode.json": OPENCODE,
  ".claude/settings.json": JSON.stringify({
    permissions: { defaultMode: "bypassPermissions", allow: ["Read(//**)", "Edit", "Write", "Bash", "Agent"] },
  }),
};

const git = (root: string, ...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trimEnd();

const asksFromMemory = (sent: MessagesRequest) => lastPrompt(sent).includes(GATE_FOLLOW_UP.slice(0, 40));

/** Knows what stands in the request and nothing else. */
function answerFromContext({ body }: MessagesRequest) {
  const line = /# Document [0-9a-f]+/.exec(JSON.stringify(body.messages))?.[0] ?? "none";
  return says(`First line: ${line}\nIssues: 2`);
}
