// A pipe, a device or a huge file where iflow expects a file of its own or of the repository: no command waits for it.
import { execFile, execFileSync } from "node:child_process";
import { existsSync, truncateSync, writeFileSync } from "node:fs";
import { mkdir, rm, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { MAIN, type Workplace, workplace } from "../support/iflow.ts";
import { createFeature, FEATURE, FOLDER, ONE_ROUND, specify } from "../support/story.ts";

const LIMIT_MS = 20_000;

interface Ended {
  /** Null when it had to be killed. */
  readonly code: number | null;
  readonly said: string;
}

function within({ root }: Workplace, args: readonly string[], input = ""): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd: root, timeout: LIMIT_MS, killSignal: "SIGKILL" as const };
    const child = execFile(process.execPath, [MAIN, ...args], options, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, said: `${stdout}${stderr}`.replaceAll(/\s+/g, " ") }),
    );
    child.stdin?.end(input);
  });
}

const pipe = async (path: string) => {
  await mkdir(dirname(path), { recursive: true });
  await rm(path, { force: true });
  execFileSync("mkfifo", [path]);
};

const ODD: Record<string, (path: string) => Promise<void> | void> = {
  "a pipe": pipe,
  "a link to a device": (path) => symlink("/dev/zero", path),
  "a link to the terminal": (path) => symlink("/dev/tty", path),
  "a huge file": (path) => {
    writeFileSync(path, "{}");
    truncateSync(path, 3 * 1024 ** 3);
  },
};

test.each(Object.keys(ODD))("iflow.config.json that is %s is refused by name", async (kind) => {
  const place = await workplace();
  await ODD[kind]?.(join(place.root, "iflow.config.json"));
  for (const words of [[], ["status"], ["config"], ["specify"]]) {
    const { code, said } = await within(place, words);
    expect([words, code, said]).toEqual([
      words,
      2,
      expect.stringContaining("iflow.config.json cannot be read: it is "),
    ]);
  }
});

test("no document, settings file or CI file that is a pipe is waited for", async () => {
  const place = await workplace(ONE_ROUND);
  await createFeature(place);
  const files = ["AGENTS.md", "CLAUDE.md", "package.json", "Makefile", ".github/workflows/ci.yml", "pyproject.toml"];
  for (const file of files) await pipe(join(place.root, file));
  await pipe(join(place.root, FOLDER, "spec.md"));
  for (const words of [["status"], ["show"], ["validate"], ["doctor"], ["init", "--yes"], ["specify", "--dry-run"]]) {
    expect([words, (await within(place, words)).code]).not.toEqual([words, null]);
  }
  await pipe(join(place.root, FOLDER, ".meta.json"));
  for (const words of [[], ["list"]]) {
    const { code, said } = await within(place, words);
    expect([words, code, said]).toEqual([words, expect.any(Number), expect.stringMatching(/\.meta\.json|damaged/)]);
  }
});

const PLANTED: readonly { readonly at: string; readonly words: readonly (readonly string[])[] }[] = [
  { at: `runs/${FEATURE}.specify.1/journal.jsonl`, words: [[], ["status"], ["cost"], ["continue"], ["gc", "--yes"]] },
  { at: `runs/${FEATURE}.specify.1/answers/001.json`, words: [["continue"]] },
  { at: "runs/b1.brainstorm.1/journal.jsonl", words: [[], ["continue"]] },
  { at: `locks/${FEATURE}.lock`, words: [[], ["continue", "--yolo"]] },
  { at: "creating/007-planted.json", words: [[], ["create-feature", "more"]] },
  { at: "ledger.jsonl", words: [["cost"], ["stats"]] },
  {
    at: "memory.jsonl",
    words: [
      ["memory", "list"],
      ["memory", "add", "Tests run in UTC"],
    ],
  },
];

test.each(PLANTED)("a pipe planted as .git/iflow/$at is not waited for", async ({ at, words }) => {
  const place = await workplace(ONE_ROUND);
  await createFeature(place);
  expect((await specify(place)).code).toBe(4); // a question is open
  await pipe(join(place.root, ".git", "iflow", at));
  for (const one of words) {
    const { code, said } = await within(place, one);
    expect([one, code]).not.toEqual([one, null]);
    if (code !== 0 && code !== 4) expect([one, said]).toEqual([one, expect.stringContaining("not a regular file")]);
  }
});

const OF_HOOKS = ["hook.log", "host-session.json", `runs/${FEATURE}.specify.1/orders/attempts.jsonl`];

test("hooks stay in force beside pipes, and beside a configuration that is none", async () => {
  const place = await workplace(ONE_ROUND);
  await createFeature(place);
  await specify(place);
  const home = join(place.root, ".git", "iflow");
  for (const file of [...OF_HOOKS, "runs/zzz/journal.jsonl"]) await pipe(join(home, file));
  const call = { tool_name: "Bash", tool_input: { command: "rm -r .git/iflow" }, session_id: "s", cwd: place.root };
  const guard = () => within(place, ["hook", "pre-tool-use"], JSON.stringify(call));
  const plain = await guard();
  expect([plain.code, plain.said]).toEqual([0, expect.stringContaining("deny")]);
  await pipe(join(place.root, "iflow.config.json"));
  expect((await guard()).said).toBe(plain.said);
  await rm(join(place.root, "iflow.config.json"));
  await place.write({ "iflow.config.json": '{"artifactsRoot": 7}' });
  expect((await guard()).said).toBe(plain.said);
  expect(existsSync(join(home, "runs", "zzz"))).toBe(true);
});
