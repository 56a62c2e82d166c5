// What a role may do, shown with an agent that tries everything. A refusal is reported to the agent and recorded, and
// the turn continues to its end.
import { existsSync } from "node:fs";
import { readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PermissionOptionKind } from "@agentclientprotocol/sdk";
import { describe, expect, it } from "vitest";
import { callsOf, collect, outcomeOf, processesOf, until } from "../../../../test/contracts/agent-runtime.contract.ts";
import type { Act } from "../../../../test/support/acp-agent.ts";
import { FEATURE, prepareAcp } from "../../../../test/support/acp-runtime.ts";
import { newStep } from "../../../../test/support/agent-request.ts";
import { bundleForNode } from "../../../../test/support/bundle.ts";
import { tempFolder } from "../../../../test/support/temp-repo.ts";
import type { AgentRequest } from "../../../ports/agents/agent-runtime.ts";

const program = bundleForNode("test/support/acp-agent.ts");
const CHECK = "echo tested; exit 3";
const BLIND: Partial<AgentRequest> = { access: "blind", readable: [`${FEATURE}/spec.md`] };
const ALLOWED = "answered allow_once";
const REJECTED = "answered reject_once";

describe("the file doors", () => {
  it("refuse everything outside of the repository and inside of .git, whatever the role, and the turn continues", async () => {
    const outside = await tempFolder();
    await writeFile(join(outside, "secret.txt"), "secret");
    const { events, lines, root } = await play(
      (root) => [
        { read: "/etc/passwd" },
        { read: `${root}/../secret` },
        { read: join(root, "link", "secret.txt") },
        { read: join(root, ".git", "config") },
        { write: join(root, "..", "x"), text: "" },
        { write: "../x", text: "" },
        { write: join(root, ".git", "config"), text: "" },
        { write: join(root, "link", "new.txt"), text: "" },
        { write: `${root}/%2e%2e/x`, text: "" },
        { say: "goes on" },
      ],
      { access: "write" },
      (root) => symlink(outside, join(root, "link")),
    );

    expect(lines).toHaveLength(10);
    expect(lines.slice(0, 9).every((line) => line.startsWith("refused: "))).toBe(true);
    expect(lines[9]).toBe("goes on");
    expect(callsOf(events)).toEqual([
      "read /etc/passwd refused",
      `read ${root}/../secret refused`,
      "read link/secret.txt refused",
      "read .git/config refused",
      `write ${join(root, "..", "x")} refused`,
      "write ../x refused",
      "write .git/config refused",
      "write link/new.txt refused",
      "write %2e%2e/x refused",
    ]);
    expect(existsSync(join(root, "..", "x"))).toBe(false);
    expect(existsSync(join(outside, "new.txt"))).toBe(false);
    expect(await readFile(join(root, ".git", "config"), "utf8")).toContain("iflow test");
  });

  it("let a reader read, whole or in part, and change nothing", async () => {
    const { events, lines, root } = await play((root) => [
      { read: join(root, FEATURE, "spec.md"), line: 2, limit: 1 },
      { read: "README.md" },
      { read: join(root, "missing.md") },
      { write: join(root, "new.md"), text: "new" },
    ]);

    expect(lines).toEqual([
      "read two",
      "read # Example",
      expect.stringContaining("refused: Resource not found"),
      expect.stringContaining("a role that only reads may change nothing"),
    ]);
    expect(callsOf(events)).toEqual([
      `read ${FEATURE}/spec.md`,
      "read README.md",
      "read missing.md",
      "write new.md refused",
    ]);
    expect(existsSync(join(root, "new.md"))).toBe(false);
  });

  it("let a writer write", async () => {
    const { events, root } = await play((root) => [{ write: join(root, "src", "new.md"), text: "new" }], {
      access: "write",
    });

    expect(callsOf(events)).toEqual(["write src/new.md"]);
    expect(await readFile(join(root, "src", "new.md"), "utf8")).toBe("new");
  });

  it("keep the configuration closed to a writer too, by any of its names (F1), and installed packages (F2)", async () => {
    const { events, root } = await play(
      (root) => [
        { write: join(root, "iflow.config.json"), text: "{}" },
        { write: "./IFLOW.config.json", text: "{}" },
        { write: join(root, "node_modules/x/run.mjs"), text: "" },
        { ask: { kind: "edit", title: "Edit", locations: [{ path: join(root, "node_modules/x/run.mjs") }] } },
        { write: join(root, "link.json"), text: "{}" },
        { ask: { kind: "edit", title: "Edit", locations: [{ path: join(root, "iflow.config.json") }] } },
        { ask: { kind: "delete", title: "Delete", locations: [{ path: "link.json" }] } },
        { read: join(root, "iflow.config.json") },
      ],
      { access: "write" },
      async (root) => {
        await writeFile(join(root, "iflow.config.json"), "mine");
        await symlink("iflow.config.json", join(root, "link.json"));
      },
    );

    expect(callsOf(events)).toEqual([
      "write iflow.config.json refused",
      "write IFLOW.config.json refused",
      "write node_modules/x/run.mjs refused",
      "edit node_modules/x/run.mjs refused",
      "write link.json refused",
      "edit iflow.config.json refused",
      "delete link.json refused",
      "read iflow.config.json",
    ]);
    expect(await readFile(join(root, "iflow.config.json"), "utf8")).toBe("mine");
  });

  it("tell a call of the agent that comes through them once", async () => {
    const call = { toolCallId: "7", title: "Read", kind: "read" };
    const { events } = await play((root) => [
      { update: { ...call, sessionUpdate: "tool_call", locations: [{ path: join(root, "README.md") }] } },
      { read: join(root, "README.md") },
      { update: { toolCallId: "7", sessionUpdate: "tool_call_update", status: "completed" } },
    ]);

    expect(callsOf(events)).toEqual(["read README.md"]);
  });
});

describe("a request for permission", () => {
  const edit = (path: string): Act => ({ ask: { kind: "edit", title: "Edit", locations: [{ path }] } });
  const run = (command: unknown): Act => ({ ask: { kind: "execute", title: "Run", rawInput: { command } } });

  it("of a reader is granted for reading and searching, and for nothing else", async () => {
    const { events, lines } = await play((root) => [
      { ask: { toolCallId: "a", kind: "read", title: "Read", locations: [{ path: join(root, "README.md") }] } },
      { ask: { toolCallId: "b", kind: "search", title: "Search", rawInput: { pattern: "x", path: root } } },
      edit(join(root, "README.md")),
      { ask: { toolCallId: "c", kind: "delete", title: "Delete", locations: [{ path: join(root, "README.md") }] } },
      { ask: { toolCallId: "d", kind: "move", title: "Move", locations: [{ path: join(root, "README.md") }] } },
      run(CHECK),
      { ask: { toolCallId: "e", title: "Something" } },
      { ask: { toolCallId: "f", kind: "read", title: "Read", locations: [{ path: "/etc/passwd" }] } },
      { ask: { toolCallId: "g", kind: "search", title: "Search", rawInput: { paths: ["/etc"] } } },
      { ask: { toolCallId: "h", kind: "search", title: "Find", name: "Glob", rawInput: { pattern: "/etc/*" } } },
      { ask: { toolCallId: "i", kind: "search", title: "Find", name: "Glob", rawInput: { pattern: "a/../../*" } } },
      { ask: { toolCallId: "j", kind: "read", title: "Read", locations: [{ path: "~/.ssh/id" }] } },
      { ask: { toolCallId: "k", kind: "read", title: "Read" } },
      { ask: { toolCallId: "l", kind: "read", title: "Read", rawInput: { command: ["cat", "README.md"] } } },
      { ask: { toolCallId: "m", kind: "search", title: "Search", rawInput: { command: "grep x README.md" } } },
      { say: "goes on" },
    ]);

    expect(lines).toEqual([ALLOWED, ALLOWED, ...Array(13).fill(REJECTED), "goes on"]);
    expect(callsOf(events)).toEqual([
      "edit README.md refused",
      "delete README.md refused",
      "move README.md refused",
      "execute refused",
      "other refused",
      "read /etc/passwd refused",
      "search /etc refused",
      "search /etc/* refused",
      "search a/../../* refused",
      "read ~/.ssh/id refused",
      "read refused",
      "read refused",
      "search refused",
      "read README.md",
      "search",
    ]);
  });

  it("of a writer is granted for files of the repository and for the stored checks", async () => {
    const outside = await tempFolder();
    const { lines } = await play(
      (root) => [
        edit(join(root, "README.md")),
        { ask: { toolCallId: "a", title: "Edit", content: [{ type: "diff", path: join(root, "a.md"), newText: "" }] } },
        { ask: { toolCallId: "b", kind: "execute", title: "`echo tested; exit 3`" } },
        {
          ask: {
            toolCallId: "c",
            kind: "execute",
            title: "Run",
            rawInput: { command: ["bash", "-lc", CHECK], cwd: root },
          },
        },
        { ask: { toolCallId: "d", kind: "edit", title: "Edit" } },
        { ask: { toolCallId: "e", kind: "edit", title: "Edit", rawInput: { file_path: join(root, ".git/config") } } },
        { ask: { toolCallId: "f", kind: "edit", title: "Edit", rawInput: { filePath: join(root, "link/x") } } },
        { ask: { toolCallId: "g", kind: "execute", title: "Run", rawInput: { command: `${CHECK}; rm -rf /` } } },
        { ask: { toolCallId: "h", kind: "execute", title: CHECK, rawInput: { command: CHECK, cwd: "/etc" } } },
        { ask: { toolCallId: "i", kind: "fetch", title: "Fetch" } },
      ],
      { access: "write", role: "spec-author" },
      (root) => symlink(outside, join(root, "link")),
    );

    expect(lines).toEqual([...Array(4).fill(ALLOWED), ...Array(6).fill(REJECTED)]);
  });

  it("of a blind role is granted for the files it was given", async () => {
    const { lines } = await play(
      (root) => [
        { ask: { toolCallId: "a", kind: "read", title: "Read", locations: [{ path: `${FEATURE}/spec.md` }] } },
        {
          ask: { toolCallId: "b", kind: "read", title: "Read", locations: [{ path: join(root, FEATURE, "spec.md") }] },
        },
        { ask: { toolCallId: "c", kind: "read", title: "Read" } },
        { ask: { toolCallId: "d", kind: "search", title: "Search" } },
        edit(`${FEATURE}/spec.md`),
        run(CHECK),
      ],
      BLIND,
    );

    expect(lines).toEqual([ALLOWED, ...Array(5).fill(REJECTED)]);
  });

  it("for the web is granted to the roles that verify claims there (CTX-8)", async () => {
    const ask: Act = { ask: { kind: "fetch", title: "Fetch" } };

    expect((await play(() => [ask], { role: "spec-reviewer" })).lines).toEqual([ALLOWED]);
    expect((await play(() => [ask], { role: "phase-reviewer" })).lines).toEqual([REJECTED]);
  });

  it("is never granted for ever, and is cancelled where it cannot be refused", async () => {
    const read = (toolCallId: string, options: readonly PermissionOptionKind[]): Act => ({
      ask: { toolCallId, kind: "read", title: "Read", locations: [{ path: "README.md" }] },
      options,
    });
    const { lines } = await play(() => [
      read("a", ["allow_always", "reject_always"]),
      { ask: { toolCallId: "b", kind: "edit", title: "Edit" }, options: ["allow_once"] },
      { ask: { toolCallId: "c", kind: "edit", title: "Edit" }, options: ["allow_once", "reject_always"] },
    ]);

    expect(lines).toEqual(["answered cancelled", "answered cancelled", "answered reject_always"]);
  });

  it("is judged with all that was told of the call before", async () => {
    const { events, lines } = await play((root) => [
      {
        update: {
          ...{ sessionUpdate: "tool_call", toolCallId: "9", title: "Edit", kind: "edit", status: "pending" },
          locations: [{ path: join(root, "README.md") }],
        },
      },
      { ask: { toolCallId: "9" } },
      { update: { sessionUpdate: "tool_call_update", toolCallId: "9", status: "failed" } },
    ]);

    expect(lines).toEqual([REJECTED]);
    expect(callsOf(events)).toEqual(["edit README.md refused"]);
  });
});

describe("a command that the agent would run by itself", () => {
  const WRITER: Partial<AgentRequest> = { access: "write", role: "implementer" };
  const ask = (rawInput: object, place: number): Act => ({
    ask: { toolCallId: `${place}`, kind: "execute", title: "Run", rawInput },
  });
  const answers = async (inputs: (root: string) => readonly object[]) => {
    const { lines, events } = await play((root) => inputs(root).map(ask), WRITER);
    return { lines, events };
  };

  it("is granted as it was judged only: nothing around it, no quote that hides the rest", async () => {
    const { lines, events } = await answers(() => [
      ...[{ command: "pwd" }, { command: ["bash", "-lc", "rm -f left.md"] }, { command: "mkdir", args: ["new"] }],
      { command: "cd '. && git log --grep '; touch X #'" },
      { command: `cd ".' && git log --grep '" ; touch X #'` },
      { command: "cd\n. && pwd" },
      { command: "cd . && pwd" },
      { command: "rm left.md 2>&1 | tail -5" },
      { command: ["./sh", "-c", "pwd"] },
      { command: ["bin/bash", "-lc", "pwd"] },
      { command: "pwd", args: ["; touch X"] },
      { command: "pwd", cmd: "touch X" },
    ]);

    expect(lines).toEqual([...Array(3).fill(ALLOWED), ...Array(9).fill(REJECTED)]);
    const reasons = events.flatMap((event) => (event.type === "tool-called" ? [event.refused ?? ""] : []));
    expect(reasons).toContain(
      "it may only run in a terminal of iflow, or written as: rm left.md: rm left.md 2>&1 | tail -5",
    );
  });

  it("is no look at git but one that says itself that no program of the settings runs", async () => {
    const bare = [
      "git diff",
      "git status --short",
      "git log -1 --pretty --output=left",
      "git show --pretty --ext-diff",
    ];
    const first = await answers(() => bare.map((command) => ({ command })));
    const reasons = first.events.flatMap((event) => (event.type === "tool-called" ? [event.refused ?? ""] : []));
    const written = reasons.flatMap((reason) => /or written as: (.*): git /.exec(reason)?.[1] ?? []);
    const second = await answers(() => written.map((command) => ({ command: ["bash", "-lc", command] })));

    expect(first.lines).toEqual(Array(4).fill(REJECTED));
    expect(written).toEqual([expect.stringMatching(/ diff /), expect.stringMatching(/ status .*--short$/)]);
    expect(second.lines).toEqual([ALLOWED, ALLOWED]);
  });

  it("is granted at the root only, whatever the agent calls its folder, and with nothing that changes it", async () => {
    const keys = [
      "cwd",
      "workdir",
      "working_directory",
      "directory",
      "dir_path",
      "dir",
      "path",
      "folder",
      "in",
      "where",
    ];
    const { lines: granted } = await answers((root) => [
      ...keys.map((key) => ({ command: "pwd", [key]: root })),
      {
        command: "pwd",
        workdir: "",
        description: "Look into src/",
        timeout: 5,
        is_background: false,
        sessionId: "a/b",
      },
      { command: "rm docs/x", commands: ["rm"], possiblePaths: ["docs/x"], patterns: ["rm docs/x"] },
    ]);
    const { lines: refused, events } = await answers((root) => [
      ...keys.map((key) => ({ command: "pwd", [key]: join(root, ".git") })),
      ...keys.map((key) => ({ command: "pwd", [key]: "/etc" })),
      ...keys.map((key) => ({ command: "pwd", [key]: "docs" })),
      ...keys.map((key) => ({ command: "pwd", [key]: ["~/x"] })),
      { command: "pwd", options: { cwd: "/etc" } },
      { command: "pwd", env: { NODE_OPTIONS: "--import=x" } },
      { command: "pwd", shell: "evil" },
      { command: "pwd", stdin: "rm x" },
      { command: "rm docs/x", possiblePaths: ["docs/y"] },
      { script: "touch X", title: "pwd" },
    ]);

    expect(granted).toEqual(Array(12).fill(ALLOWED));
    expect(refused).toEqual(Array(46).fill(REJECTED));
    const reasons = events.flatMap((event) => (event.type === "tool-called" ? [event.refused ?? ""] : []));
    expect(reasons).toContain("workdir is /etc: commands are run at the root of the repository, leave it out");
    expect(reasons).toContain("env would make it another command: leave it out");
  });

  it("is told as done without asking when its folder is another", async () => {
    const { events } = await play(
      () => [
        {
          update: {
            ...{ sessionUpdate: "tool_call", toolCallId: "1", title: "Run", kind: "execute", status: "completed" },
            rawInput: { command: "pwd", workdir: "/etc" },
          },
        },
      ],
      WRITER,
    );

    expect(callsOf(events)).toEqual(["execute refused"]);
  });
});

describe("a call that the agent did not ask for", () => {
  const call = (toolCallId: string, kind: string, status: string, more: object = {}): Act => ({
    update: { sessionUpdate: "tool_call", toolCallId, title: "x", kind, status, ...more },
  });

  it("is told when it is done, and as refused when the agent itself refused what the role may not do", async () => {
    const { events } = await play((root) => [
      call("1", "read", "completed", { locations: [{ path: join(root, "README.md") }] }),
      call("2", "read", "failed", { locations: [{ path: join(root, "missing.md") }] }),
      call("3", "read", "failed", { locations: [{ path: join(root, ".git", "config") }] }),
      call("4", "edit", "failed", { locations: [{ path: join(root, "README.md") }] }),
      call("5", "execute", "in_progress", { rawInput: { command: "rm x" } }),
      call("5", "execute", "failed"),
      call("6", "think", "in_progress"),
    ]);

    expect(callsOf(events)).toEqual([
      "read README.md",
      "read missing.md",
      "read .git/config refused",
      "edit README.md refused",
      "execute refused",
      "think",
    ]);
  });

  it("and that its role may not do is told as done without asking, with the reason", async () => {
    const { events } = await play((root) => [
      call("1", "edit", "completed", { locations: [{ path: join(root, "README.md") }] }),
      call("2", "read", "completed", { locations: [{ path: "/etc/passwd" }] }),
      call("3", "execute", "completed", { rawInput: { command: "rm x" } }),
      call("4", "execute", "in_progress", { rawInput: { command: "rm y" } }),
      call("5", "search", "completed", { locations: [{ path: join(root, "docs") }] }),
    ]);

    expect(events.flatMap((event) => (event.type === "tool-called" ? [[event.name, event.refused]] : []))).toEqual([
      ["edit", "done without asking: a role that only reads may change nothing"],
      ["read", expect.stringMatching(/^done without asking: it /)],
      ["execute", "done without asking: a role that only reads may run no command: rm x"],
      ["search", undefined],
      ["execute", "begun without asking: a role that only reads may run no command: rm y"],
    ]);
  });

  it("is no trespass when it was asked for and allowed, whatever it is called in the end", async () => {
    const { events } = await play(
      () => [
        call("1", "execute", "pending", { title: CHECK }),
        { ask: { toolCallId: "1" } },
        { update: { sessionUpdate: "tool_call_update", toolCallId: "1", status: "completed", title: "Run the tests" } },
      ],
      { access: "write" },
    );

    expect(callsOf(events)).toEqual(["execute"]);
  });
});

describe("a call of a blind role that found nothing", () => {
  it("is told as refused, as what it may not see is not there (IMP-9)", async () => {
    const read = (toolCallId: string, path: string): Act => ({
      update: {
        ...{ sessionUpdate: "tool_call", toolCallId, title: "Read", kind: "read", status: "failed" },
        locations: [{ path }],
      },
    });
    const { events } = await play(() => [read("1", "src/hidden.ts"), read("2", `${FEATURE}/spec.md`)], BLIND);

    expect(callsOf(events)).toEqual(["read src/hidden.ts refused", `read ${FEATURE}/spec.md`]);
  });
});

describe("the command door", () => {
  it("runs a stored check of a writer at the root, and tells its end and its output", async () => {
    const { events, lines, root } = await play(
      (root) => [{ run: CHECK }, { run: "sh", args: ["-c", "pwd"], cwd: root }],
      {
        access: "write",
      },
    );

    expect(lines).toEqual(["ran 3 tested", `ran 0 ${root}`]);
    expect(events.filter((event) => event.type === "spawned")).toHaveLength(3);
    expect(callsOf(events)).toEqual([`execute ${CHECK}`, "execute pwd"]);
  });

  it("tells a call of the agent that shows what came through it once, whatever the agent calls it", async () => {
    const { events } = await play(() => [{ run: CHECK, as: "Run the tests" }], { access: "write" });

    expect(callsOf(events)).toEqual([`execute ${CHECK}`]);
  });

  it("runs looks at git and changes of files, as words that no shell takes apart", async () => {
    const { events, lines, root } = await play(
      () => [
        { run: "git", args: ["log", "--format=%s; id", "-1"] },
        { run: "mv", args: ["README.md", "it's $HOME.md"] },
        { run: "bash", args: ["-lc", `git diff --name-only -- README.md | tail -1`] },
        { run: "git", args: ["-c", "core.pager=id", "log"] },
        { run: "rm", args: ["-rf", "docs"] },
        { ask: { toolCallId: "a", kind: "execute", title: "Look", rawInput: { command: "mkdir -p src/new" } } },
        { ask: { toolCallId: "b", kind: "execute", title: "Remove", rawInput: { command: "rm README.md" } } },
        { ask: { toolCallId: "c", kind: "execute", title: "Remove", rawInput: { command: "rm link/x" } } },
        { ask: { toolCallId: "d", kind: "execute", title: "Push", rawInput: { command: "git push" } } },
      ],
      { access: "write" },
      async (root) => symlink(await tempFolder(), join(root, "link")),
    );

    expect(lines.slice(0, 3)).toEqual(["ran 0 start; id", "ran 0 ", "ran 0 README.md"]);
    expect(lines.slice(3, 5).map((line) => line.slice(0, 8))).toEqual(["refused:", "refused:"]);
    expect(lines.slice(5)).toEqual([ALLOWED, ALLOWED, REJECTED, REJECTED]);
    expect(existsSync(join(root, "it's $HOME.md"))).toBe(true);
    expect(callsOf(events).slice(0, 2)).toEqual([
      "execute git log '--format=%s; id' -1",
      `execute mv README.md 'it'"'"'s $HOME.md'`,
    ]);
  });

  it("refuses every other command, other folders, and roles that do not write", async () => {
    const writer = await play(
      () => [
        { run: "touch", args: ["x"] },
        { run: CHECK, cwd: "/" },
        { run: CHECK, cwd: FEATURE },
      ],
      {
        access: "write",
      },
    );
    const reader = await play(() => [{ run: CHECK }]);
    const blind = await play(() => [{ run: CHECK }], BLIND);

    expect(writer.lines.map((line) => line.slice(0, 8))).toEqual(["refused:", "refused:", "refused:"]);
    expect(reader.lines).toEqual([expect.stringContaining("a role that only reads may run no command")]);
    expect(blind.lines).toEqual([expect.stringContaining("a blind role may run no command")]);
    expect([...callsOf(writer.events), ...callsOf(reader.events)]).toEqual(Array(4).fill("execute refused"));
    expect(existsSync(join(writer.root, "x"))).toBe(false);
  });

  it("ends a command that takes too long with all that it started, and says so", async () => {
    const line = "sleep 100 & echo begun; sleep 100";
    const acts = [{ run: line }, { say: "goes on" }];
    const { runtime, request } = await prepareAcp(program(), { acts }, { checks: [line], commandMs: 500 });
    const step = newStep();

    const outcome = outcomeOf(await collect(runtime, request({ step, access: "write" })));

    expect(outcome).toMatchObject({
      status: "completed",
      reply: expect.stringMatching(
        /iflow: the command was ended after 0\.5 seconds, with all that it started\..*goes on$/s,
      ),
    });
    expect(processesOf(step)).toEqual([]);
  });

  it("leaves no process of a check when the turn is aborted", async () => {
    const { runtime, request } = await prepareAcp(
      program(),
      { acts: [{ run: "sleep 100" }] },
      { checks: ["sleep 100"] },
    );
    const step = newStep();
    const abort = new AbortController();

    const reading = collect(runtime, request({ step, access: "write" }), abort.signal);
    await until(() => processesOf(step).length > 1);
    abort.abort();

    expect(outcomeOf(await reading)).toMatchObject({ status: "aborted" });
    expect(processesOf(step)).toEqual([]);
  });
});

/** A turn with these acts; `lines` is what the agent said about the results. */
async function play(
  acts: (root: string) => readonly Act[],
  overrides: Partial<AgentRequest> = {},
  arrange: (root: string) => Promise<void> = async () => undefined,
) {
  const { runtime, request, root } = await prepareAcp(program(), (root) => ({ acts: acts(root) }), {
    checks: [CHECK, "pwd"],
  });
  await arrange(root);
  const events = await collect(runtime, request(overrides));
  const outcome = outcomeOf(events);
  if (outcome.status !== "completed") expect.fail(JSON.stringify(outcome));
  return { events, root, lines: outcome.reply.split("\n").filter((line) => line !== "") };
}
