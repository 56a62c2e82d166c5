// What a worker has done so far, at the origin, before it is recorded: commits on their branches, and what is not committed yet as a
// commit above them in a ref of our own. Whoever takes over begins with exactly that. No branch is ever forced.
import { IflowError } from "../../../domain/text/errors.ts";
import type { Checkout } from "../checkout/checkout.ts";
import { findCheckout } from "../checkout/checkout.ts";
import type { Git } from "../checkout/git.ts";
import { openThrowawayObjects } from "../checkout/throwaway.ts";
import { createSnapshots } from "../looking/snapshots.ts";

export const wipRef = (feature: string): string => `refs/iflow/wip/${feature}`;

export interface WorkPublisher {
  /** Resolves when the origin has it. Throws `locked` when somebody else has moved a branch there. */
  publish(): Promise<void>;
}

export interface PublishedWork {
  readonly feature: string;
  /** Only this branch; every one there is where the clone is a worker's own. */
  readonly branch?: string;
  /** Comes with the work, before the push. */
  readonly alsoSend?: () => Promise<void>;
}

export async function openWorkPublisher(
  root: string,
  { feature, branch, alsoSend }: PublishedWork,
  env: NodeJS.ProcessEnv,
): Promise<WorkPublisher> {
  const checkout = await findCheckout(root, env);
  const snapshots = createSnapshots(checkout);
  let last: Promise<unknown> = Promise.resolve();
  let sent: string | undefined;
  let known = await idAtOrigin(checkout.git, wipRef(feature)); // whoever else pushes from here on has lost the feature
  const publish = async () => {
    // commits first: what is committed while the files are read is then part of the work above them, and never missing
    const { head, ahead } = await readCommits(checkout.git, branch);
    const { tree } = await snapshots.take();
    await alsoSend?.();
    if (ahead.length === 0 && `${head} ${tree}` === sent) return;
    known = await push(checkout, ahead, { feature, head, tree, known });
    sent = `${head} ${tree}`;
  };
  return {
    publish() {
      const done = last.then(publish); // one push at a time
      last = done.catch(() => undefined);
      return done;
    },
  };
}

/** Where HEAD is, and every branch that is further than the origin knows. */
async function readCommits(git: Git, only: string | undefined) {
  const read = async (under: string, strip: number) => {
    const text = await git.run(["for-each-ref", `--format=%(objectname) %(refname:lstrip=${strip})`, under]);
    return new Map(text.split("\n").flatMap((line) => (line === "" ? [] : [splitRef(line)])));
  };
  const on = (await git.attempt(["symbolic-ref", "--quiet", "--short", "HEAD"])).stdout.trim();
  const [here, there] = await Promise.all([read("refs/heads", 2), read("refs/remotes/origin", 3)]);
  const ahead = [...here].filter(([name, id]) => there.get(name) !== id && (only === undefined || only === name));
  return { head: here.get(on) ?? (await git.run(["rev-parse", "HEAD"])).trim(), ahead };
}

function splitRef(line: string): readonly [name: string, id: string] {
  const [id = "", ...name] = line.split(" ");
  return [name.join(" "), id];
}

/** Empty where it is not there. */
async function idAtOrigin(git: Git, ref: string): Promise<string> {
  return (await git.run(["ls-remote", "origin", ref])).split("\t")[0] ?? "";
}

/** All or nothing: work above a commit that is not there yet, or a commit without the work above it, is neither. */
async function push(
  checkout: Checkout,
  branches: readonly (readonly [name: string, id: string])[],
  work: { readonly feature: string; readonly head: string; readonly tree: string; readonly known: string },
): Promise<string> {
  const { git } = checkout;
  const env = { ...(await openThrowawayObjects(checkout)), ...AUTHOR };
  const message = `iflow: work on ${work.feature}, not committed yet`;
  const commit = (await git.run(["commit-tree", "-p", work.head, "-m", message, work.tree], { env })).trim();
  const ref = wipRef(work.feature);
  const specs = [...branches.map(([name, id]) => `${id}:refs/heads/${name}`), `${commit}:${ref}`];
  const lease = `--force-with-lease=${ref}:${work.known}`;
  const outcome = await git.attempt(["push", "--quiet", "--atomic", lease, "origin", ...specs], { env });
  if (outcome.exitCode !== 0) throw notPushed([...branches.map(([name]) => name), ref], git.wordsOf(outcome));
  return commit;
}

const AUTHOR = {
  ...{ GIT_AUTHOR_NAME: "iflow", GIT_AUTHOR_EMAIL: "iflow@invalid" },
  ...{ GIT_COMMITTER_NAME: "iflow", GIT_COMMITTER_EMAIL: "iflow@invalid" },
};

/** Whoever has moved it is right: the next opening begins with what is there. */
function notPushed(refs: readonly string[], words: string): IflowError {
  const isMoved = /\[(?:remote )?rejected\]|non-fast-forward|fetch first|stale info|cannot lock ref/.test(words);
  const message = `${refs.join(", ")} could not be pushed to origin${isMoved ? ": somebody else has moved it there" : ""}`;
  return new IflowError(isMoved ? "locked" : "git-failed", message, {
    detail: words,
    fix: isMoved ? "iflow continue" : "git push origin   (as the user that runs the worker)",
  });
}
