// One shell line as a child in its own process group. The child waits at a gate until it is told to begin, so its
// identity can be recorded before it does anything. If this process dies first, the gate closes and the child ends.
// Ending it ends the whole group and returns when the group is gone. Unlike other commands it has no watcher: a script
// may leave a process behind, so that the run which continues has something to find.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { IflowError } from "../../../domain/text/errors.ts";
import { composeCommand } from "../../commands/run-command.ts";
import { endGroup } from "../../commands/watched-child.ts";

const GATE = 'read -r begin && exec "$@"';
const GRACE_MS = 2000;

interface StartedCommand {
  readonly pid: number;
  begin(): void;
  /** Resolves when the shell has exited: undefined on success, otherwise what went wrong. */
  readonly failure: Promise<string | undefined>;
  /** Asks the group to end, then forces it to. Safe to call at any time and more than once. */
  end(): Promise<void>;
}

export async function startCommand(
  line: string,
  place: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<StartedCommand> {
  const child = spawn("/bin/sh", ["-c", GATE, "sh", ...(await composeCommand(line))], {
    ...place,
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  child.stdin.on("error", () => undefined); // the child may be gone before it is told to begin
  const failure = waitForExit(child, line);
  const pid = await waitForStart(child, line);

  let ending: Promise<void> | undefined;
  return {
    pid,
    begin: () => child.stdin.end("begin\n"),
    failure,
    end: () => {
      ending ??= endGroup(pid, GRACE_MS).then(async () => {
        await failure;
        child.stdin.destroy();
      });
      return ending;
    },
  };
}

async function waitForStart(child: ChildProcess, line: string): Promise<number> {
  try {
    await once(child, "spawn");
  } catch (cause) {
    throw new IflowError("agent-unavailable", `cannot start a shell for the command: ${line}`, {
      cause,
      fix: "Check that the repository folder is still there and that /bin/sh works.",
    });
  }
  if (child.pid === undefined) throw new Error("a child that was spawned has no pid");
  return child.pid;
}

function waitForExit(child: ChildProcess, line: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    child.once("exit", (code, signal) => {
      const end = signal === null ? `exit code ${code} from the command` : `${signal} ended the command`;
      resolve(code === 0 ? undefined : `${end}: ${line}`);
    });
  });
}
