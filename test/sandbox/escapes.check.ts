// Every way out of the sandbox that we know, tried with the real bubblewrap. A line that gets out without a sandbox and
// not with it shows both that the attempt is real and that it is held.
import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { chmod, mkdir, rm } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_CONFIG } from "../../src/domain/config/config.ts";
import { bundleForNode } from "../support/bundle.ts";
import { noSandboxHere } from "../support/sandbox.ts";
import { type Attempt, MACHINE, NEIGHBOURS, REPOSITORY, SECRETS, WRITES } from "./attempts.ts";
import { become, preparePlace, startAs, USERS, type User } from "./place.ts";

const none = await noSandboxHere();
if (none !== undefined) throw new Error(`there is no sandbox to get out of: ${none}`);

const child = bundleForNode("test/support/sandbox-child.ts");
const OFF = { ...DEFAULT_CONFIG.sandbox, mode: "off" } as const;
const ABSTRACT = `iflow-escape-${process.pid}`;
const SERVICE = `/run/iflow-escape-${process.pid}.sock`;
const SHARED = `/tmp/iflow-escape-${process.pid}.sock`;
const servers: Server[] = [];
let port = 0;

beforeAll(async () => {
  await chmod(dirname(child()), 0o755); // another user reads it
  const tcp = await listen({ port: 0, host: "127.0.0.1" });
  port = (tcp.address() as { port: number }).port;
  await listen({ path: `\0${ABSTRACT}` });
  await listen({ path: SHARED, writableAll: true, readableAll: true });
  if (process.getuid?.() === 0) await listen({ path: SERVICE });
});
afterAll(async () => {
  for (const server of servers) server.close();
  await Promise.all([SERVICE, SHARED].map((path) => rm(path, { force: true })));
});

async function listen(where: object): Promise<Server> {
  const server = createServer((socket) => socket.end());
  servers.push(server);
  return new Promise((resolve) => void server.listen(where, () => resolve(server)));
}

describe.each(USERS)("as $name", (user) => {
  let victim: ChildProcess;
  beforeAll(() => {
    const [program = "", ...words] = [...become(user), "sh", "-c", "sleep 3600; true", "victim-of-the-test"];
    victim = spawn(program, words, {
      env: { PATH: process.env.PATH, VICTIM: "SECRET-OF-THE-VICTIM" },
      detached: true,
      stdio: "ignore",
    });
  });
  afterAll(() => void process.kill(-(victim.pid ?? 0), "SIGKILL"));

  const prepare = async (linked = false) => {
    const env = { VICTIM: String(victim.pid), PORT: String(port), ABSTRACT, SOCKET: SHARED, SERVICE };
    const place = await preparePlace(user, child(), env, linked);
    await mkdir(join(place.home, ".docker"), { recursive: true });
    const socket = await listen({
      path: join(place.home, ".docker/docker.sock"),
      writableAll: true,
      readableAll: true,
    });
    return { ...place, close: () => socket.close() };
  };

  describe.each([
    ["write", WRITES],
    ["change the repository", REPOSITORY],
    ["read", SECRETS],
    ["reach", NEIGHBOURS],
    ["change the machine", MACHINE],
  ] as const)("it cannot %s", (_, attempts) => {
    it.each(attempts)("$name", async ({ line, control, linked, terminal }: Attempt) => {
      if (mayTry(user, control)) {
        const free = await prepare(linked);
        const outside = await free.run(line, { settings: OFF });
        expect(outside.output, "without a sandbox it gets out").toContain("OUT");
        free.close();
      }
      const place = await prepare(linked);
      const held = await place.run(`${line}; echo ENDED`, { ...(terminal && { terminal }) });
      place.close();
      expect(held).toMatchObject({ applied: true, output: expect.stringContaining("ENDED") });
      expect(held.output).not.toContain("OUT");
    });
  });

  it("it can work: the tree, temp folders, a server of its own, git's history, what is on the path", async () => {
    const place = await prepare();
    const line =
      "echo a > new && mkdir sub && mv new sub/ && echo b > /tmp/t && echo c > $TMPDIR/u && echo d > /dev/shm/v && " +
      "git log --oneline | grep -q start && cat ~/.bashrc >/dev/null; " +
      `node -e 'const s=require("net").createServer(c=>c.end("hi")).listen(0,"127.0.0.1",()=>require("net").connect(s.address().port,"127.0.0.1").on("data",d=>{console.log("SERVED "+d);process.exit()}))'`;
    const { output, code } = await place.run(line);
    place.close();
    expect({ output, code }).toEqual({ output: expect.stringContaining("SERVED hi"), code: 0 });
    expect(readFileSync(join(place.base, "main/sub/new"), "utf8")).toBe("a\n");
  });

  describe("it cannot outgrow its limits", () => {
    const limits = { processes: 100, bytes: 300 * 1024 * 1024 };

    it("processes that multiply are ended, all of them", async () => {
      const place = await prepare();
      // bounded, so that a sandbox that does not hold does not take the machine with it
      const line = 'b() { if [ "$1" -gt 0 ]; then b $(($1 - 1)) & b $(($1 - 1)) & fi; sleep 54.321; }; b 11; echo OUT';
      const { code, output, milliseconds, ...told } = await place.run(line, { limits });
      place.close();
      expect([code, told.limits]).toEqual([null, "A command may use 100 processes and 0.3 GB of memory."]);
      expect(output).not.toContain("OUT");
      expect(milliseconds).toBeLessThan(20_000);
      expect(await leftOf("54.321")).toEqual([]);
    });

    it.each([
      ["one process", "node -e 'const a=[];while(a.length<40)a.push(Buffer.alloc(50e6,1));console.log(\"OUT\")'"],
      [
        "several",
        "for i in 1 2 3 4 5 6; do node -e 'const a=Buffer.alloc(90e6,1);setTimeout(()=>console.log(a.length,\"OUT\"),4000)' & done; wait",
      ],
    ])("memory: %s", async (_, line) => {
      const place = await prepare();
      const { code, output } = await place.run(line, { limits });
      place.close();
      expect(code).toBeNull();
      expect(output).not.toContain("OUT");
    });

    it.each(["/tmp/x", "/dev/shm/x", "/var/tmp/x"])("memory by files: %s", async (path) => {
      const place = await prepare();
      const { output } = await place.run(`head -c 200000000 /dev/zero > ${path} && echo OUT`, { limits });
      place.close();
      expect(output).toContain("No space left");
      expect(output).not.toContain("OUT");
    });

    it("a command that never ends, detaches and ignores signals is ended with all it started", async () => {
      const place = await prepare();
      const line = "trap '' TERM HUP; setsid sleep 65.432 & (setsid nohup sleep 65.432 &) ; sleep 65.432";
      const { milliseconds } = await place.run(line, { limitMs: 1000 });
      place.close();
      expect(milliseconds).toBeLessThan(10_000);
      expect(await leftOf("65.432")).toEqual([]);
    });
  });

  it("nothing it left in the background outlives it", async () => {
    const place = await prepare();
    const { code } = await place.run("setsid nohup sleep 76.543 >/dev/null 2>&1 & exit 3");
    place.close();
    expect(code).toBe(3);
    expect(await leftOf("76.543")).toEqual([]);
  });

  it("nothing outlives us when we are killed", async () => {
    const place = await prepare();
    const line = "setsid sleep 87.654 & sleep 87.654";
    const started = startAs(user, child(), { ...place.request, line });
    await waitFor(() => processesWith("87.654").length > 0);
    started.process.kill("SIGKILL");
    place.close();
    expect(await leftOf("87.654")).toEqual([]);
  });
});

function mayTry({ id }: User, control: Attempt["control"]): boolean {
  return control === "everybody" || (control === "root" && id === undefined && process.getuid?.() === 0);
}

/** What is still there after the moment a kernel needs to take a namespace down. */
async function leftOf(mark: string): Promise<string[]> {
  await waitFor(() => processesWith(mark).length === 0, 3000);
  return processesWith(mark);
}

async function waitFor(holds: () => boolean, patienceMs = 10_000): Promise<void> {
  for (let waited = 0; waited < patienceMs && !holds(); waited += 50) await pause(50);
}

function processesWith(mark: string): string[] {
  return readdirSync("/proc").filter(
    (pid) => /^\d+$/.test(pid) && commandOf(pid).startsWith("sleep") && commandOf(pid).includes(mark),
  );
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
