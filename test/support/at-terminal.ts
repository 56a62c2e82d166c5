// A person at a terminal: the built command in a pseudo-terminal of util-linux' `script`, which passes on the keys they
// press. What is seen is the stream as it came, without colours and cursor movements.
import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { MAIN } from "./iflow.ts";
import { untouched } from "./temp-repo.ts";
import { trusting } from "./trusting.ts";

export const ENTER = "\r";
export const DOWN = "\u001b[B";
export const UP = "\u001b[A";
export const CTRL_C = "\u0003";

export interface AtTerminal {
  /** Waits until the words stand below everything that was waited for before. */
  sees(words: string): Promise<void>;
  /** One key after the other, as a person would. */
  press(...keys: string[]): Promise<void>;
  readonly ended: Promise<{ readonly code: number | null; readonly text: string }>;
}

interface Options {
  readonly env?: Record<string, string>;
  readonly columns?: number;
}

export function atTerminal(
  root: string,
  args: readonly string[],
  { env = {}, columns = 80 }: Options = {},
): AtTerminal {
  untouched.delete(root);
  const command = [process.execPath, MAIN, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const child = spawn("script", ["-qec", `stty cols ${columns} rows 40; exec ${command}`, "/dev/null"], {
    cwd: root,
    env: { ...process.env, ...trusting(root), TERM: "xterm", LC_ALL: "C.UTF-8", ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  let text = "";
  let seen = 0;
  child.stdout.setEncoding("utf8").on("data", (piece) => {
    text += piece;
  });
  const ended = new Promise<{ code: number | null; text: string }>((resolve) => {
    child.on("close", (code) => resolve({ code, text: withoutCodes(text) }));
  });
  return {
    ended,
    async sees(words) {
      for (let tries = 0; tries < 600; tries++) {
        const at = withoutCodes(text).indexOf(words, seen);
        if (at !== -1) {
          seen = at + words.length;
          return;
        }
        if (child.exitCode !== null) break;
        await sleep(50);
      }
      child.kill();
      throw new Error(`"${words}" was not seen in:\n${withoutCodes(text).slice(seen)}`);
    },
    async press(...keys) {
      for (const key of keys) {
        await sleep(120); // a prompt that has just been drawn begins to read now
        child.stdin.write(key);
      }
    },
  };
}

function withoutCodes(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken away
  return text.replaceAll(/\u001b\[[?\d;]*[A-Za-z]|\r/g, "");
}
