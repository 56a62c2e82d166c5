// Searching with `git grep`: it leaves out what git ignores, binary files and git's own folder, follows no symlinks,
// answers in a fixed order, and no pattern makes it run forever. A blind role searches the folder of its copies.
import { execFile } from "node:child_process";
import * as z from "zod";
import type { WorkingTree } from "../../../../ports/git/working-tree.ts";
import { ownProgram } from "../../../commands/own-path.ts";
import { pickEnvironment } from "../../../commands/pick-environment.ts";
import type { ProjectPlace } from "./project-files.ts";
import type { Tool } from "./toolbox.ts";

const Input = z.object({
  pattern: z
    .string()
    .min(1)
    .refine((pattern) => !pattern.includes("\0"), "has a NUL character, which no line of text has"),
  path: z.string().default(""),
  literal: z.boolean().default(false),
  ignoreCase: z.boolean().default(false),
  context: z.int().min(0).max(10).default(0),
});
type GrepInput = z.infer<typeof Input>;

export interface GrepPlace extends ProjectPlace {
  readonly tree: WorkingTree;
}

const NOTHING = "[Nothing found.]";
const MOST_LINES = 200;
const MOST_PASSAGES = 60;
const LONGEST_LINE = 300;
const LIMIT_MS = 60_000;
const OUTPUT_BYTES = 4 * 1024 * 1024;

export function createGrepTool(place: GrepPlace): Tool<GrepInput> {
  return {
    input: Input,
    title: () => "search",
    path: ({ path }) => path,
    needs: "read",
    work: async (input, path) => {
      const found = await search(place, input, path);
      if ("failed" in found) return { text: `Not done: ${found.failed}`, isError: true };
      return { text: await printMatches(place.tree, found, input.context) };
    },
  };
}

interface Found {
  readonly matches: readonly Match[];
  /** There are more than could be taken in. */
  readonly isMore: boolean;
}

interface Match {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

function search(place: GrepPlace, input: GrepInput, path: string): Promise<Found | { readonly failed: string }> {
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
  if (git === undefined) return Promise.resolve({ failed: "there is no git on the path" });
  return new Promise((resolve) => {
    execFile(git, args, { ...options, encoding: "utf8" }, (error, stdout, stderr) => {
      const isMore = error?.code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER";
      if (!error || isMore) resolve({ matches: readMatches(stdout).filter(({ path }) => isShown(path)), isMore });
      else if (Number(error.code) === 1 && stderr === "") resolve({ matches: [], isMore });
      else resolve({ failed: explain(stderr, root) });
    });
  });
}

/** `path NUL line NUL text`, one match per line. */
function readMatches(output: string): Match[] {
  return output.split("\n").flatMap((line) => {
    const [path = "", number = "", ...text] = line.split("\0");
    return text.length === 0 ? [] : [{ path, line: Number(number), text: text.join(" ").trimEnd() }];
  });
}

async function printMatches(tree: WorkingTree, { matches, isMore }: Found, context: number): Promise<string> {
  if (matches.length === 0) return NOTHING;
  const shown = matches.slice(0, context > 0 ? MOST_PASSAGES : MOST_LINES);
  const lines = context > 0 ? await printPassages(tree, shown, context) : shown.map((match) => print(match, ":"));
  const all = isMore ? "very many" : `${matches.length}`;
  const isCut = matches.length > shown.length || isMore;
  return [...lines, ...(isCut ? [`[Cut: ${shown.length} of ${all} lines are shown.]`] : [])].join("\n");
}

const print = ({ path, line, text }: Match, mark: ":" | "-") =>
  `${path}${mark}${line}${mark}${text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE)}…` : text}`;

/** Matches with the lines around them, `path-line-text`; passages that are apart are parted by `--`. */
async function printPassages(tree: WorkingTree, matches: readonly Match[], context: number): Promise<string[]> {
  const printed: string[] = [];
  const paths = [...new Set(matches.map(({ path }) => path))];
  for (const path of paths) {
    const hits = new Map(matches.filter((match) => match.path === path).map((match) => [match.line, match]));
    const text = (await tree.read(path).catch(() => undefined)) ?? ""; // what cannot be read has no lines around
    const lines = text.replace(/\n$/, "").split("\n");
    const near = new Set([...hits.keys()].flatMap((hit) => around(hit, context)));
    let last: number | undefined;
    for (const line of [...near].sort((one, other) => one - other)) {
      const shown = hits.get(line)?.text ?? lines[line - 1]?.trimEnd();
      if (shown === undefined) continue; // behind the end
      if (last !== line - 1 && printed.length > 0) printed.push("--");
      printed.push(print({ path, line, text: shown }, hits.has(line) ? ":" : "-"));
      last = line;
    }
  }
  return printed;
}

function around(line: number, context: number): number[] {
  return Array.from({ length: 2 * context + 1 }, (_, step) => line - context + step).filter((one) => one > 0);
}

function explain(stderr: string, root: string): string {
  const [line = ""] = stderr.replaceAll(root, ".").trim().split("\n");
  return line.replace(/^fatal: /, "") || "the search was ended.";
}
