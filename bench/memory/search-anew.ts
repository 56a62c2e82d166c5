// What one pays for a search in a new process, as people start it: reading the log and making the index come with it.
import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MAIN } from "../start/compare-starts.ts";
import { median } from "../start/median.ts";
import { writeLog } from "./lessons.ts";

const STARTS = 9;

/** Its time beside the same with nothing to search, taken in turn. */
export async function searchAnew(entries: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "iflow-bench-"));
  try {
    await writeLog(join(folder, "full", "iflow", "memory.jsonl"), entries);
    const search = (data: string) => {
      const begun = process.hrtime.bigint();
      execFileSync(process.execPath, [MAIN, "memory", "search", "login", "lesson", "7", "--global"], {
        env: { ...process.env, XDG_DATA_HOME: join(folder, data) },
        stdio: "pipe",
      });
      return Number(process.hrtime.bigint() - begun);
    };
    const times = Array.from({ length: STARTS }, () => [search("empty"), search("full")] as const);
    return median(times.map(([, full]) => full)) / median(times.map(([empty]) => empty));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
