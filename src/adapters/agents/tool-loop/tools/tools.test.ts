import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { callsOf, processesOf } from "../../../../../test/contracts/agent-runtime.contract.ts";
import { newStep } from "../../../../../test/support/agent-request.ts";
import { handsIn, play, prepareAnthropic } from "../../../../../test/support/anthropic-agent.ts";
import { TEST_KEY } from "../../../../../test/support/anthropic-options.ts";
import { reply, tool } from "../../../../../test/support/fake-anthropic/reply.ts";
import { lastToolResults } from "../../../../../test/support/fake-anthropic/request.ts";
import { tempFolder } from "../../../../../test/support/temp-repo.ts";
import type { Access } from "../../../../domain/roles/role.ts";
import { secretFiles } from "../../../../domain/text/secrets/secret-files.ts";
import { createWorkingTree } from "../../../files/working-tree.ts";
import type { AnthropicAgentOptions } from "../../anthropic/anthropic-agent.ts";
import { PREFIX_VERSION, SYSTEM_TEXT, TOOLS } from "../request/api-prefix.ts";
import { cutLines, cutOutput } from "./cut-text.ts";

type Call = readonly [name: string, input: object];
const edit = (path: string, old: string, by: string) => ({ path, old, new: by });
type Prepared = Awaited<ReturnType<typeof prepareAnthropic>>;

/** Makes the model issue these calls in one message. */
async function workshop(
  calls: readonly Call[],
  files: Record<string, string>,
  checks: Record<string, string> = {},
  more: Partial<AnthropicAgentOptions> = {},
) {
  const env = { ...process.env, ANTHROPIC_API_KEY: TEST_KEY, OTHER_TOKEN: "other" };
  const asked = reply(...calls.map(([name, input]) => tool(name, input)));
  const prepared = await prepareAnthropic([{ replies: [asked, handsIn("done")] }], {
    files,
    options: { checks, env, ...more },
  });
  return { ...prepared, use: (access: Access, readable: readonly string[] = []) => use(prepared, access, readable) };
}

async function use({ runtime, request, fake, root }: Prepared, access: Access, readable: readonly string[]) {
  const { events, outcome } = await play(runtime, request({ access, readable }));
  expect(outcome).toMatchObject({ status: "completed" });
  const results = lastToolResults(fake.requests.at(-1)!);
  expect(JSON.stringify(results)).not.toContain(root);
  return { results, told: callsOf(events), events };
}

describe("reading", () => {
  it("gives texts with numbers of lines, folders as a tree, matches with their lines, without what git ignores", async () => {
    const { use } = await workshop(
      [
        ["read", { path: "src/a.ts" }],
        ["read", { path: "./src//a.ts", from: 2, lines: 1 }],
        ["list", {}],
        ["list", { depth: 1 }],
        ["list", { path: "src" }],
        ["glob", { pattern: "*.ts" }],
        ["glob", { pattern: "{a,b}.*", path: "src" }],
        ["glob", { pattern: "dist/**" }],
        ["grep", { pattern: "one|b{2}" }],
        ["grep", { pattern: "two", context: 1 }],
        ["grep", { pattern: "b{2}", literal: true, path: "src" }],
        ["grep", { pattern: "ONE", ignoreCase: true, path: "src/a.ts" }],
        ["grep", { pattern: "nowhere" }],
      ],
      {
        "src/a.ts": "one\r\ntwo\nthree\n",
        "src/[id].ts": "bb\n",
        "src/deep/c.ts": "two\n",
        "b.md": "b{2}\n",
        ".gitignore": "dist\n",
        "dist/a.js": "one\n",
        "new.txt": "",
      },
    );

    const { results, told } = await use("read");

    expect(results).toEqual([
      "1\tone\n2\ttwo\n3\tthree",
      "2\ttwo\n[Cut: lines 2 to 2 of 3 are shown.]",
      ".gitignore\nb.md\ndist/\nnew.txt\nsrc/\n  [id].ts\n  a.ts\n  deep/",
      ".gitignore\nb.md\ndist/\nnew.txt\nsrc/",
      "[id].ts\na.ts\ndeep/\n  c.ts",
      "src/[id].ts\nsrc/a.ts\nsrc/deep/c.ts",
      "src/a.ts",
      "[Nothing found.]",
      "src/[id].ts:1:bb\nsrc/a.ts:1:one",
      "src/a.ts-1-one\nsrc/a.ts:2:two\nsrc/a.ts-3-three\n--\nsrc/deep/c.ts:1:two",
      "[Nothing found.]",
      "src/a.ts:1:one",
      "[Nothing found.]",
    ]);
    expect(told.slice(0, 3)).toEqual(["read src/a.ts", "read src/a.ts", "list"]);
  });

  it("F8: answers in words what no program can be given, and a tool that throws, instead of ending the dispatch", async () => {
    const { root, use } = await workshop(
      [
        ["grep", { pattern: "a\0b" }],
        ["grep", { pattern: "x", path: "src\0" }],
        ["read", { path: "a\0.md" }],
        ["list", { path: "src\0" }],
        ["grep", { pattern: "(".repeat(5000) }],
        ["grep", { pattern: "x".repeat(140_000) }], // longer than an argument of a program may be
        ["read", { path: "pipe" }],
      ],
      { "src/a.ts": "one\n" },
    );
    execFileSync("mkfifo", [join(root, "pipe")]);

    const { results, events } = await use("read");

    expect(results[0]).toBe("Not done: pattern: has a NUL character, which no line of text has.");
    for (const result of results) expect(result).toMatch(/^(?:Not done|Refused): /);
    expect(JSON.stringify(events)).toContain("the tool failed: spawn E2BIG");
  });

  it("answers in words what is missing, empty, no text, no folder or no pattern", async () => {
    const { root, use } = await workshop(
      [
        ["read", { path: "none.md" }],
        ["read", { path: "empty.txt" }],
        ["read", { path: "logo.png" }],
        ["read", { path: "src" }],
        ["list", { path: "none" }],
        ["list", { path: "empty.txt" }],
        ["grep", { pattern: "foo(" }],
        ["read", {}],
        ["read", { path: "README.md", from: 0 }],
        ["fly", { path: "README.md" }],
      ],
      { "empty.txt": "", "src/a.ts": "a\n", "README.md": "x\n" },
    );
    await writeFile(join(root, "logo.png"), Buffer.from([137, 80, 78, 71, 0, 255]));

    const { results } = await use("read");

    expect(results).toEqual([
      "Not done: there is no file none.md.",
      "[The file is empty.]",
      expect.stringContaining("not UTF-8 text"),
      expect.stringMatching(/^Not done: .*src.*directory/),
      "Not done: there is no folder none.",
      "Not done: empty.txt is a file; read it.",
      expect.stringMatching(/^Not done: .*foo\(/),
      expect.stringMatching(/^Not done: path: /),
      expect.stringMatching(/^Not done: from: /),
      "There is no tool fly.",
    ]);
  });

  it("is bounded: long files, long lines, many names and many matches are cut with a note", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 1001 }, (_, n) => [`many/${String(n).padStart(4, "0")}`, "hit\n"]),
    );
    const { use } = await workshop(
      [
        ["read", { path: "long.txt" }],
        ["read", { path: "huge.txt" }],
        ["list", { path: "many" }],
        ["grep", { pattern: "hit", path: "many" }],
        ["grep", { pattern: "x", path: "wide.txt" }],
      ],
      {
        ...many,
        "long.txt": "0123456789\n".repeat(6000),
        "huge.txt": "h".repeat(6 * 1024 * 1024),
        "wide.txt": "x".repeat(1000),
      },
    );

    const [long, huge, names, matches, wide] = (await use("read")).results;

    expect(long).toMatch(/\n\[Cut: lines 1 to 3333 of 6000 are shown\.\]$/);
    expect(long?.length).toBeLessThan(60_100);
    expect(huge).toContain("is over 5 MB");
    expect(names).toMatch(/\n\[Cut: 1000 of 1001 names are shown\.\]$/);
    expect(matches).toMatch(/^many\/0000:1:hit\n.*\n\[Cut: 200 of 1001 lines are shown\.\]$/s);
    expect(wide).toBe(`wide.txt:1:${"x".repeat(300)}…`);
  });
});

describe("many results", () => {
  it("are bounded together: what is too much is left out and can be asked for again", async () => {
    const long: Call = ["read", { path: "long.txt" }];
    const { use } = await workshop([long, long, long, long, long, ["list", {}]], {
      "long.txt": "0123456789\n".repeat(5400),
    });

    const { results } = await use("read");

    expect(results.map((text) => text.slice(0, 9))).toEqual([
      ...["1\t0123456", "1\t0123456", "1\t0123456", "1\t0123456"],
      ...["[Left out", "long.txt"],
    ]);
  });
});

describe("hostile paths", () => {
  it("lead nowhere: outside, into git, through symlinks, for reading and writing alike", async () => {
    const outside = await tempFolder();
    await writeFile(join(outside, "secret.txt"), "SECRET");
    const paths = [
      "../secret.txt",
      "/etc/passwd",
      "~/secret",
      ".git/config",
      "src/../.git/config",
      ".GIT/config",
      "out/secret.txt",
      "link.txt",
      "gitlink/config",
      "dangling.txt",
      "a\0b",
      "%2e%2e/secret.txt",
    ];
    const { root, use } = await workshop(
      [
        ...paths.map((path): Call => ["read", { path }]),
        ...paths.map((path): Call => ["write", { path, content: "x" }]),
        ...paths.map((path): Call => ["edit", { path, old: "S", new: "x" }]),
        ...[".git", "..", "/", "out", "gitlink"].flatMap((path): Call[] => [
          ["list", { path }],
          ["grep", { pattern: ".", path }],
        ]),
        ["grep", { pattern: "SECRET|repositoryformatversion" }],
      ],
      { "src/a.ts": "a\n" },
    );
    await symlink(outside, join(root, "out"));
    await symlink(join(outside, "secret.txt"), join(root, "link.txt"));
    await symlink(join(root, ".git"), join(root, "gitlink"));
    await symlink(join(outside, "new.txt"), join(root, "dangling.txt"));

    const { results, told } = await use("write");

    expect(results.at(-1)).toBe("[Nothing found.]");
    expect(results.slice(0, -1).filter((text) => !text.startsWith("Refused: "))).toEqual([]);
    expect(told.filter((line) => !line.endsWith(" refused"))).toEqual(["search"]);
    expect(await readFile(join(outside, "secret.txt"), "utf8")).toBe("SECRET");
    await expect(readFile(join(outside, "new.txt"))).rejects.toThrow("ENOENT");
  });
});

describe("a blind role", () => {
  it("finds, lists and searches only what it was given", async () => {
    const { use } = await workshop(
      [
        ["read", { path: "docs/given.md" }],
        ["read", { path: "src/hidden.ts" }],
        ["list", {}],
        ["list", { path: "src" }],
        ["grep", { pattern: "TEXT" }],
        ["grep", { pattern: "TEXT", path: "src/hidden.ts" }],
      ],
      { "docs/given.md": "GIVEN-TEXT\n", "src/hidden.ts": "HIDDEN-TEXT\n" },
    );

    const { results } = await use("blind", ["docs/given.md"]);

    const refused = "Refused: a blind role may not see it.";
    expect(results).toEqual([
      "1\tGIVEN-TEXT",
      refused,
      "docs/\n  given.md",
      refused,
      "docs/given.md:1:GIVEN-TEXT",
      refused,
    ]);
  });
});

describe("changing", () => {
  it("writes and edits exactly what was said, keeps line ends, and asks for more where a passage is not unique", async () => {
    const { root, use } = await workshop(
      [
        ["write", { path: "new/deep/file.md", content: "Hi $& there\n" }],
        ["edit", { path: "a.ts", old: "two", new: "$& 2" }],
        ["edit", { path: "a.ts", old: "same", new: "other" }],
        ["edit", { path: "a.ts", old: "same", new: "other", all: true }],
        ["edit", { path: "a.ts", old: "gone", new: "x" }],
        ["edit", { path: "none.ts", old: "a", new: "b" }],
        ["edit", { path: "crlf.txt", old: "a\nb", new: "a\nc\nd" }],
      ],
      { "a.ts": "one two\nsame same\n", "crlf.txt": "a\r\nb\r\n" },
    );

    const { results, told } = await use("write");

    expect(results).toEqual([
      "Wrote new/deep/file.md.",
      "Changed a.ts: one place.",
      "Not done: a.ts: `old` stands in it 2 times, at lines 2, 2; give more around it, or set `all`.",
      "Changed a.ts: 2 places.",
      "Not done: a.ts: `old` does not stand in it, and nothing like it; read it again.",
      "Not done: there is no file none.ts.",
      "Changed crlf.txt: one place.",
    ]);
    const read = (path: string) => readFile(join(root, path), "utf8");
    expect(await read("new/deep/file.md")).toBe("Hi $& there\n");
    expect(await read("a.ts")).toBe("one $& 2\nother other\n");
    expect(await read("crlf.txt")).toBe("a\r\nc\r\nd\r\n");
    expect(told[0]).toBe("write new/deep/file.md");
  });

  it("deletes, moves and makes several edits at once, or none of them", async () => {
    const { root, use } = await workshop(
      [
        ["delete", { path: "gone.ts" }],
        ["delete", { path: "gone.ts" }],
        ["delete", { path: "src" }],
        ["move", { from: "src/a.ts", to: "lib/deep/b.ts" }],
        ["move", { from: "src/c.ts", to: "lib" }],
        ["move", { from: "src/d.ts", to: "lib/c.ts" }],
        ["move", { from: "none.ts", to: "x.ts" }],
        ["move", { from: "folder", to: "moved" }],
        ["move", { from: "moved", to: "moved/inside" }],
        ["multi_edit", { edits: [edit("one.ts", "1", "2"), edit("two.ts", "nowhere", "x")] }],
        ["multi_edit", { edits: [edit("one.ts", "1", "2"), edit("two.ts", "1", "3"), edit("one.ts", "2", "4")] }],
      ],
      {
        ...{ "gone.ts": "", "src/a.ts": "a\n", "src/c.ts": "c\n", "src/d.ts": "d\n", "folder/deep/e.ts": "e\n" },
        ...{ "one.ts": "1\n", "two.ts": "1\n" },
      },
    );

    const { results, told } = await use("write");

    expect(results).toEqual([
      "Deleted gone.ts.",
      "Not done: there is no file gone.ts.",
      "Not done: src is a folder; delete its files one by one.",
      "Moved src/a.ts to lib/deep/b.ts.",
      "Moved src/c.ts to lib/c.ts.",
      "Not done: lib/c.ts is there already; delete it first.",
      "Not done: there is no file none.ts.",
      "Moved folder to moved.",
      "Refused: moved cannot be moved into itself.",
      "Not done: nothing was changed, because of edit 2: two.ts: `old` does not stand in it, and nothing like it; read it again.",
      "Changed one.ts: 2 places; two.ts: one place.",
    ]);
    const read = (path: string) => readFile(join(root, path), "utf8");
    expect([await read("lib/deep/b.ts"), await read("moved/deep/e.ts"), await read("one.ts")]).toEqual([
      "a\n",
      "e\n",
      "4\n",
    ]);
    expect(told.at(-1)).toBe("edit 3 passages one.ts");
  });

  it("leaves what is closed where it is: secrets, the configuration, installed packages, what lies outside", async () => {
    const run = "node_modules/runner/run.mjs";
    const files = {
      "iflow.config.json": "{}",
      "a.ts": "a\n",
      "keys/.env": "KEY=1\n",
      "keys/b.ts": "b\n",
      [run]: "a\n",
    };
    const { root, use } = await workshop(
      [
        ["write", { path: run, content: "" }],
        ["edit", { path: run, old: "a", new: "b" }],
        ["move", { from: "a.ts", to: run }],
        ["delete", { path: "iflow.config.json" }],
        ["move", { from: "iflow.config.json", to: "b.json" }],
        ["move", { from: "a.ts", to: "iflow.config.json" }],
        ["move", { from: "keys/.env", to: "shown.txt" }],
        ["move", { from: "keys", to: "shown" }],
        ["move", { from: "a.ts", to: "../a.ts" }],
        ["multi_edit", { edits: [edit("a.ts", "a", "b"), edit("../a.ts", "a", "b")] }],
        ["run", { command: "mv keys shown" }],
        ["run", { command: "mv keys/.env shown.txt" }],
        ["run", { command: "rm -f iflow.config.json" }],
        ["run", { command: "git diff -- keys/.env" }],
      ],
      files,
      {},
      {
        openTree: (root) => createWorkingTree(root, { refusal: secretFiles({ tracked: () => [], deny: [] }).refusal }),
      },
    );

    const { results } = await use("write");

    expect(results.filter((text) => !text.startsWith("Refused: "))).toEqual([]);
    for (const [path, text] of Object.entries(files)) expect(await readFile(join(root, path), "utf8")).toBe(text);
  });

  it("a disk that fails is told to the model", async () => {
    const { use } = await workshop([["write", { path: "a.md/b.md", content: "x" }]], { "a.md": "a\n" });

    expect((await use("write")).results).toEqual([expect.stringMatching(/^Not done: cannot write "a.md\/b.md"/)]);
  });
});

describe("running", () => {
  it("ends a command that takes too long with all that it started, and the model is told", async () => {
    const test = "sleep 100 & echo begun; sleep 100";
    const { runtime, request, fake } = await workshop([["run", { command: "test" }]], {}, { test }, { commandMs: 500 });
    const step = newStep();

    const { outcome } = await play(runtime, request({ step, access: "write" }));

    expect(outcome).toMatchObject({ status: "completed" });
    expect(lastToolResults(fake.requests.at(-1)!)).toEqual([
      expect.stringMatching(/^test was ended after 0\.5 seconds, with all that it started\./),
    ]);
    expect(processesOf(step)).toEqual([]);
  });

  it("runs stored checks by name, with their exit code and the end of their output, and nothing else", async () => {
    const { use } = await workshop(
      [
        ["run", { command: "test" }],
        ["run", { command: "lint" }],
        ["run", { command: "build" }],
        ["run", { command: "typecheck" }],
        ["run", { command: "rm -rf ." }],
        ["run", { command: "constructor" }],
        ["run", { command: "git log --format=%s -1" }],
        ["run", { command: "rm a.ts" }],
      ],
      { "a.ts": "a\n" },
      {
        test: 'printf "\\033[31mred\\033[0m\\n"; pwd; echo oops >&2; echo $0 $ANTHROPIC_API_KEY$OTHER_TOKEN.; exit 3',
        lint: "yes line | head -n 20000; sleep 100 &",
        build: "kill -9 $$",
        typecheck: "head -c 25000000 /dev/zero | tr '\\0' x; yes $(printf %0499d 7) | head -c 25000000",
      },
    );

    const { results, told } = await use("write");

    expect(results[0]).toBe("test ended with exit code 3.\n\nred\n.\noops\n/bin/sh .");
    expect(results[1]).toMatch(/^lint ended with exit code 0\.\n\n\[Cut: only the end is shown\.\]\nline\n/);
    expect(results[1]?.length).toBeLessThan(30_200);
    expect(results[2]).toBe("build ended with a signal.");
    expect(results[3]).toMatch(/^typecheck ended with exit code 0\.\n\n\[Cut: only the end is shown\.\]\n0+7\n/);
    expect(results[3]?.length).toBeLessThan(30_200);
    expect(results.slice(4)).toEqual([
      expect.stringMatching(/^Refused: rm -rf is not allowed: single files only\. One plain command at a time/),
      expect.stringMatching(/^Refused: constructor is not among what may be run\. One plain command at a time/),
      "git log --format=%s -1 ended with exit code 0.\n\nstart",
      "rm a.ts ended with exit code 0.",
    ]);
    expect(told).toEqual([
      ...["run test", "run lint", "run build", "run typecheck", "run rm -rf . refused", "run constructor refused"],
      ...["run git log --format=%s -1", "run rm a.ts"],
    ]);
  });
});

describe("cutting", () => {
  it("shows the beginning of a line that is too long by itself, and says how long a file is", () => {
    expect(cutLines("abcdef\nx\n", { from: 1, lines: undefined, longest: 4 })).toBe(
      "1\tabcd\n[Cut: line 1 of 2 has 6 characters; its beginning is shown.]",
    );
    expect(cutLines("a\n", { from: 3, lines: undefined, longest: 9 })).toBe("[The file has 1 lines.]");
    expect(cutOutput("short", 9)).toBe("short");
  });
});

describe("what stands in front of every request", () => {
  it("changes only together with its version", () => {
    const hash = createHash("sha256")
      .update(JSON.stringify([SYSTEM_TEXT, TOOLS]))
      .digest("hex")
      .slice(0, 16);

    expect({ version: PREFIX_VERSION, hash }).toMatchInlineSnapshot(`
      {
        "hash": "4caa79f66c3a3f79",
        "version": 3,
      }
    `);
  });

  it("is sorted and tells nothing about a role", () => {
    const names = TOOLS.map(({ name }) => name);

    expect(names).toEqual([...names].sort());
    expect(SYSTEM_TEXT).not.toMatch(/reviewer|author|fixer|\d{4}|\//);
  });
});
