// A hostile agent with `agents.commands: "sandbox"`: any line is let through the door, and none of these gets out. Without
// a sandbox the same lines are refused (src/domain/commands/judge-command.test.ts).
import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { chmod, rm } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { dirname } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandRules, judgeCommand } from "../../src/domain/commands/judge-command.ts";
import { DEFAULT_CONFIG } from "../../src/domain/config/config.ts";
import { bundleForNode } from "../support/bundle.ts";
import { type Escape, SHELL_ESCAPES } from "../support/door-escapes.ts";
import { noSandboxHere } from "../support/sandbox.ts";
import { become, preparePlace, USERS } from "./place.ts";

const none = await noSandboxHere();
if (none !== undefined) throw new Error(`there is no sandbox to get out of: ${none}`);

const child = bundleForNode("test/support/sandbox-child.ts");
const OFF = { ...DEFAULT_CONFIG.sandbox, mode: "off" } as const;
const ABSTRACT = `iflow-door-${process.pid}`;
const SOCKET = `/tmp/iflow-door-${process.pid}.sock`;
const servers: Server[] = [];
let port = 0;

const RULES: CommandRules = {
  ...{ mode: "sandbox", sandboxed: true, checks: [], scripts: {}, hidden: [], denies: false, git: "git", filters: [] },
  inside: (path) => (path.startsWith("/") ? undefined : path),
  exists: () => false,
};
/** As the door hands it to the sandbox. */
function letThrough(line: string): string {
  const judged = judgeCommand(line, RULES);
  if ("refused" in judged) throw new Error(judged.refused);
  return judged.line;
}

beforeAll(async () => {
  await chmod(dirname(child()), 0o755); // another user reads it
  port = ((await listen({ port: 0, host: "127.0.0.1" })).address() as { port: number }).port;
  await listen({ path: `\0${ABSTRACT}` });
  await listen({ path: SOCKET, writableAll: true, readableAll: true });
});
afterAll(async () => {
  for (const server of servers) server.close();
  await rm(SOCKET, { force: true });
});

async function listen(where: object): Promise<Server> {
  const server = createServer((socket) => socket.end());
  servers.push(server);
  return new Promise((resolve) => void server.listen(where, () => resolve(server)));
}

it("are forty", () => expect(SHELL_ESCAPES).toHaveLength(40));

describe.each(USERS)("as $name", (user) => {
  let victim: ChildProcess;
  beforeAll(() => {
    const [program = "", ...words] = [...become(user), "sh", "-c", "sleep 3600; true", "victim-of-the-test"];
    const env = { PATH: process.env.PATH, VICTIM: "SECRET-OF-THE-VICTIM" };
    victim = spawn(program, words, { env, detached: true, stdio: "ignore" });
  });
  afterAll(() => void process.kill(-(victim.pid ?? 0), "SIGKILL"));
  const prepare = () =>
    preparePlace(user, child(), { VICTIM: String(victim.pid), PORT: String(port), ABSTRACT, SOCKET });

  it.each(SHELL_ESCAPES)("nothing gets out: $name", async ({ line, control }: Escape) => {
    if (control) {
      const outside = await (await prepare()).run(line, { settings: OFF });
      expect(outside.output, "without a sandbox it gets out").toContain("OUT");
    }
    const held = await (await prepare()).run(`${letThrough(line)}; echo ENDED`);
    expect(held).toMatchObject({ applied: true, output: expect.stringContaining("ENDED") });
    expect(held.output).not.toContain("OUT");
  });

  it("nothing outlives its time: what detaches itself and ignores signals ends with it", async () => {
    const line = "trap '' TERM HUP; setsid sleep 76.543 & (setsid nohup sleep 76.543 &) ; sleep 76.543";
    const { milliseconds } = await (await prepare()).run(letThrough(line), { limitMs: 1000 });
    expect(milliseconds).toBeLessThan(10_000);
    expect(processesWith("76.543")).toEqual([]);
  });

  it("it can work: pipes, variables, several commands, the tree", async () => {
    const line = "mkdir -p sub && for n in 1 2 3; do echo $n; done | tee sub/list | wc -l && git log --oneline | wc -l";
    expect((await (await prepare()).run(letThrough(line))).output.split(/\s+/)).toEqual(["3", "1", ""]);
  });
});

function processesWith(word: string): string[] {
  const lines = readdirSync("/proc").flatMap((pid) => {
    try {
      return /^\d+$/.test(pid) ? [readFileSync(`/proc/${pid}/cmdline`, "utf8")] : [];
    } catch {
      return []; // it has just ended
    }
  });
  return lines.filter((line) => line.includes(word));
}
