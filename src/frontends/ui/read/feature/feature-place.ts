// Where the files of a feature can be read: in the working tree that has its branch, else in its newest commit, else, when it
// is merged and its branch is gone, in this tree. An idea has one document, in the folder of brainstorms.

import type { OverviewRow } from "../../../../app/feature/overview.ts";
import { documentOf } from "../../../../app/run/look-first.ts";
import type { Config } from "../../../../domain/config/config.ts";
import { featureFolder, isFeatureKey } from "../../../../domain/feature/feature-key.ts";
import type { Ports } from "../../../../ports/ports.ts";

export interface FeaturePlace {
  readonly folder: string;
  /** Null where it is a working tree. */
  readonly sha: string | null;
  /** Undefined when it is not there, or no text. */
  read(path: string): Promise<string | undefined>;
  /** Names in its folder. */
  list(): Promise<readonly string[]>;
}

type Row = Pick<OverviewRow, "key" | "branch" | "current" | "tree">;

export async function placeOf(ports: Ports, { artifactsRoot }: Config, row: Row): Promise<FeaturePlace> {
  if (!isFeatureKey(row.key)) return placeOfIdea(ports, row);
  const folder = featureFolder(artifactsRoot, row.key);
  const { tree, repository } = row.tree === null ? ports : await ports.openTree(row.tree);
  const tip = row.current || row.tree !== null ? undefined : await repository.tip(row.branch);
  if (tip === undefined)
    return { folder, sha: null, read: (path) => tree.read(path).catch(nothing), list: () => tree.list(folder) };
  return { folder, sha: tip, read: (path) => repository.show(tip, path), list: () => repository.list(tip, folder) };
}

async function placeOfIdea({ runs, tree }: Ports, { key }: Row): Promise<FeaturePlace> {
  const [run] = await runs.ofFeature(key);
  const file = run && documentOf(run.head);
  const isThere = file !== undefined && (await tree.isThere(file));
  const folder = file?.slice(0, file.lastIndexOf("/")) ?? "";
  return {
    ...{ folder, sha: null, read: (path) => tree.read(path).catch(nothing) },
    list: async () => (isThere ? [file.slice(folder.length + 1)] : []),
  };
}

/** Larger than a text is, or no text. */
const nothing = (): undefined => undefined;
