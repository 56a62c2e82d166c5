// What was begun for an idea and is not finished: features, open brainstorms, and PRDs that have not become a feature.
import { compareIdeas, type Likeness } from "../../domain/feature/same-idea.ts";
import { brainstormPrd } from "../../domain/review/brainstorm.ts";
import type { RunSummary } from "../../domain/run/run.ts";
import { isOutdated } from "../../domain/run/run-format.ts";
import type { Ports } from "../../ports/ports.ts";
import type { EndedBrainstorm } from "../../ports/runs/run-archive.ts";
import { homesOf } from "../trees/home.ts";
import { type KnownFeature, knownFeatures } from "./features.ts";

/** A PRD that has been paid for, with its text, and the brainstorm that wrote it. */
export interface ReadyPrd {
  readonly brainstorm: EndedBrainstorm;
  readonly path: string;
  readonly text: string;
}

export type IdeaWork = {
  /** `007-rate-limit`, or `b3` for a brainstorm. */
  readonly key: string;
  /** The sentence it began with. */
  readonly idea: string;
  /** Else the sentences differ in upper and lower case. */
  readonly isSame: boolean;
  readonly begunAt: string;
} & (
  | { readonly type: "feature"; readonly known: KnownFeature }
  | { readonly type: "brainstorm"; readonly run: RunSummary }
  | { readonly type: "prd"; readonly ready: ReadyPrd }
);

export interface WorkOnIdea {
  /** Oldest first. */
  readonly unfinished: readonly IdeaWork[];
  /** Features of exactly this idea that are completed or abandoned. */
  readonly over: readonly KnownFeature[];
}

type IdeaPorts = Pick<Ports, "runs" | "archive" | "tree" | "repository" | "baseBranch"> & PrdPorts;

/** A PRD lies in the tree of its brainstorm. */
type PrdPorts = Pick<Ports, "tree"> & { readonly trees: Pick<Ports["trees"], "others" | "own" | "text"> };

export async function findWork(ports: IdeaPorts, artifactsRoot: string, idea: string): Promise<WorkOnIdea> {
  const [known, open, ended] = await Promise.all([
    knownFeatures(ports, artifactsRoot),
    ports.runs.open(),
    ports.archive.brainstorms(),
  ]);
  const of = (text: string): Likeness => compareIdeas(idea, text);
  const own = [...known].flatMap((one) => {
    const likeness = likenessOf(one, ended, of);
    return likeness === "other" || !one.meta ? [] : [{ one, meta: one.meta, isSame: likeness === "same" }];
  });
  const isOpen = ({ feature }: KnownFeature) => open.some(({ head }) => head.feature === feature.key);
  const features = own.filter(({ one, meta }) => meta.status === "active" || meta.status === "planned" || isOpen(one));
  const brainstorms = open.filter(({ head }) => of(head.idea ?? "") !== "other" && !isOutdated(head));
  const prds = (await readyPrds(ports, known, ended)).filter(
    ({ brainstorm: { head } }) => of(head.idea ?? "") !== "other",
  );
  const unfinished: IdeaWork[] = [
    ...features.map(({ one, meta, isSame }) => {
      const { key, description } = one.feature;
      return { type: "feature" as const, key, idea: description, isSame, begunAt: meta.created ?? "", known: one };
    }),
    ...brainstorms.map((run) => ({ type: "brainstorm" as const, ...factsOf(run.head, of), run })),
    ...prds.map((ready) => ({ type: "prd" as const, ...factsOf(ready.brainstorm.head, of), ready })),
  ];
  const over = own.filter(({ one, isSame }) => isSame && !features.some((feature) => feature.one === one));
  return {
    unfinished: unfinished.toSorted(byAge),
    over: over.map(({ one }) => one),
  };
}

function byAge(one: IdeaWork, other: IdeaWork): number {
  return one.begunAt === other.begunAt ? 0 : one.begunAt < other.begunAt ? -1 : 1;
}

/** PRDs that no feature was made of: promoted, or saved for later. */
export async function readyPrds(
  ports: PrdPorts,
  known: readonly KnownFeature[],
  ended: readonly EndedBrainstorm[],
): Promise<ReadyPrd[]> {
  const ready: ReadyPrd[] = [];
  for (const brainstorm of ended.filter(({ outcome }) => outcome === "continue" || outcome === "review")) {
    const path = pathOf(brainstorm);
    if (known.some((one) => isMadeOf(one, path))) continue;
    const text = (await prdText(ports, brainstorm.head.feature, path)) ?? brainstorm.prd;
    if (text !== undefined) ready.push({ brainstorm, path, text });
  }
  return ready;
}

/** Of chains that ended or stopped before the feature. The file is the person's word: where they removed it, the idea is dropped. */
export async function stoppedPrds(
  ports: PrdPorts & { readonly archive: Pick<Ports["archive"], "brainstorms"> },
  readKnown: () => Promise<readonly KnownFeature[]>,
): Promise<ReadyPrd[]> {
  const ended = (await ports.archive.brainstorms()).filter(
    ({ head, outcome }) => head.flags.mode === "chain" && outcome === "continue",
  );
  if (ended.length === 0) return [];
  const ready = await readyPrds(ports, await readKnown(), ended);
  const texts = await Promise.all(ready.map(({ brainstorm, path }) => prdText(ports, brainstorm.head.feature, path)));
  return ready.filter((_, index) => texts[index] !== undefined);
}

async function prdText({ tree, trees }: PrdPorts, key: string, path: string): Promise<string | undefined> {
  const here = await tree.read(path);
  const home = here === undefined ? (await homesOf({ trees }, [key])).get(key) : undefined;
  return home === undefined ? here : trees.text(home, path);
}

/** The chain was to end with its PRD (`--until brainstorm`), so that only the person's word makes a feature of it. */
export function isAsAsked({ brainstorm }: ReadyPrd): boolean {
  return brainstorm.head.flags.until === "brainstorm";
}

/** The feature's own sentence, or that of the brainstorm it grew out of, whichever is closer. */
function likenessOf(one: KnownFeature, ended: readonly EndedBrainstorm[], of: (text: string) => Likeness): Likeness {
  const sources = ended.filter((brainstorm) => isMadeOf(one, pathOf(brainstorm)));
  const found = [one.feature.description, ...sources.map(({ head }) => head.idea ?? "")].map(of);
  return found.includes("same") ? "same" : found.includes("alike") ? "alike" : "other";
}

/** A brainstorm's file name contains its time and idea, so the folder does not matter. */
function isMadeOf({ meta }: KnownFeature, prd: string): boolean {
  const source = meta?.brainstorm_source;
  return typeof source === "string" && nameOf(source) === nameOf(prd);
}

const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);

function pathOf({ head }: EndedBrainstorm): string {
  return brainstormPrd(head) ?? "";
}

function factsOf({ feature, idea = "", createdAt }: RunSummary["head"], of: (text: string) => Likeness) {
  return { key: feature, idea, isSame: of(idea) === "same", begunAt: createdAt };
}
