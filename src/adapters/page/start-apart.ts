// This iflow once more, in a session of its own: it outlives the server that started it, and no Ctrl-C meant for the server
// reaches it. What it prints goes to files that have no name any more, so nothing of them is ever left behind; whoever
// started it can read them as long as it lives itself.
import { spawn } from "node:child_process";
import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StartedApart } from "../../ports/page-host.ts";

export interface Program {
  /** The file that node runs. */
  readonly script: string;
  readonly env: NodeJS.ProcessEnv;
}

/** The end of what was printed is what counts: a result or an error. */
const MOST_READ = 1024 * 1024;

export async function startApart(
  { script, env }: Program,
  cwd: string,
  words: readonly string[],
): Promise<StartedApart> {
  const [out, err] = [openNameless(), openNameless()];
  const child = spawn(process.execPath, [script, ...words], {
    ...{ cwd, env, detached: true, stdio: ["ignore", out, err] },
  });
  const ended = new Promise<Awaited<StartedApart["ended"]>>((resolve) => {
    const end = (code: number | null, problem = "") => {
      resolve({ code, stdout: readAll(out), stderr: problem || readAll(err) });
      for (const file of [out, err]) closeSync(file);
    };
    child.once("exit", (code) => end(code));
    child.once("error", ({ message }) => end(null, message));
  });
  child.unref();
  return { pid: child.pid ?? 0, ended };
}

function openNameless(): number {
  const folder = mkdtempSync(join(tmpdir(), "iflow-apart-"));
  try {
    return openSync(join(folder, "output"), "wx+", 0o600);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readAll(file: number): string {
  const { size } = fstatSync(file);
  const bytes = Buffer.alloc(Math.min(size, MOST_READ));
  const length = readSync(file, bytes, 0, bytes.length, size - bytes.length);
  return bytes.subarray(0, length).toString("utf8");
}
