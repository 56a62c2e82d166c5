// A new feature: its number, its branch (reserved first, so that two people cannot get the same one), its folder with
// `.meta.json` and the PRD if there is one; one commit. If the PRD grew out of a backlog row, that row is marked. What is
// wanted is on disk before the branch is reserved, so the next command finishes it if this one is killed.
import { backlogSourceOf } from "../../../domain/feature/backlog.ts";
import {
  branchOf,
  featureFolder,
  featureKey,
  featureSlugOf,
  nextNumber,
  underRoot,
} from "../../../domain/feature/feature-key.ts";
import { findFeature } from "../../../domain/feature/feature-name.ts";
import type { Decision } from "../../../domain/feature/meta/decision.ts";
import { newMeta, printMeta } from "../../../domain/feature/meta/feature-meta.ts";
import type { BegunChain, Creation } from "../../../domain/run/creation.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import { oneLine } from "../../../domain/text/one-line.ts";
import type { Ports } from "../../../ports/ports.ts";
import { inTurn } from "../../trees/in-turn.ts";
import { knownKeys } from "../features.ts";
import { requireNamed } from "../unclear-feature.ts";
import { type CreatedFeature, carryOut, concludeCreation, endCreation } from "./creation.ts";
import { CREATING, settleCreations } from "./settle-creations.ts";
import { requireStart, type StartConfig, type StartPoint } from "./start-point.ts";

export interface NewFeature {
  readonly text: string;
  /** The PRD's text and its origin. */
  readonly prd?: { readonly path: string; readonly text: string };
  readonly project?: string;
  readonly dependsOn?: readonly string[];
  /** Where its branch begins: `base`, or the key of the feature to build on; undefined when nobody has decided. */
  readonly from?: string;
  /** What the person decided before there was a feature. */
  readonly decisions?: readonly Decision[];
  /** The chain that continues with it. */
  readonly chain?: BegunChain;
  /** Left out at full depth. */
  readonly depth?: "auto" | "light";
}

export async function createFeature(ports: Ports, config: StartConfig, wanted: NewFeature): Promise<CreatedFeature> {
  const description = oneLine(wanted.text);
  if (description === "") {
    throw new IflowError("usage", "a feature needs a description", { fix: 'iflow create-feature "what you want"' });
  }
  if (wanted.prd && wanted.prd.text.trim() === "") {
    throw new IflowError("usage", `${wanted.prd.path} is empty`, {
      fix: "give a PRD with content, or leave out --prd",
    });
  }
  const isSame = (one: Creation) => isOf(one, description, wanted.prd?.path);
  const same = new Set((await ports.creations.all()).filter(isSame).map(({ key }) => key));
  const finished = (await settleCreations(ports, isSame)).find(({ key }) => same.has(key));
  if (finished) return finished; // the same command was killed before
  await ports.commits.requireIdentity();
  // This switches the branch, so nothing else may be working in this tree. Other trees only have to wait for their numbers.
  const { created, creation } = await inTurn(
    ports,
    () => ports.runs.lock(CREATING, { command: "iflow create-feature" }),
    () => reserveAndCommit(ports, config, { ...wanted, text: description }),
    async () => (await ports.runs.owner(CREATING)) !== undefined,
  );
  await endCreation(ports, creation);
  return created;
}

/** Made by the same command, from these words. */
export function isOf({ description, prd, planned }: Creation, text: string, prdPath: string | undefined): boolean {
  return description === oneLine(text) && prd === prdPath && !planned;
}

interface Carried {
  readonly creation: Creation;
  readonly created: CreatedFeature;
}

async function reserveAndCommit(ports: Ports, config: StartConfig, wanted: NewFeature): Promise<Carried> {
  const start = await requireStart(ports, config, wanted.from);
  const keys = await knownKeys(ports, config.artifactsRoot);
  const dependsOn = knownOnes(keys, wanted.dependsOn ?? []);
  const slug = featureSlugOf(wanted.text);
  const loose = await findLoosePrd(ports, config, wanted, start);
  for (let number = nextNumber(keys); ; number++) {
    const creation = composeCreation(
      ports,
      config,
      { ...wanted, dependsOn },
      { key: featureKey(number, slug), start, loose },
    );
    if (!(await reserve(ports, creation))) continue;
    const created = await carryOut(ports, creation);
    await concludeCreation(ports, creation);
    return { creation, created };
  }
}

/** The file of a brainstorm that git does not know yet; committed with the feature, or it would lie around forever. */
async function findLoosePrd(
  { repository }: Ports,
  { artifactsRoot }: StartConfig,
  { prd }: NewFeature,
  { revision }: StartPoint,
): Promise<readonly FileText[]> {
  if (!prd?.path.startsWith(`${underRoot(artifactsRoot, "brainstorms")}/`)) return [];
  const isThere = (await repository.blobAt(revision, prd.path)) !== undefined;
  return !isThere && (await repository.isNew(prd.path)) ? [prd] : [];
}

type FileText = Creation["files"][number];

/** False when the number has been taken in this very moment. */
async function reserve({ creations, repository }: Ports, creation: Creation): Promise<boolean> {
  await creations.keep(creation);
  let isReserved = false;
  try {
    isReserved = await repository.reserveBranch(creation.branch, creation.start.revision);
  } finally {
    if (!isReserved) await creations.forget(creation.key);
  }
  return isReserved;
}

function composeCreation(
  { clock, repository }: Ports,
  { artifactsRoot }: StartConfig,
  wanted: NewFeature,
  { key, start, loose }: { readonly key: string; readonly start: StartPoint; readonly loose: readonly FileText[] },
): Creation {
  const folder = featureFolder(artifactsRoot, key);
  const branch = branchOf(key);
  const { prd, chain } = wanted;
  const source = backlogSourceOf(prd?.text ?? "");
  const needed = withStack(wanted.dependsOn, start);
  const meta = newMeta({
    id: key.slice(0, key.indexOf("-")),
    slug: key.replace(/^\d+-/, ""),
    description: wanted.text,
    created: clock.now().toISOString(),
    branch,
    ...(prd && { brainstorm_source: prd.path }),
    ...(source !== undefined && { backlog_source: source }),
    ...(wanted.project !== undefined && { project_id: wanted.project }),
    ...(needed.length > 0 && { depends_on_features: needed }),
    ...(wanted.decisions && wanted.decisions.length > 0 && { decisions: [...wanted.decisions] }),
    ...(wanted.depth !== undefined && { depth: { asked: wanted.depth } }),
  });
  const files = [{ path: `${folder}/.meta.json`, text: printMeta(meta) }];
  return {
    ...{ key, description: wanted.text, branch, folder, start: keptStart(start), gitDir: repository.gitDir },
    files: prd ? [...files, { path: `${folder}/prd.md`, text: prd.text }, ...loose] : files,
    ...(source !== undefined && { backlog: { path: underRoot(artifactsRoot, "backlog.md"), id: source } }),
    ...(prd && { prd: prd.path }),
    ...(chain && { chain }),
  };
}

export function keptStart({ branch, revision, stackedOn, left }: StartPoint): Creation["start"] {
  return { branch, revision, ...(stackedOn !== undefined && { stackedOn }), ...(left !== undefined && { left }) };
}

/** A feature depends on the one it is built on. */
export function withStack(dependsOn: readonly string[] | null | undefined, { stackedOn }: StartPoint): string[] {
  return [...new Set([...(dependsOn ?? []), ...(stackedOn === undefined ? [] : [stackedOn])])];
}

function knownOnes(keys: readonly string[], dependsOn: readonly string[]): string[] {
  return dependsOn.map((asked) => {
    const named = findFeature(keys, asked);
    if (named.type === "found") return named.key;
    if (named.type === "several") return requireNamed(named.keys, asked);
    throw new IflowError("feature-unknown", `--depends-on ${asked}: there is no such feature`, {
      fix: keys.length > 0 ? `known features: ${keys.join(", ")}` : "create it first",
    });
  });
}
