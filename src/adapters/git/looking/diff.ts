// A diff for reading: every file in the stat, and in the patch the text of those worth reading. Renames are not
// detected, so that readers see whole paths on both sides.
import type { Diff, DiffForm } from "../../../ports/git/repository.ts";
import { type Checkout, isFullId } from "../checkout/checkout.ts";
import { keepNewest } from "../checkout/commit-facts.ts";
import type { Git } from "../checkout/git.ts";
import { inBatches, splitRecords } from "../checkout/named-paths.ts";

interface DiffRange {
  readonly from: string;
  readonly to: string;
  readonly paths: readonly string[];
  readonly form: DiffForm;
}

/** Several reviewers are shown the same diff, and each replay asks for it again, so diffs are remembered. */
export function readDiff(checkout: Checkout, range: DiffRange): Promise<Diff> {
  const { diffs } = checkout.memory;
  const key = JSON.stringify(range);
  const diff = diffs.get(key) ?? askForDiff(checkout.git, range);
  if ([range.from, range.to].every((end) => isFullId(checkout, end))) keepNewest(diffs, key, diff);
  diff.catch(() => diffs.delete(key));
  return diff;
}

async function askForDiff(git: Git, range: DiffRange): Promise<Diff> {
  const { from, to, paths, form } = range;
  const counts: FileCount[] = [];
  for (const batch of inBatches(paths.toSorted())) {
    const args = ["diff-tree", "-r", "-z", "--numstat", "--no-renames", "--no-textconv", from, to, "--", ...batch];
    counts.push(...splitRecords(await git.run(args)).map(parseCount));
  }

  const worth = counts.filter(isWorthReading).map(({ path }) => path);
  const patch = form === "plain" ? await readPatch(git, range, worth) : await readCompact(git, range, worth);
  const added = counts.reduce((sum, count) => sum + (count.added ?? 0), 0);
  const removed = counts.reduce((sum, count) => sum + (count.removed ?? 0), 0);
  return { stat: printStat(counts, added, removed), patch, added, removed };
}

async function readPatch(
  git: Git,
  { from, to }: Pick<DiffRange, "from" | "to">,
  paths: readonly string[],
  ...options: readonly string[]
): Promise<string> {
  const quiet = ["--no-renames", "--no-textconv", "--no-ext-diff", "--no-color", "--full-index"];
  let patch = "";
  for (const batch of inBatches(paths))
    patch += await git.run(["diff-tree", "-r", "-p", ...quiet, ...options, from, to, "--", ...batch]);
  return patch;
}

/** Code first, then each document in its shortest form. The Markdown reader is loaded only when a diff needs it. */
async function readCompact(git: Git, range: DiffRange, paths: readonly string[]): Promise<string> {
  const { printCodeChange, printMarkdownChange } = await import("../../../domain/prompts/compact-diff.ts");
  const documents = paths.filter(isMarkdown);
  const code = paths.filter((path) => !isMarkdown(path));
  const parts = [printCodeChange(await readPatch(git, range, code, "--unified=1"))];
  for (const path of documents) {
    const plain = await readPatch(git, range, [path]);
    const words = await readPatch(git, range, [path], "--unified=0", "--word-diff=plain");
    const { exitCode, stdout } = await git.attempt(["cat-file", "blob", `${range.to}:${path}`]);
    parts.push(printMarkdownChange({ path, plain, words, text: exitCode === 0 ? stdout : undefined }));
  }
  return parts.filter((part) => part !== "").join("\n");
}

const isMarkdown = (path: string): boolean => /\.(?:md|markdown)$/i.test(path);

interface FileCount {
  readonly path: string;
  /** Undefined for a binary file. */
  readonly added: number | undefined;
  readonly removed: number | undefined;
}

function parseCount(record: string): FileCount {
  const [added = "-", removed = "-", ...path] = record.split("\t");
  return { path: path.join("\t"), added: toNumber(added), removed: toNumber(removed) };
}

function toNumber(text: string): number | undefined {
  return text === "-" ? undefined : Number(text);
}

function isWorthReading({ path, added }: FileCount): boolean {
  return added !== undefined && !isLockFile(path);
}

function isLockFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return name.endsWith(".lock") || lockFileNames.has(name);
}

const lockFileNames = new Set(["package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "go.sum"]);

function printStat(counts: readonly FileCount[], added: number, removed: number): string {
  if (counts.length === 0) return "";
  const lines = counts.map((count) => `${printName(count.path)} | ${printCount(count)}`);
  const files = counts.length === 1 ? "1 file" : `${counts.length} files`;
  return `${lines.join("\n")}\n${files} changed, +${added} -${removed}\n`;
}

function printCount({ path, added, removed }: FileCount): string {
  if (added === undefined) return "binary";
  return `+${added} -${removed}${isLockFile(path) ? " (lock file, not shown)" : ""}`;
}

/** A name with a newline or another control character is quoted, so that each file stays on one line. */
function printName(path: string): string {
  return /\p{Cc}/u.test(path) ? JSON.stringify(path) : path;
}
