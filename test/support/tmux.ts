// A real terminal to look at and to type into: tmux, on a server of its own that ends with its test.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { tempFolder } from "./temp-repo.ts";

export interface TerminalSession {
  /** Presses keys by their names in tmux (`Enter`, `Escape`, `C-c`, `Down`); anything else is typed as it is. */
  press(...keys: string[]): void;
  /** Makes the window so many columns wide, as a person does with the mouse. */
  resize(columns: number): void;
  /** Waits until this stands on the screen, and returns the whole screen. */
  sees(words: string | RegExp): Promise<string>;
  /** What was printed so far, scrolled away or not; a line that the terminal had to break is one line here. */
  lines(): string[];
  /** Waits for the end of the command. */
  ended(): Promise<{ readonly code: number; readonly lines: readonly string[] }>;
}

export interface TerminalPlace {
  readonly cwd: string;
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Why there is none to test with; undefined when there is one. */
export const noTmux: string | undefined = (() => {
  try {
    execFileSync("tmux", ["-V"], { stdio: "pipe" });
    return undefined;
  } catch {
    return "tmux is not installed";
  }
})();

const PATIENCE_MS = 60_000;

export async function withTerminal<Result>(
  { cwd, columns = 80, rows = 60, env = {} }: TerminalPlace,
  command: readonly string[],
  use: (session: TerminalSession) => Promise<Result>,
): Promise<Result> {
  const socket = join(await tempFolder(), "tmux");
  const tmux = (...args: string[]) =>
    execFileSync("tmux", ["-S", socket, "-f", "/dev/null", ...args], {
      ...{ cwd, encoding: "utf8", stdio: "pipe" },
      env: { ...process.env, ...env, TERM: "xterm-256color", LC_ALL: "C.UTF-8", SHELL: "/bin/sh" },
    });
  // Ctrl-C reaches the shell as well, which must live to tell the exit code
  const line = `trap : INT; ${command.map(quoted).join(" ")}; printf '\\nended %s\\n' $?; exec sleep 600`;
  tmux("new-session", "-d", "-x", String(columns), "-y", String(rows), line);
  const printed = () => tmux("capture-pane", "-p", "-J", "-S", "-").replaceAll(/ +$/gm, "");
  const sees = async (words: string | RegExp) => {
    for (const begun = Date.now(); Date.now() - begun < PATIENCE_MS; await sleep(40)) {
      const screen = printed();
      if (typeof words === "string" ? screen.includes(words) : words.test(screen)) return screen;
    }
    throw new Error(`${words} was never on the screen:\n${printed()}`);
  };
  const lines = () => printed().split("\n");
  try {
    return await use({
      press: (...keys) => void tmux("send-keys", ...keys),
      resize: (to) => void tmux("resize-window", "-x", String(to)),
      ...{ sees, lines },
      ended: async () => {
        const [, code] = /^ended (\d+)$/m.exec(await sees(/^ended \d+$/m)) ?? [];
        return { code: Number(code), lines: lines().filter((text) => !text.startsWith("ended ")) };
      },
    });
  } finally {
    tmux("kill-server");
  }
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
