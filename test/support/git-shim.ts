// A `git` on the PATH that counts its calls and ends the command that called it (kill -9) at a chosen one: before git has
// done anything, or after it has done its work.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { once } from "./crash.ts";
import { tempFolder } from "./temp-repo.ts";

export interface GitCall {
  readonly when: "before" | "after";
  /** From 1. */
  readonly at: number;
}

export interface CountedGit {
  readonly env: Record<string, string>;
  /** The calls so far, each with its arguments. */
  calls(): string[];
}

/** Without a call it only counts. */
export async function countGit(kill?: GitCall): Promise<CountedGit> {
  const log = join(await tempFolder(), "calls");
  const env = {
    PATH: `${await shimFolder()}:${process.env.PATH}`,
    GIT_SHIM_LOG: log,
    GIT_SHIM_KILL: kill ? `${kill.when} ${kill.at}` : "",
  };
  return { env, calls: () => readCalls(log) };
}

/** From the branch that is reserved to the index that shows its commit. */
export function creationCalls(calls: readonly string[]): { readonly at: number; readonly call: string }[] {
  const all = calls.map((call, index) => ({ at: index + 1, call }));
  const from = all.findIndex(({ call }) => call.includes(" check-ref-format "));
  const to = all.findIndex(({ call }, index) => index > from && call.includes(" add --refresh "));
  if (from === -1 || to === -1) throw new Error(`no feature was created: ${calls.join(", ")}`);
  return all.slice(from, to + 1);
}

function readCalls(log: string): string[] {
  const calls: string[] = [];
  for (let at = 1; existsSync(`${log}.${at}`); at++) calls.push(readFileSync(`${log}.${at}`, "utf8").trimEnd());
  return calls;
}

const shimFolder = once(async () => {
  const folder = await tempFolder();
  const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  const path = join(folder, "git");
  await writeFile(path, SCRIPT.replaceAll("REAL", real));
  await chmod(path, 0o755);
  return folder;
});

/** A number is taken by creating its file, so calls side by side get different ones. */
const SCRIPT = `#!/bin/sh
set -C
at=1
until { echo "$*" > "$GIT_SHIM_LOG.$at"; } 2>/dev/null; do at=$((at + 1)); done
set +C
[ "$GIT_SHIM_KILL" = "before $at" ] && { kill -9 $PPID; exit 1; }
[ "$GIT_SHIM_KILL" = "after $at" ] || exec REAL "$@"
REAL "$@"
code=$?
kill -9 $PPID
exit $code
`;
