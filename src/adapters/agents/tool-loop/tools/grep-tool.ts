// Searching with `git grep`: it leaves out what git ignores, binary files and git's own folder, follows no symlinks,
// answers in a fixed order, and no pattern makes it run forever. A blind role searches the folder of its copies.
import { execFile } from "node:child_process";
import * as z from "zod";
import type { WorkingTree } from "../../../../ports/working-tree.ts";
import { ownProgram } from "../../../commands/own-path.ts";
import { pickEnvironment } from "../../../commands/pick-environment.ts";
import type { Said, Tool } from "./toolbox.ts";

const Input = z.object({
  pattern: z
    .string()
    .min(1)
    .refine((pattern) => !pattern.includes("\0"), "has a NUL character, which no line of text has"),
  path: z.string().default(""),
  literal: z.boolean().default(false),
  ignoreCase: z.boolean().default(false),
});
type GrepInput = z.infer<typeof Input>;

export interface GrepPlace {
  readonly tree: Pick<WorkingTree, "root" | "refusal">;
  /** Only files, not a repository. */
  readonly plainFolder: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

const NOTHING = "[Nothing found.]";
const MOST_LINES = 200;
const LONGEST_LINE = 300;
const LIMIT_MS = 60_000;
const OUTPUT_BYTES = 4 * 1024 * 1024;

export function createGrepTool(place: GrepPlace): Tool<GrepInput> {
  return {
    input: Input,
    title: () => "search",
    path: ({ path }) => path,
    needs: "read",
    work: (input, path) => search(place, input, path),
  };
}

function search(place: GrepPlace, input: GrepInput, path: string): Promise<Said> {
  const args = [
    ...["--literal-pathspecs", "--no-pager", "-c", "core.quotePath=false", "-c", "core.fsmonitor=false", "grep"],
    ...["--no-color", "--full-name", "--no-recurse-submodules", "-I", "-n", "-z"],
    ...(place.plainFolder ? ["--no-index"] : ["--untracked"]),
    input.literal ? "-F" : "-E",
    ...(input.ignoreCase ? ["-i"] : []),
    ...["-e", input.pattern, "--", path === "" ? "." : path],
  ];
  const env = { ...pickEnvironment(place.env, []), LC_ALL: "C.UTF-8", GIT_OPTIONAL_LOCKS: "0" };
  const { root, refusal } = place.tree;
  const isShown = (file: string) => refusal(file) === undefined;
  const options = { cwd: root, env, signal: place.signal, timeout: LIMIT_MS, maxBuffer: OUTPUT_BYTES };
  const git = ownProgram("git", place.env.PATH, root);
  if (git === undefined) return Promise.resolve({ text: "Not done: there is no git on the path.", isError: true });
  return new Promise((resolve) => {
    execFile(git, args, { ...options, encoding: "utf8" }, (error, stdout, stderr) => {
      const isMore = error?.code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER";
      if (!error || isMore) resolve({ text: printMatches(stdout, isMore, isShown) });
      else if (Number(error.code) === 1 && stderr === "") resolve({ text: NOTHING });
      else resolve({ text: `Not done: ${explain(stderr, root)}`, isError: true });
    });
  });
}

/** `path NUL line NUL text`, one match per line. */
function printMatches(output: string, isMore: boolean, isShown: (path: string) => boolean): string {
  const pathOf = (line: string) => line.slice(0, Math.max(0, line.indexOf("\0")));
  const found = output.split("\n").filter((line) => line !== "" && isShown(pathOf(line)));
  if (found.length === 0) return NOTHING;
  const shown = found.slice(0, MOST_LINES).map((line) => {
    const [path = "", number = "", ...text] = line.split("\0");
    const match = text.join(" ").trimEnd();
    return `${path}:${number}:${match.length > LONGEST_LINE ? `${match.slice(0, LONGEST_LINE)}…` : match}`;
  });
  const cut = found.length > MOST_LINES || isMore;
  const all = isMore ? "very many" : `${found.length}`;
  return [...shown, ...(cut ? [`[Cut: ${MOST_LINES} of ${all} lines are shown.]`] : [])].join("\n");
}

function explain(stderr: string, root: string): string {
  const [line = ""] = stderr.replaceAll(root, ".").trim().split("\n");
  return line.replace(/^fatal: /, "") || "the search was ended.";
}
