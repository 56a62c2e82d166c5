// Where HEAD stands and which operation the user has begun. Read right before every commit, never remembered.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { IflowError } from "../../../domain/text/errors.ts";
import { shellWord } from "../../../domain/text/shell-word.ts";
import type { Whereabouts } from "../../../ports/git/repository.ts";
import { readPlainText } from "../../plain-file.ts";
import type { Checkout } from "./checkout.ts";
import { isPlainlyMissing, readPlainHead, readPlainTip } from "./loose-refs.ts";

export async function readWhereabouts(checkout: Checkout): Promise<Whereabouts> {
  const plain = readPlainHead(checkout);
  const isPicking = unfinished.some((name) => existsSync(join(checkout.gitDir, name)));
  const operation = readOperationFolders(checkout.gitDir);
  if (plain === undefined || isPicking) return askWhereabouts(checkout, operation);
  return { ...plain, operation };
}

const unfinished = ["MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD"];

async function askWhereabouts({ git }: Checkout, operation: Whereabouts["operation"]): Promise<Whereabouts> {
  const [symbolic, resolved] = await Promise.all([
    git.attempt(["symbolic-ref", "--quiet", "HEAD"]),
    // git resolves the names itself, so this works with every ref storage.
    git.run(["cat-file", "--batch-check=%(objectname)"], {
      input: ["HEAD", ...unfinished].map((name) => `${name}\n`).join(""),
    }),
  ]);
  const [head, merge, cherryPick, revert] = resolved.split("\n").map((line) => (isId(line) ? line : undefined));

  // A pick or a merge inside a rebase also leaves its own mark, so the rebase is checked first.
  const begun =
    operation === "rebase" ? operation : merge ? "merge" : cherryPick ? "cherry-pick" : revert ? "revert" : operation;
  return { branch: symbolic.stdout.match(/^refs\/heads\/(.+)\n$/)?.[1], head, operation: begun };
}

/** The commit at the tip of the branch. Throws unless HEAD is on that branch and no operation is unfinished. */
export async function requireBranch(checkout: Checkout, branch: string): Promise<string> {
  const { branch: current, head, operation } = await readWhereabouts(checkout);
  if (current !== branch) {
    const where = current === undefined ? "detached" : `on the branch ${current}`;
    throw new IflowError("repository-state", `HEAD is ${where}; this work belongs on ${branch}.`, {
      fix: `git switch ${shellWord(branch)}`,
    });
  }
  if (operation !== undefined) {
    const way = operation === "bisect" ? "git bisect reset" : `git ${operation} --continue (or --abort)`;
    throw new IflowError("repository-state", `A ${operation} is in progress on ${branch}.`, {
      fix: `Finish it: ${way}`,
    });
  }
  if (head === undefined) {
    throw new IflowError("repository-state", `The branch ${branch} has no commit yet.`, {
      fix: 'git commit --allow-empty -m "start"',
    });
  }
  return head;
}

/** The commit at the tip of a local branch, whether or not it is checked out. */
export async function readTip(checkout: Checkout, branch: string): Promise<string | undefined> {
  const plain = readPlainTip(checkout, branch);
  if (plain !== undefined || isPlainlyMissing(checkout, branch)) return plain;
  const args = ["rev-parse", "--verify", "--quiet", `refs/heads/${branch}^{commit}`];
  const outcome = await checkout.git.attempt(args);
  return outcome.exitCode === 0 ? outcome.stdout.trim() : undefined;
}

function readOperationFolders(gitDir: string): Whereabouts["operation"] {
  const isThere = (name: string) => existsSync(join(gitDir, name));
  if (isThere("rebase-merge") || isThere("rebase-apply")) return "rebase";
  const todo = readPlainText(join(gitDir, "sequencer", "todo"));
  if (todo !== undefined) return todo.startsWith("revert") ? "revert" : "cherry-pick";
  return isThere("BISECT_LOG") ? "bisect" : undefined;
}

function isId(line: string): boolean {
  return /^[0-9a-f]{40,64}$/.test(line);
}
