// What a story leaves behind that nothing needs any more: processes, locks, drafts, half-done work of git.
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { basename } from "node:path";
import type { Place } from "./place.ts";

/** Sorted; compare with what an undisturbed story leaves, which is nothing. */
export function leftoversOf(place: Place): string[] {
  const { repo, temp } = place;
  const names = readdirSync(repo, { recursive: true, encoding: "utf8" });
  const found = (pattern: RegExp) => names.filter((path) => pattern.test(path)).map(unnumbered);
  return [
    ...processesIn(place.folder).map(({ name }) => `process ${name}`),
    ...found(TEMPORARY),
    ...HALF_DONE.filter((name) => existsSync(`${repo}/.git/${name}`)),
    ...readdirSync(temp).map((name) => `temp folder: ${unnumbered(name)}`),
    ...lines(place.git("stash", "list")).map((line) => `stash ${line}`),
    ...lines(place.git("worktree", "list", "--porcelain"))
      .filter((line) => line.startsWith("worktree "))
      .slice(1),
    ...fsckOf(place),
  ].sort();
}

/** Locks of git and of iflow, drafts, indexes and objects that were to be thrown away. */
const TEMPORARY =
  /^\.git\/.*(?:\.lock(?:\.\w+)?|\.draft|\/tmp_[^/]*|\/index-[^/]*|\/drafts\/[^/]*|\/new-[^/]*)$|^(?!\.git\/).*\.\d{5,}$/;

const HALF_DONE = ["MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "rebase-merge", "rebase-apply", "BISECT_LOG"];

interface Process {
  readonly pid: number;
  readonly name: string;
}

/** Processes that were started in places inside of this folder: a home there is in their environment, or they are there. */
export function processesIn(folder: string): Process[] {
  if (!existsSync("/proc/self/environ")) return []; // macOS does not tell
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .flatMap((pid) => {
      try {
        if (readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ")) return [];
        const isOurs = readFileSync(`/proc/${pid}/environ`, "utf8").includes(`\0HOME=${folder}/`);
        if (!isOurs && !readlinkSync(`/proc/${pid}/cwd`).startsWith(`${folder}/`)) return [];
        const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").slice(0, 4);
        return [{ pid: Number(pid), name: words.map((word) => basename(word)).join(" ") }];
      } catch {
        return []; // it has ended, or it is somebody else's
      }
    });
}

/** Only what was started in places inside of this folder. */
export function endProcessesIn(folder: string): void {
  for (const { pid } of processesIn(folder))
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // it has ended by itself
    }
}

function fsckOf(place: Place): string[] {
  try {
    place.git("fsck", "--no-dangling", "--no-progress");
    return [];
  } catch (error) {
    return [`fsck: ${String((error as { stderr?: string }).stderr ?? error).split("\n")[0]}`];
  }
}

const lines = (text: string): string[] => text.split("\n").filter(Boolean);

/** Random parts of names say nothing, and a report must be the same twice. */
function unnumbered(path: string): string {
  return path
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "*")
    .replaceAll(/~\w*~\d+~\w*/g, "*")
    .replaceAll(/(index-|new-|tmp_obj_|iflow-[a-z]+-)\w{6}/g, "$1*");
}
