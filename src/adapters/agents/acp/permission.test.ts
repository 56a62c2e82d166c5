// What an ACP agent may run in a shell of its own: every escape at the door for commands is tried there too, and what is
// allowed is run as the agent would, word by word, in a repository in which git would start programs.
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { agentRequest } from "../../../../test/support/agent-request.ts";
import { type Escape, SHELL_ESCAPES, WORDS_ESCAPES } from "../../../../test/support/door-escapes.ts";
import { tempFolder, tempRepo, writeFiles } from "../../../../test/support/temp-repo.ts";
import { createWorkingTree } from "../../files/working-tree.ts";
import { openCommandDoor } from "../command-door.ts";
import { openWorkspace } from "../workspace.ts";
import { judgeCall, type Rules } from "./permission.ts";
import { addPiece } from "./tool-call.ts";

const FILES = { "README.md": "one\n", "a.txt": "one\n", "test/a.test.mjs": "" };

/** The rules of an implementer, and its request to run a line. */
async function openShell(
  { check = "node --test", script = "vitest" }: Partial<Escape> = {},
  arrange: (root: string) => void = () => undefined,
) {
  const scripts = { test: script, evil: "vitest", mocha: "mocha" };
  const { root } = await tempRepo({ ...FILES, "package.json": JSON.stringify({ scripts }) });
  arrange(root);
  const tree = createWorkingTree(root);
  const workspace = await openWorkspace(tree, agentRequest(root, { access: "write" }));
  const door = await openCommandDoor({ checks: [check], env: process.env }, workspace, tree);
  const rules: Rules = { access: "write", workspace, door, web: false, onlyInside: false };
  const ask = (command: string) => {
    const call = addPiece(new Map(), { toolCallId: "1", kind: "execute", title: "Run", rawInput: { command } });
    if (!call) throw new Error("the request names no call");
    return judgeCall(rules, call);
  };
  return { root, ask };
}

it("is none of the escapes", async () => {
  const shells = new Map<string, Awaited<ReturnType<typeof openShell>>>();
  for (const way of [...SHELL_ESCAPES, ...WORDS_ESCAPES]) {
    const key = JSON.stringify([way.check, way.script]);
    const shell = shells.get(key) ?? (await openShell(way));
    shells.set(key, shell);
    expect(await shell.ask(way.line), way.name).toEqual(expect.any(String));
  }
});

it("is a look at git that starts no program and writes nothing, run as it was allowed", async () => {
  const spy = join(await tempFolder(), "spy");
  await writeFile(spy, `#!/bin/sh\necho "$0 $*" >> ${spy}.log\n`);
  chmodSync(spy, 0o755);
  const keys = ["diff.external", "diff.x.command", "diff.x.textconv", "core.fsmonitor", "core.pager", "filter.f.clean"];
  const { root, ask } = await openShell({}, (root) => {
    for (const key of keys) execFileSync("git", ["config", key, spy], { cwd: root });
  });
  await writeFiles(root, { ".gitattributes": "*.txt diff=x filter=f\n", "a.txt": "two\n" });
  const index = readFileSync(join(root, ".git/index"));

  for (const line of ["git diff", "git log -1 -p", "git show --stat", "git status --short", "git blame a.txt"]) {
    const written = /or written as: (.*): git /.exec((await ask(line)) ?? "")?.[1] ?? "";
    expect(await ask(written), line).toBe(undefined);
    const { status, stdout } = spawnSync(written, { cwd: root, shell: "/bin/sh", encoding: "utf8" });
    expect([status, stdout], line).toEqual([0, expect.stringMatching(/a\.txt|two/)]);
  }

  expect(existsSync(`${spy}.log`) ? readFileSync(`${spy}.log`, "utf8") : "").toBe("");
  expect(readFileSync(join(root, ".git/index")).equals(index)).toBe(true);
});
