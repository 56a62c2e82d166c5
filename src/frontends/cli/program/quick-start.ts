// Command lines that are typed often and mean one thing: they are answered without reading the definition of all commands.
// Anything else, also any other flag, is left to the whole program.
import type { GlobalFlags } from "../command.ts";

export interface QuickLook {
  readonly command: "bare" | "status";
  readonly flags: Pick<GlobalFlags, "json" | "quiet" | "unicode">;
}

export type QuickStart = "help" | "version" | QuickLook | undefined;

/** `columns` of the terminal, if there is one: the help that was printed beforehand is 80 wide. */
export function quickStart(words: readonly string[], columns: number | undefined): QuickStart {
  const [only = ""] = words;
  if (words.length === 1 && VERSION.has(only)) return "version";
  if (words.length === 1 && HELP.has(only)) return columns === undefined || columns >= 80 ? "help" : undefined;
  const commands = words.filter((word) => !FLAGS.has(word));
  if (commands.length > 1 || (commands.length === 1 && commands[0] !== "status")) return undefined;
  const has = (flag: string) => words.includes(flag);
  return {
    command: commands.length === 1 ? "status" : "bare",
    flags: {
      ...(has("--json") && { json: true }),
      ...(has("--quiet") && { quiet: true }),
      ...(has("--no-unicode") && { unicode: false }),
    },
  };
}

const VERSION: ReadonlySet<string> = new Set(["-v", "-V", "--version", "version"]);
const HELP: ReadonlySet<string> = new Set(["-h", "--help", "help"]);
const FLAGS: ReadonlySet<string> = new Set(["--json", "--quiet", "--no-unicode"]);
