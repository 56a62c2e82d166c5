// Where a command is ended. A point is written `git:specify:37:during`, `write:design:112:full` or
// `process:implement:0.4375:group`, and `--only` takes it.
import { PHASES, type PhaseName } from "./phases.ts";

export const INJECTORS = ["process", "git", "write"] as const;
export type Injector = (typeof INJECTORS)[number];

/** The moments of each injector. `full`: from here on the disk is full until the command ends. */
const MOMENTS = {
  process: ["one", "group"],
  git: ["before", "during", "after"],
  write: ["before", "during", "after", "full"],
} as const satisfies Record<Injector, readonly string[]>;

export interface Point {
  readonly injector: Injector;
  readonly phase: PhaseName;
  /** The n-th call or change; for `process` a share of the phase's time. */
  readonly at: number;
  readonly when: string;
}

/** What an undisturbed run of a phase did. */
export interface Extent {
  readonly gitCalls: number;
  readonly writes: number;
}

const printPoint = ({ injector, phase, at, when }: Point): string => `${injector}:${phase}:${at}:${when}`;

/** What is played at once: one point, or several of a phase, each in the command after the one before. */
export type Play = readonly [Point, ...Point[]];

export const printPlay = (play: Play): string => play.map(printPoint).join("+");

export function parsePlay(text: string): Play {
  const [first, ...others] = text.split("+");
  return [parsePoint(first ?? ""), ...others.map(parsePoint)];
}

function parsePoint(text: string): Point {
  const [injector, phase, at, when] = text.split(":");
  const known = INJECTORS.find((name) => name === injector);
  const name = PHASES.find((one) => one === phase);
  const moments: readonly string[] = known === undefined ? [] : MOMENTS[known];
  if (known === undefined || name === undefined || !(Number(at) >= 0) || !moments.includes(when ?? ""))
    throw new Error(`${text} is no point; one is git:specify:37:during`);
  return { injector: known, phase: name, at: Number(at), when: when ?? "" };
}

/** Every call or change of every phase at each of its moments. Times have no end, so `process` has no such list. */
export function allPoints(injector: "git" | "write", extents: ReadonlyMap<PhaseName, Extent>): Point[] {
  return [...extents].flatMap(([phase, { gitCalls, writes }]) =>
    Array.from({ length: injector === "git" ? gitCalls : writes }, (_, index) => index + 1).flatMap((at) =>
      MOMENTS[injector].map((when) => ({ injector, phase, at, when })),
    ),
  );
}

/** Points that differ, spread over the phases by how much happens in each; the same seed takes the same ones. */
export function samplePoints(
  injector: Injector,
  kills: number,
  seed: number,
  extents: ReadonlyMap<PhaseName, Extent>,
): Point[] {
  const random = randomNumbers(seed * 31 + INJECTORS.indexOf(injector));
  if (injector === "process") return sampleTimes(kills, random, extents);
  const points = allPoints(injector, extents);
  const picked: Point[] = [];
  while (picked.length < kills && points.length > 0)
    picked.push(...points.splice(Math.floor(random() * points.length), 1));
  return inOrder(picked);
}

/** One point for each injector, one after the other through the phase: a later command begins where the one before was ended. */
export function spreadPoints(injectors: readonly Injector[], phase: PhaseName, extent: Extent, seed: number): Play {
  const random = randomNumbers(seed);
  const part = 1 / injectors.length;
  const points = injectors.map((injector, index): Point => {
    const moments: readonly string[] = MOMENTS[injector];
    const when = moments[Math.floor(random() * moments.length)] ?? "before";
    const share = random() * part;
    if (injector === "process") return { injector, phase, at: Number((index * part + share).toFixed(4)), when };
    const count = injector === "git" ? extent.gitCalls : extent.writes;
    return { injector, phase, at: 1 + Math.floor(share * count), when };
  });
  const [first, ...others] = points;
  if (first === undefined) throw new Error("there is no injector");
  return [first, ...others];
}

function sampleTimes(kills: number, random: () => number, extents: ReadonlyMap<PhaseName, Extent>): Point[] {
  const all = [...extents.values()].reduce((sum, { gitCalls }) => sum + gitCalls, 0);
  const points = Array.from({ length: kills }, (): Point => {
    const when = MOMENTS.process[Math.floor(random() * 2)] ?? "one";
    let left = random() * all; // a phase takes about as long as its calls of git
    for (const [phase, { gitCalls }] of extents) {
      if (left < gitCalls) return { injector: "process", phase, at: Number((left / gitCalls).toFixed(4)), when };
      left -= gitCalls;
    }
    throw new Error("there is no phase to sample");
  });
  return inOrder(points);
}

const inOrder = (points: readonly Point[]): Point[] =>
  points.toSorted((a, b) => PHASES.indexOf(a.phase) - PHASES.indexOf(b.phase) || a.at - b.at);

/** The i-th of n parts, counted from 1; parts take turns, so that each has its share of every phase. */
export function shardOf<T>(items: readonly T[], shard: string | undefined): T[] {
  const [part, parts] = (shard ?? "1/1").split("/").map(Number);
  if (!(part && parts && part <= parts)) throw new Error(`${shard} is no shard; one is 2/8`);
  return items.filter((_, index) => index % parts === part - 1);
}

/** mulberry32: small, and the same on every machine. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
