// The project's own commands, run for real.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { isAlive } from "../../../test/support/crash.ts";
import { tempFolder } from "../../../test/support/temp-repo.ts";
import { DEFAULT_CONFIG } from "../../domain/config/config.ts";
import type { CheckRequest, CheckResult } from "../../ports/checks.ts";
import { createChecks } from "./run-check.ts";

interface Ran extends CheckResult {
  readonly lines: string[];
  readonly pid: number;
  readonly root: string;
}

async function run(
  command: string,
  more: Partial<CheckRequest> & { signal?: AbortSignal; root?: string; env?: Record<string, string> } = {},
): Promise<Ran> {
  const root = more.root ?? (await tempFolder());
  const lines: string[] = [];
  let pid = 0;
  const checks = createChecks({
    root,
    env: { ...process.env, IFLOW_REVIEW_GUARD: "prompt", MINE: "yes", OTHER: "no", ...more.env },
    processIdentity: async () => ({ startTime: "7" }),
    settings: async () => ({ checks: DEFAULT_CONFIG.checks, isWaiting: false, isConfirmed: false, hash: "" }),
  });
  const order: CheckRequest = {
    command,
    step: "finish/1/0/check-test/1",
    environment: ["MINE"],
    limitMs: 60_000,
    onLine: (line) => lines.push(line),
    ...more,
    onSpawned: async (child) => {
      pid = child.pid;
      await more.onSpawned?.(child);
    },
  };
  const result = await checks.run(order, more.signal ?? new AbortController().signal);
  return { ...result, lines, pid, root };
}

test("both streams come in their order, line by line, and the exit code tells", async () => {
  const { lines, output, end, exitCode } = await run("echo one; echo two >&2; printf three; exit 3");
  expect({ lines, output, end, exitCode }).toEqual({
    lines: ["one", "two", "three"],
    output: "one\ntwo\nthree\n",
    end: "exited",
    exitCode: 3,
  });
});

test("F2: a key the check finds somewhere is in no line and in no output", async () => {
  const env = { SOME_TOKEN: "t0ken-value", KEYS: "line-one-1\nline-two-2" };
  const { lines, output } = await run("echo key=t0ken-value; echo plain; echo line-one-1; echo line-two-2", { env });
  expect(lines).toEqual(["key=[secret]", "plain", "[secret]", "[secret]"]);
  expect(output).toBe(lines.map((line) => `${line}\n`).join(""));
});

test("it runs in the repository with a picked environment, without our settings and without a keyboard", async () => {
  const { lines, root } = await run("pwd; echo $MINE$OTHER; env | grep ^IFLOW_ | sort; cat");
  expect(lines).toEqual([root, "yes", "IFLOW_STEP=finish/1/0/check-test/1", `IFLOW_STEP_ROOT=${root}`]);
});

test("nothing begins before its identity is recorded, and nothing at all when that fails", async () => {
  const root = await tempFolder();
  const failing = run("touch begun", {
    root,
    onSpawned: async () => {
      throw new Error("disk full");
    },
  });
  await expect(failing).rejects.toThrow("disk full");
  expect((await run("ls", { root })).lines).toEqual([]);
});

test("an abort ends it with everything it started", async () => {
  const controller = new AbortController();
  const root = await tempFolder();
  const running = run("sleep 600 & echo $! > child; wait", { root, signal: controller.signal });
  const child = await numberIn(join(root, "child"));
  controller.abort();
  expect((await running).end).toBe("aborted");
  expect(isAlive(child)).toBe(false);
  expect((await run("true", { signal: controller.signal })).end).toBe("aborted");
});

test("one that does not end is ended when its time is over", async () => {
  const { end, exitCode, output, pid } = await run("echo slow; sleep 600", { limitMs: 300 });
  expect([end, exitCode, isAlive(pid)]).toEqual(["timed-out", null, false]);
  expect(output).toBe("slow\n");
});

test("what a line leaves in the background is ended and does not hold it up", async () => {
  const { lines, end, exitCode } = await run("sleep 600 & echo $!");
  expect([end, exitCode, isAlive(Number(lines[0]))]).toEqual(["exited", 0, false]);
});

test("of a long output the end is kept", async () => {
  const { output, lines } = await run("seq 1 100000; head -c 5000 /dev/zero | tr '\\\\0' x");
  expect(output.length).toBeLessThanOrEqual(256 * 1024);
  expect(output).toContain("\n100000\n");
  expect(output.startsWith("1\n")).toBe(false);
  expect(lines.at(-1)).toHaveLength(2001);
});

test("a long line is told in short and kept whole: it may be a report", async () => {
  const { output, lines } = await run("head -c 5000 /dev/zero | tr '\\0' x; echo; echo end");
  expect(output).toBe(`${"x".repeat(5000)}\nend\n`);
  expect(lines).toEqual([`${"x".repeat(2000)}…`, "end"]);
});

async function numberIn(path: string): Promise<number> {
  for (;;) {
    try {
      const number = Number(readFileSync(path, "utf8"));
      if (number > 0) return number;
    } catch {
      // the file does not exist yet
    }
    await sleep(20);
  }
}
