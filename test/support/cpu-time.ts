// CPU time of this process and of the children it has waited for, their own children included. Where there is no /proc the
// children are not counted: node tells of its own process only.
import { readFileSync } from "node:fs";

let taken = 0;

/** Since the last call in this process; the first call counts from its start. */
export function takeCpuSeconds(): number {
  const spent = ownSeconds() + childrenSeconds();
  const since = spent - taken;
  taken = spent;
  return since;
}

function ownSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
}

/** Fields 16 and 17 of /proc/self/stat, in clock ticks; the second field, the name, may hold anything. */
function childrenSeconds(): number {
  if (process.platform !== "linux") return 0;
  const stat = readFileSync("/proc/self/stat", "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}

const TICKS_PER_SECOND = 100; // the same on every Linux: USER_HZ
