// Finds the working tree and its git directories, or says why iflow cannot work here.
import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { IflowError } from "../../../domain/text/errors.ts";
import { createMemory, type Memory } from "./commit-facts.ts";
import { Git, type GitOutcome, gitFailure } from "./git.ts";

export interface Checkout {
  /** Runs in the root of the working tree. */
  readonly git: Git;
  readonly root: string;
  readonly gitDir: string;
  readonly commonDir: string;
  /** Length of an object id: 20, or 32 in a sha256 repository. */
  readonly idBytes: number;
  readonly memory: Memory;
}

export async function findCheckout(cwd: string, env: NodeJS.ProcessEnv): Promise<Checkout> {
  return (await findQuickly(cwd, env)) ?? (await findCarefully(cwd, env));
}

/** All in one call, because every command begins with it. Undefined when git refuses or the answer is not plain. */
async function findQuickly(cwd: string, env: NodeJS.ProcessEnv): Promise<Checkout | undefined> {
  const questions = ["--show-toplevel", "--git-dir", "--git-common-dir", objectFormat];
  const outcome = await new Git(cwd, env).attempt(["rev-parse", "--path-format=absolute", ...questions]);
  const [root, gitDir, commonDir, format, end, ...more] = outcome.stdout.split("\n");
  const isPlain = outcome.exitCode === 0 && end === "" && more.length === 0; // a path may contain a newline
  if (!isPlain || !root || !gitDir || !commonDir || !format) return undefined;
  // git answers relative to the real path of its folder, which differs from `cwd` when that is a symlink.
  const shared = resolve(await realpath(cwd), commonDir);
  return toCheckout(new Git(root, env), gitDir, shared, format);
}

const objectFormat = "--show-object-format";

async function findCarefully(cwd: string, env: NodeJS.ProcessEnv): Promise<Checkout> {
  const args = ["rev-parse", "--is-bare-repository", "--is-inside-work-tree"];
  const outcome = await new Git(cwd, env).attempt(args);
  if (outcome.exitCode !== 0) throw explainNoRepository(cwd, args, outcome);
  const [bare, insideWorkTree] = outcome.stdout.split("\n");
  if (insideWorkTree !== "true") throw explainNoWorkTree(cwd, bare === "true");

  // One question per call: a path may contain a newline.
  const root = withoutLastNewline(await new Git(cwd, env).run(["rev-parse", "--show-toplevel"]));
  const git = new Git(root, env);
  const [gitDir, commonDir, format] = await Promise.all([
    git.run(["rev-parse", "--git-dir"]),
    git.run(["rev-parse", "--git-common-dir"]),
    git.run(["rev-parse", objectFormat]),
  ]);
  const placeOf = (answer: string) => resolve(root, withoutLastNewline(answer));
  return toCheckout(git, placeOf(gitDir), placeOf(commonDir), withoutLastNewline(format));
}

function toCheckout(git: Git, gitDir: string, commonDir: string, format: string): Checkout {
  return { git, root: git.cwd, gitDir, commonDir, idBytes: format === "sha256" ? 32 : 20, memory: createMemory() };
}

/** A full id never changes its meaning; a name or an abbreviated id may come to mean another commit. */
export function isFullId({ idBytes }: Pick<Checkout, "idBytes">, revision: string): boolean {
  return revision.length === 2 * idBytes && /^[0-9a-f]+$/.test(revision);
}

function explainNoRepository(cwd: string, args: readonly string[], outcome: GitOutcome): IflowError {
  if (!outcome.stderr.includes("not a git repository")) return gitFailure(args, outcome, adviceOf(outcome.stderr));
  return new IflowError("not-a-repository", `${cwd} is not inside a git repository.`, {
    fix: 'Make it one: git init && git commit --allow-empty -m "start"',
  });
}

/** git's own remedy where it prints one, as it does for a repository owned by another user. */
function adviceOf(words: string): string | undefined {
  return words.match(/^\s*(git config .+)$/m)?.[1];
}

function explainNoWorkTree(cwd: string, bare: boolean): IflowError {
  const message = bare
    ? `${cwd} is a bare repository; iflow needs files to work on.`
    : `${cwd} is inside a git directory, not among the files of a checkout.`;
  return new IflowError("not-a-repository", message, {
    fix: bare ? "Run iflow in a clone or a worktree of it: git worktree add ../work" : "Change to the checkout itself.",
  });
}

function withoutLastNewline(text: string): string {
  return text.replace(/\r?\n$/, "");
}
