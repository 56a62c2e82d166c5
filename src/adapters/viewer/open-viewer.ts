// Starts the person's pager and editor the way git does: through the shell, since `$PAGER` and `$EDITOR` may hold
// arguments, and attached to the terminal. A text reaches the pager through its input; less reads keys from the terminal.
import { spawn } from "node:child_process";
import type { Viewed, Viewer } from "../../ports/viewer.ts";
import { ownPath, ownProgram } from "../commands/own-path.ts";
import { ownLine } from "./own-line.ts";

type Env = NodeJS.ProcessEnv;

/** As git sets it: short texts are printed, long ones scroll, and what was read stays on the screen. */
const LESS = "FRX";

export function createViewer(root: string, env: Env): Viewer {
  const editor = [env.VISUAL, env.EDITOR].find((command) => command?.trim());
  const own: Env = { ...env, PATH: ownPath(env.PATH, root), LESS: env.LESS ?? LESS };
  return {
    editor,
    async page(text) {
      const pager = env.PAGER?.trim() || ownProgram("less", env.PATH, root);
      if (pager === undefined) return { status: "nothing" };
      return atTerminal({ line: pager, args: [], env: own, root, input: text });
    },
    async edit(path) {
      if (editor === undefined) return { status: "nothing" };
      return atTerminal({ line: editor, args: [path], env: own, root });
    },
  };
}

interface Start {
  /** For the shell. */
  readonly line: string;
  readonly args: readonly string[];
  readonly env: Env;
  readonly root: string;
  readonly input?: string;
}

async function atTerminal({ line, args, env, root, input }: Start): Promise<Viewed> {
  const command = ownLine(line, env.PATH, root);
  if (command === undefined) return { status: "failed", problem: `${line}: not found` };
  const release = holdInterrupts();
  try {
    const child = spawn("/bin/sh", ["-c", args.length === 0 ? command : `${command} "$@"`, "iflow", ...args], {
      cwd: root,
      env,
      stdio: [input === undefined ? "inherit" : "pipe", "inherit", "inherit"],
    });
    child.stdin?.on("error", () => {}); // closed before the end of the text
    child.stdin?.end(input);
    const how = await new Promise<string | undefined>((resolve) => {
      child.on("error", ({ message }) => resolve(message));
      child.on("close", (code, signal) =>
        resolve(code === 0 ? undefined : `ended with ${signal ?? `exit code ${code}`}`),
      );
    });
    return how === undefined ? { status: "shown" } : { status: "failed", problem: `${line}: ${how}` };
  } finally {
    release();
  }
}

/** The terminal sends Ctrl-C to iflow as well; while a pager or an editor is open, it is meant for that one. */
function holdInterrupts(): () => void {
  const listeners = process.rawListeners("SIGINT") as NodeJS.SignalsListener[];
  const ignore = () => {};
  process.on("SIGINT", ignore);
  for (const listener of listeners) process.off("SIGINT", listener);
  return () => {
    for (const listener of listeners) process.on("SIGINT", listener);
    process.off("SIGINT", ignore);
  };
}
