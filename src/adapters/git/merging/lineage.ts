// The Lineage door: the commits between two branches, with their parents and steps, and who else has them.
import type { Lineage } from "../../../ports/git/lineage.ts";
import type { Checkout } from "../checkout/checkout.ts";
import type { Git } from "../checkout/git.ts";
import { assertNamedPaths, splitRecords } from "../checkout/named-paths.ts";
import { stepsIn } from "../commits/step-trailer.ts";

export function createLineage({ git }: Pick<Checkout, "git">): Lineage {
  return {
    async newCommits(branch, tip, folder) {
      assertNamedPaths([folder]);
      const bases = await readTips(git, [`refs/heads/${branch}`, `refs/remotes/origin/${branch}`]);
      const range = [tip, "--not", ...bases];
      const facts = ["--topo-order", "--reverse", "--parents", "--encoding=UTF-8", "--format=%B%x00"];
      const names = ["--format=", "--name-only", "-z", "--no-renames", "--full-history"];
      const [records, paths] = await Promise.all([
        git.run(["rev-list", ...facts, ...range]),
        git.run(["log", ...names, ...range, "--", folder], { config: plainLog }),
      ]);
      const commits = records.split("\0\n").filter(Boolean).map(parseCommit);
      return { bases, commits, changed: [...new Set(splitRecords(paths))] };
    },

    async branchesWith(commits) {
      if (commits.length === 0) return [];
      const which = commits.map((commit) => `--contains=${commit}`);
      const refs = await git.run([
        "for-each-ref",
        "--format=%(refname)",
        ...which,
        "refs/heads/feature/",
        "refs/remotes/",
      ]);
      return refs.split("\n").filter((ref) => /^refs\/(?:heads|remotes\/[^/]+)\/feature\/./.test(ref));
    },

    async changesIn(folder, tip, others) {
      assertNamedPaths([folder]);
      const order = ["--topo-order", "--reverse", "--full-history"];
      return (await git.run(["rev-list", ...order, tip, "--not", ...others, "--", folder])).split("\n").filter(Boolean);
    },
  };
}

const plainLog = { "log.follow": "false", "log.showSignature": "false", "log.diffMerges": "off" };

async function readTips(git: Git, refs: readonly string[]): Promise<string[]> {
  const found = await git.run(["for-each-ref", "--format=%(objectname)%00%(refname)", ...refs]);
  const tips = new Map(found.split("\n").map((line) => line.split("\0").reverse() as [string, string]));
  return refs.flatMap((ref) => tips.get(ref) ?? []);
}

/** `commit {id} {parents}`, then the message. */
function parseCommit(record: string) {
  const end = record.indexOf("\n");
  const [sha = "", ...parents] = record.slice("commit ".length, end).split(" ");
  return { sha, parents, steps: stepsIn(record.slice(end)) };
}
