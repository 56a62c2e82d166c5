// How a feature stands to the base branch, as far as this clone knows.
import { branchOf, featureFolder, underRoot } from "../../domain/feature/feature-key.ts";
import { parseMeta } from "../../domain/feature/meta/feature-meta.ts";
import type { FoundStatus } from "../../domain/feature/meta/lineage.ts";
import type { Ports } from "../../ports/ports.ts";

/** `unknown`: it has no branch here and was never merged. */
type Standing = "unmerged" | "merged" | "abandoned" | "unknown";

export async function standingOf(
  ports: Pick<Ports, "repository" | "lineage">,
  artifactsRoot: string,
  base: string,
  key: string,
): Promise<Standing> {
  const tip = await ports.repository.tip(branchOf(key));
  const folder = underRoot(artifactsRoot, "features");
  const { bases, commits } = await ports.lineage.newCommits(base, tip ?? `refs/heads/${base}`, folder);
  if (tip !== undefined && commits.length === 0) return "merged";
  const inBases = await Promise.all(bases.map((revision) => statusIn(ports, artifactsRoot, revision, key)));
  if (inBases.includes("completed")) return "merged"; // as one commit that its branch does not have
  if (tip === undefined) return "unknown";
  return (await statusIn(ports, artifactsRoot, tip, key)) === "abandoned" ? "abandoned" : "unmerged";
}

/** What a revision says of a feature. */
export async function statusIn(
  { repository }: Pick<Ports, "repository">,
  artifactsRoot: string,
  revision: string,
  key: string,
): Promise<FoundStatus> {
  const text = await repository.show(revision, `${featureFolder(artifactsRoot, key)}/.meta.json`);
  if (text === undefined) return undefined;
  const parsed = parseMeta(text);
  return parsed.ok ? parsed.meta.status : "unreadable";
}
