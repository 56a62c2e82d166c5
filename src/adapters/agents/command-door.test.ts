// What the door lets through is run here as any runtime runs it: in a real repository whose owner and whose agents have
// prepared everything by which git could start a program.
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { agentRequest } from "../../../test/support/agent-request.ts";
import { tempFolder, tempRepo, writeFiles } from "../../../test/support/temp-repo.ts";
import { secretFiles } from "../../domain/text/secrets/secret-files.ts";
import { runCommand } from "../commands/run-command.ts";
import { createWorkingTree } from "../files/working-tree.ts";
import { type DoorSettings, openCommandDoor } from "./command-door.ts";
import { openWorkspace } from "./workspace.ts";

const FILES = {
  ...{ "a.txt": "one\n", "data.sqlite": "DENIED\n", "src/b.mjs": "export {};\n", "iflow.config.json": "{}\n" },
  "package.json": JSON.stringify({ scripts: { test: "node --test" } }),
  "test/one.test.mjs": 'import { test } from "node:test";\ntest("first", () => {});\ntest("second", () => {});\n',
};

async function openDoor(checks: readonly string[] = ["node --test"], settings: DoorSettings = {}) {
  const { root } = await tempRepo(FILES);
  const git = (...words: string[]) => execFileSync("git", words, { cwd: root, encoding: "utf8" });
  const secrets = secretFiles({
    tracked: () => git("-c", "core.fsmonitor=false", "ls-files").split("\n"),
    deny: ["*.sqlite"],
  });
  const tree = createWorkingTree(root, { refusal: secrets.refusal });
  const workspace = await openWorkspace(tree, agentRequest(root, { access: "write" }));
  const setup = { checks, env: process.env, denies: true, hiddenFiles: () => secrets.patterns, ...settings };
  const door = await openCommandDoor(setup, workspace, tree);
  /** The output, or the refusal. */
  const run = async (line: string): Promise<string> => {
    const judged = await door.judge(line);
    if ("refused" in judged) return `refused: ${judged.refused}`;
    const said: string[] = [];
    const place = { cwd: root, env: process.env, environment: [], processIdentity: async () => undefined };
    const command = { line: judged.line, step: "x", limitMs: 20_000, onSpawned: async () => undefined };
    await runCommand(place, { ...command, onLine: (one) => said.push(one) }, new AbortController().signal);
    return said.join("\n");
  };
  return { root, git, door, run, at: (path: string) => join(root, path) };
}

/** With a signature that only a program could check. */
function signLastCommit(root: string): void {
  const git = (words: readonly string[], input = "") =>
    execFileSync("git", words, { cwd: root, encoding: "utf8", input });
  const [head, message] = git(["cat-file", "commit", "HEAD"]).split(/\n(?=\n)/);
  const signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----";
  const signed = git(["hash-object", "-t", "commit", "-w", "--stdin"], `${head}\n${signature}\n${message}`).trim();
  git(["update-ref", "HEAD", signed]);
}

describe("looks at git", () => {
  it("start no program of the configuration, the attributes or the tree, and write nothing", async () => {
    const { root, git, run, at } = await openDoor();
    const spy = join(await tempFolder(), "spy");
    await writeFile(spy, `#!/bin/sh\necho "$0 $*" >> ${spy}.log\n`);
    chmodSync(spy, 0o755);
    signLastCommit(root);
    const keys = ["diff.external", "diff.x.command", "diff.x.textconv", "core.fsmonitor", "core.pager", "gpg.program"];
    for (const key of [...keys, "filter.f.clean", "filter.f.smudge", "filter.g h.process"]) git("config", key, spy);
    for (const key of ["log.showSignature", "filter.f.required", "filter.g h.required"]) git("config", key, "true");
    for (const key of ["format.pretty", "pretty.sig"]) git("config", key, "%GG %s");
    git("config", "include.path", "../shared.gitconfig");
    await writeFiles(root, {
      ".gitattributes": "*.txt diff=x filter=f\n*.mjs filter=late\n*.md filter=g\\ h\n",
      "a.txt": "two\n",
      "src/b.mjs": "export default 1;\n",
      "shared.gitconfig": `[filter "late"]\n  clean = ${spy}\n`, // by the agent, after the door was opened
    });
    await mkdir(at("bin"));
    await symlink(spy, at("bin/git"));
    const index = readFileSync(at(".git/index"));

    expect(await run("git diff")).toContain("-one\n+two");
    expect(await run("git diff --stat HEAD -- a.txt")).toContain("a.txt | 2 +-");
    expect(await run("git log -p -1")).toContain("+one");
    expect(await run("git show HEAD:a.txt")).toBe("one");
    expect(await run("git status --short")).toContain(" M a.txt");
    expect(await run("git blame a.txt")).toMatch(/Not Committed Yet|two/);
    expect(await run("git log -1")).toMatch(/^Author: /m);
    expect(await run("git log --format=sig")).toMatch(/^refused: --format of git log cannot be sig/);
    expect(existsSync(`${spy}.log`) ? readFileSync(`${spy}.log`, "utf8") : "").toBe("");
    expect(readFileSync(at(".git/index")).equals(index)).toBe(true);
  });

  it("leave out files that are closed, and show no object by its number", async () => {
    const { run, git, root } = await openDoor();
    await writeFiles(root, { "data.sqlite": "DENIED MORE\n", "a.txt": "two\n" });
    const blob = git("rev-parse", "HEAD:data.sqlite").trim();

    for (const line of [
      "git diff",
      "git diff HEAD",
      "git show",
      "git log -p",
      "git diff HEAD a.txt",
      "git show HEAD -- .",
    ]) {
      const said = await run(line);
      expect(said, line).toMatch(/one|two/);
      expect(said, line).not.toContain("DENIED");
    }
    expect(await run("git show HEAD:data.sqlite")).toMatch(/^refused: .*data\.sqlite.*agents\.deny/);
    expect(await run("git blame data.sqlite")).toMatch(/^refused: /);
    expect(await run("git diff -- DATA.sqlite")).toMatch(/^refused: /);
    expect(await run(`git show ${blob}`)).not.toContain("DENIED");
    expect(await run(`git show ${git("rev-parse", "HEAD").trim()} --stat`)).toContain("a.txt");
  });

  it("show no closed file by a pattern of git, a whole folder, one side of a conflict or a described number", async () => {
    const { run, git, root } = await openDoor(["node --test"], { hiddenFiles: () => ["*.sqlite", "closed[1]"] });
    await writeFiles(root, { "data.sqlite": "DENIED MORE \n", "a.txt": "two\n", "closed[1]/x": "DENIED\n" });
    git("add", "data.sqlite", "a.txt", "closed[1]/x");
    git("commit", "--quiet", "--message", "more");
    const blob = git("rev-parse", "HEAD:data.sqlite").trim();
    await writeFiles(root, { "data.sqlite": "DENIED MOST\n" });

    for (const line of [
      "git diff ':(top)data.sqlite'",
      "git diff ':(glob)**'",
      "git diff ':!a.txt'",
      "git show ':(top)data.sqlite'",
      "git diff HEAD~1: HEAD:",
      "git diff 'HEAD~1:./' HEAD:",
      "git show ':2:data.sqlite'",
      `git show v1-1-g${blob}`,
      `git show v1-1-g${blob.slice(0, 9)}`,
      "git diff -S ''",
      "git log --check",
      "git log -p",
    ]) {
      expect(await run(line), line).not.toContain("DENIED");
    }
    expect(await run("git show :a.txt")).toBe("two");
    expect(await run(`git show v1-1-g${git("rev-parse", "HEAD").trim()}`)).toContain("+two");
  });
});

describe("tests", () => {
  it("of a stored check run one by one, also where a script of package.json starts them", async () => {
    const { run } = await openDoor(["npm test"]);

    const said = await run("node --test test/one.test.mjs --test-name-pattern 'second' 2>&1 | tail -50");

    expect(said).toMatch(/second/);
    expect(said).not.toMatch(/ok \d+ - first(?! # SKIP)/);
  });

  it("outside the tree do not, also not through a link", async () => {
    const { run, at } = await openDoor();
    const outside = await tempFolder();
    await writeFile(join(outside, "evil.test.mjs"), "");
    await symlink(outside, at("link"));

    expect(await run("node --test link/evil.test.mjs")).toMatch(/^refused: link\/evil\.test\.mjs: /);
    expect(await run(`node --test ${outside}/evil.test.mjs`)).toMatch(/^refused: .* is outside the repository/);
  });

  it("by the name of a module only where it is a file of the tree, whatever folders an agent makes", async () => {
    const { door, root, run } = await openDoor(["python3 -m unittest"]);
    await writeFiles(root, { "tests/test_a.py": "", "keys/__init__.py": "" });
    await run("mkdir -p http/server/test");

    expect(await door.judge("python3 -m unittest tests.test_a.TestA.test_b")).toHaveProperty("line");
    expect(await door.judge("python3 -m unittest keys")).toHaveProperty("line");
    for (const name of ["http.server.test", "http", "http/server.py", "tests.test_b", "..x"])
      expect(await run(`python3 -m unittest ${name}`), name).toMatch(/^refused: /);
  });

  it("follow what package.json says now", async () => {
    const { run, root } = await openDoor(["npm test"]);
    await writeFiles(root, { "package.json": JSON.stringify({ scripts: { test: "./other.sh" } }) });

    expect(await run("node --test")).toMatch(/^refused: node is not among what may be run/);
  });
});

describe("changes of files", () => {
  it("are made, with names that a shell would take apart", async () => {
    const { run, root, at } = await openDoor();
    await writeFiles(root, { "it's $HOME *.txt": "odd\n" });

    await run("mkdir -p lib/deep");
    await run(`mv "it's \\$HOME *.txt" x`); // refused: what the shell would do with it is not certain
    await run(`mv 'it'"'"'s $HOME *.txt' lib/deep/plain.txt`);
    await run("rm -f a.txt");

    expect(readFileSync(at("lib/deep/plain.txt"), "utf8")).toBe("odd\n");
    expect(existsSync(at("a.txt"))).toBe(false);
  });

  it("leave the configuration, closed files and links that lead out", async () => {
    const { run, at } = await openDoor();
    await symlink(await tempFolder(), at("out"));

    for (const line of [
      "rm iflow.config.json",
      "mv a.txt iflow.config.json",
      "rm data.sqlite",
      "mv a.txt out/a",
      "mv a.txt out",
    ])
      expect(await run(line), line).toMatch(/^refused: /);
    expect(await run("rm src")).toMatch(/directory/i);
    expect(existsSync(at("src/b.mjs"))).toBe(true);
  });
});

it("with agents.commands sandbox any line is let through where there is one, and refused with the reason where not", async () => {
  const sandbox = (applied: boolean) =>
    ({ applied, required: false, limits: "", wrap: async (command: readonly string[]) => command }) as const;
  const line = "cat a.txt | wc -l && echo $((1 + 1))";

  const inside = await openDoor([], { commands: "sandbox", sandbox: sandbox(true) });
  const none = await openDoor([], { commands: "sandbox", sandbox: sandbox(false) });
  const families = await openDoor([], { sandbox: sandbox(true) });

  expect(await inside.door.judge(line)).toEqual({ line, asWritten: false });
  expect(await none.run(line)).toMatch(/^refused: agents\.commands is "sandbox", but there is no sandbox here\. /);
  expect(await none.run("git status --short")).toBe("");
  expect(await families.run(line)).toMatch(/^refused: it has \|, which only a shell understands\. One plain command/);
});
