// Which process is which. A pid alone says little, since pids are reused; with the start time of the process, the boot
// and the host, it identifies one process forever. Never guesses: what cannot be read does not count as a process.
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { hostname } from "node:os";
import { promisify } from "node:util";

export interface ProcessIdentity {
  readonly pid: number;
  readonly startTime: string;
  readonly bootId: string;
  readonly host: string;
}

export interface RunningProcess {
  /** Opaque; stays the same as long as the process lives. */
  readonly startTime: string;
  /** The process group it belongs to; its own pid when it leads one. */
  readonly group: number;
}

export async function selfIdentity(): Promise<ProcessIdentity> {
  const self = await processIdentity(process.pid);
  return { pid: process.pid, startTime: self?.startTime ?? "unknown", bootId: await readBootId(), host: hostname() };
}

/** This machine since its last start. */
export async function machineId(): Promise<string> {
  return `${hostname()}/${await readBootId()}`;
}

/** Undefined when there is no such process; one that has ended and only waits to be reaped does not count. */
export async function processIdentity(pid: number): Promise<RunningProcess | undefined> {
  return process.platform === "linux" ? readProc(pid) : readPs(pid);
}

/** Fields of /proc/{pid}/stat after the name, which is in parentheses and may contain anything. */
async function readProc(pid: number): Promise<RunningProcess | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  const [state, , group, ...rest] = stat?.slice(stat.lastIndexOf(")") + 2).split(" ") ?? [];
  const startTime = rest[16]; // field 22: clock ticks since boot
  if (startTime === undefined || state === "Z" || state === "X") return undefined;
  return { startTime, group: Number(group) };
}

/** For systems without /proc. */
export async function readPs(pid: number): Promise<RunningProcess | undefined> {
  const line = await run("ps", ["-o", "pgid=", "-o", "stat=", "-o", "lstart=", "-p", String(pid)]);
  const [, group, state, startTime] = /^\s*(\d+)\s+(\S+)\s+(.+?)\s*$/.exec(line) ?? [];
  if (startTime === undefined || state?.startsWith("Z")) return undefined;
  return { startTime, group: Number(group) };
}

async function readBootId(): Promise<string> {
  if (process.platform !== "linux") return (await run("sysctl", ["-n", "kern.bootsessionuuid"])).trim();
  return (await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "")).trim();
}

/** Fixed language and time zone, so that the output for a process is always the same. */
async function run(command: string, args: readonly string[]): Promise<string> {
  const env = { PATH: "/bin:/usr/bin:/sbin:/usr/sbin", LC_ALL: "C", TZ: "UTC" };
  return promisify(execFile)(command, args, { env }).then(
    ({ stdout }) => stdout,
    () => "",
  );
}
