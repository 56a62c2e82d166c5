// The test files that a feature's own commits touched: as they are now, as they were before it began, and when it was
// completed. Found from git's history, so it does not matter how the feature was merged.
import type { Feature } from "../../domain/feature/feature.ts";
import { creationStep } from "../../domain/feature/meta/lineage.ts";
import type { TouchedFile } from "../../domain/receipts/criterion-tests.ts";
import { isTestFile } from "../../domain/receipts/test-titles.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { LoggedCommit } from "../../ports/git/merging.ts";
import type { Ports } from "../../ports/ports.ts";

type LookPorts = Pick<Ports, "repository" | "merging" | "tree">;

type Own = Pick<Feature, "key" | "folder" | "branch">;

export async function readTestFiles(ports: LookPorts, feature: Own): Promise<TouchedFile[]> {
  const work = await ownWork(ports, feature);
  if (!work) return [];
  const { paths, start, end } = work;
  const tests = paths.filter((path) => isTestFile(path) && !path.startsWith(`${feature.folder}/`)).sort();
  const files = await Promise.all(
    tests.map(async (path) => ({
      path,
      text: await readIfPossible(ports, path),
      before: await textAt(ports, start, path),
      ...(end !== undefined && { completed: (await textAt(ports, end, path)) ?? "" }),
    })),
  );
  return files.flatMap(({ text, ...file }) => (text === undefined ? [] : [{ ...file, text }]));
}

interface OwnWork {
  readonly paths: readonly string[];
  /** The revision before it began, and the one that completed it; undefined on its own branch. */
  readonly start: string;
  readonly end: string | undefined;
}

/**
 * What the feature's own commits touched: criteria of different features have the same names. Without a line of commits of
 * its own (a squash), the one that brought its folder.
 */
async function ownWork({ repository, merging }: LookPorts, { key, folder, branch }: Own): Promise<OwnWork | undefined> {
  const where = await repository.where();
  if (where.head === undefined) return undefined;
  const commits = await merging.log({ tip: where.head, folder });
  const first = (commits.findLast(({ step }) => step === creationStep(key)) ?? commits.at(-1))?.sha;
  if (first === undefined) return undefined;
  const isOnBranch = where.branch === branch;
  const ends = isOnBranch ? [where.head] : commits.filter(isCompletion).map(({ sha }) => sha);
  for (const end of [...ends, first]) {
    const own = await merging.log({ tip: end, without: [`${first}^@`], ownOnly: true });
    if (!own.some(({ sha }) => sha === first)) continue; // a commit of another line
    const paths = [...new Set(own.flatMap((commit) => commit.paths))];
    return { paths, start: `${first}^`, end: isOnBranch ? undefined : end };
  }
  return undefined;
}

/** A first commit has no revision before it. */
async function textAt({ repository }: LookPorts, revision: string, path: string): Promise<string | undefined> {
  try {
    return await repository.show(revision, path);
  } catch (error) {
    if (error instanceof IflowError) return undefined;
    throw error;
  }
}

function isCompletion({ step }: LoggedCommit): boolean {
  return step !== undefined && /^(?:implement|finish)\/\d+\/\d+\/complete\/\d+$/.test(step);
}

/** A file that cannot be read shows nothing. */
export async function readIfPossible({ tree }: Pick<LookPorts, "tree">, path: string): Promise<string | undefined> {
  try {
    return await tree.read(path);
  } catch (error) {
    if (error instanceof IflowError) return undefined;
    throw error;
  }
}
