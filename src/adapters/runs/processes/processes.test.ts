import { spawn } from "node:child_process";
import { describe, expect, it, onTestFinished } from "vitest";
import { startChild } from "../../../../test/support/child-process.ts";
import { endProcess } from "./end-process.ts";
import { machineId, processIdentity, readPs, selfIdentity } from "./processes.ts";

const STEP = "specify/1/1/spec-reviewer/1";
const READY = "process.stdout.write('ready\\n');";

describe("the identity of a process", () => {
  it("is the same for as long as it lives, and another for another process", async () => {
    const child = startChild(process.execPath, ["-e", `${READY} setInterval(() => {}, 1000)`]);
    await child.line();
    const first = await processIdentity(child.pid);

    expect(first).toBeDefined();
    expect(await processIdentity(child.pid)).toEqual(first);
    expect((await selfIdentity()).startTime).not.toBe(first?.startTime);
  });

  it("is none after the process ended, even before its parent has collected it", async () => {
    // the parent never waits for its child, so the child stays a zombie as long as the parent sleeps
    const parent = startChild("sh", ["-c", 'sh -c "exit 0" & echo $!; exec sleep 3600']);
    const zombie = Number(await parent.line());

    await expect.poll(() => processIdentity(zombie), { timeout: 10_000 }).toBeUndefined();

    await parent.kill();
    expect(await processIdentity(parent.pid)).toBeUndefined();
  });

  it("is read from ps where there is no /proc", async () => {
    const child = startChild(process.execPath, ["-e", `${READY} setInterval(() => {}, 1000)`]);
    await child.line();
    const first = await readPs(child.pid);

    expect(first?.startTime).toMatch(/^\w{3} \w{3} +\d+ \d\d:\d\d:\d\d \d{4}$/);
    expect(first?.group).toBe((await processIdentity(child.pid))?.group);
    expect(await readPs(child.pid)).toEqual(first);
    await child.kill();
    expect(await readPs(child.pid)).toBeUndefined();
  });

  it("names this process, its boot and its host", async () => {
    const self = await selfIdentity();

    expect(self.pid).toBe(process.pid);
    expect(self.startTime).toBe((await processIdentity(process.pid))?.startTime);
    expect(self.bootId).not.toBe("");
    expect(self.host).not.toBe("");
  });
});

describe("ending a left-over agent", () => {
  it("ends the child of that step, and says so", async () => {
    const child = await startAgent(STEP);

    expect(await endProcess({ ...child.identity, step: STEP })).toBe(true);

    expect(await child.ended()).toBe("SIGTERM");
  });

  it("ends a child that does not listen to SIGTERM", async () => {
    const child = await startAgent(STEP, "process.on('SIGTERM', () => {});");

    expect(await endProcess({ ...child.identity, step: STEP }, 100)).toBe(true);

    expect(await child.ended()).toBe("SIGKILL");
  });

  it("leaves a process alone that started at another time", async () => {
    const child = await startAgent(STEP);

    expect(await endProcess({ pid: child.pid, startTime: "1", step: STEP })).toBe(false);

    expect(await processIdentity(child.pid)).toBeDefined();
  });

  it("leaves a process alone whose pid was noted on another machine, or before this one was started again", async () => {
    const child = await startAgent(STEP);
    const { host, bootId } = await selfIdentity();

    for (const machine of [`elsewhere/${bootId}`, `${host}/earlier`])
      expect(await endProcess({ ...child.identity, step: STEP, machine }), machine).toBe(false);
    expect(await processIdentity(child.pid)).toBeDefined();

    expect(await endProcess({ ...child.identity, step: STEP, machine: await machineId() })).toBe(true);
  });

  it.runIf(process.platform === "linux")("leaves a process alone that is not of that step", async () => {
    const child = await startAgent("specify/1/1/spec-reviewer/11");
    const other = await startAgent(undefined);

    expect(await endProcess({ ...child.identity, step: STEP })).toBe(false);
    expect(await endProcess({ ...other.identity, step: STEP })).toBe(false);

    expect(await processIdentity(child.pid)).toBeDefined();
    expect(await processIdentity(other.pid)).toBeDefined();
  });

  it("has nothing to end when the process is gone", async () => {
    const child = await startAgent(STEP);
    await child.kill();

    expect(await endProcess({ ...child.identity, step: STEP })).toBe(false);
  });

  it("ends the whole group of a child that leads one, also what outlives the child", async () => {
    // the leader exits on SIGTERM, but its child does not
    const stubborn = "process.on('SIGTERM', () => {}); console.log(process.pid); setInterval(() => {}, 1000)";
    const leader = spawn(
      process.execPath,
      [
        "-e",
        `require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(stubborn)}], { stdio: "inherit" })`,
      ],
      { detached: true, stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, IFLOW_STEP: STEP } },
    );
    const pid = leader.pid ?? 0;
    onTestFinished(() => {
      if (leader.exitCode === null && leader.signalCode === null) process.kill(-pid, "SIGKILL");
    });
    const grandchild = await new Promise<number>((resolve) =>
      leader.stdout.once("data", (chunk) => resolve(Number(chunk))),
    );
    const startTime = (await processIdentity(pid))?.startTime ?? "";

    expect(await endProcess({ pid, startTime, step: STEP }, 200)).toBe(true);

    await expect.poll(() => processIdentity(grandchild), { timeout: 10_000 }).toBeUndefined();
  });
});

async function startAgent(step: string | undefined, more = "") {
  const code = `${more} ${READY} setInterval(() => {}, 1000)`;
  const child = startChild(process.execPath, ["-e", code], { ...process.env, ...(step && { IFLOW_STEP: step }) });
  await child.line();
  const startTime = (await processIdentity(child.pid))?.startTime ?? "";
  return { ...child, identity: { pid: child.pid, startTime } };
}
