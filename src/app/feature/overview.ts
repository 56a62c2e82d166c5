// Where everything stands, as bare `iflow` and `iflow status` tell it: what waits for the person, what runs, what is ready,
// and for each feature the one command that takes it further. It only reads.
import { basename } from "node:path";
import { CONFIG_FILE } from "../../domain/config/settings-file.ts";
import { parseFeatureKey } from "../../domain/feature/feature-key.ts";
import { plainWords } from "../../domain/run/events/plain-words.ts";
import { thePhase } from "../../domain/run/events/work-words.ts";
import { parseJson } from "../../domain/text/json/json.ts";
import { oneLine } from "../../domain/text/one-line.ts";
import type { Ports } from "../../ports/ports.ts";
import { type FeatureStatus, readStatus, type StatusPorts } from "./status.ts";

export type Group = "waiting" | "running" | "ready" | "finished";

export interface OverviewRow extends FeatureStatus {
  readonly group: Group;
  /** Where it stands, in a few words; the group says the rest. */
  readonly about: string;
  /** The shortest words that take it further; null when there is nothing to do. */
  readonly command: string | null;
}

export interface Overview {
  /** The name of the repository's folder; null outside of one. */
  readonly repository: string | null;
  /** Its path; null outside of one. */
  readonly root: string | null;
  /** Null when HEAD is detached. */
  readonly branch: string | null;
  /** The repository has an iflow.config.json. */
  readonly isSetUp: boolean;
  /** The repository names a test command, and the person has not confirmed it. */
  readonly testsWait: boolean;
  readonly counts: Readonly<Record<Group, number>>;
  readonly features: readonly OverviewRow[];
}

export type OverviewPorts = StatusPorts &
  Pick<Ports, "clock"> & { readonly repository: Pick<Ports["repository"], "root"> };

export interface OverviewSettings {
  readonly artifactsRoot: string;
  readonly baseBranch?: string | undefined;
  readonly checks: { readonly test?: string | undefined };
}

export async function readOverview(
  ports: OverviewPorts,
  { artifactsRoot, checks }: OverviewSettings,
): Promise<Overview> {
  const [features, { branch }, config] = await Promise.all([
    readStatus(ports, artifactsRoot, checks.test),
    ports.repository.where(),
    ports.tree.read(CONFIG_FILE),
  ]);
  const place = {
    root: ports.repository.root,
    ...{ repository: basename(ports.repository.root), branch: branch ?? null, isSetUp: config !== undefined },
    testsWait: checks.test === undefined && namesTests(config),
  };
  return overviewOf(place, features, ports.clock.now());
}

function namesTests(config: string | undefined): boolean {
  const { checks } = (parseJson(config) ?? {}) as { checks?: { test?: unknown } }; // its shape was checked when it was read
  return typeof checks?.test === "string";
}

/** What there is to say outside of a repository. */
export const NOWHERE: Overview = overviewOf(
  { repository: null, root: null, branch: null, isSetUp: false, testsWait: false },
  [],
  new Date(0),
);

export function overviewOf(
  place: Pick<Overview, "repository" | "root" | "branch" | "isSetUp" | "testsWait">,
  features: readonly FeatureStatus[],
  now: Date,
): Overview {
  const rows = features.map((feature) => ({
    ...feature,
    group: groupOf(feature),
    about: aboutOf(feature, now),
    command: commandFor(feature, features),
  }));
  const count = (group: Group) => rows.filter((row) => row.group === group).length;
  const counts = { waiting: count("waiting"), running: count("running"), ready: count("ready") };
  return { ...place, counts: { ...counts, finished: count("finished") }, features: rows };
}

function groupOf({ state }: FeatureStatus): Group {
  if (state === "running") return "running";
  if (state === "completed" || state === "abandoned") return "finished";
  return state === "idle" || state === "planned" || state === "branch-only" ? "ready" : "waiting";
}

/** An idea has no name but its sentence. */
function aboutOf(feature: FeatureStatus, now: Date): string {
  const about = standingOf(feature, now);
  return feature.phase === "brainstorm" ? `${oneLine(feature.description)}\n${about}` : about;
}

function standingOf({ state, phase, what, pendings, run }: FeatureStatus, now: Date): string {
  if (state === "running" && run) {
    return [phase, taskOf(run.inFlight), minutesSince(run.createdAt, now)]
      .filter((part) => part !== undefined)
      .join(", ");
  }
  const [pending] = pendings;
  const told = pending?.type === "question" || pending?.type === "pause" ? plainWords(pending.text) : what;
  const [line = ""] = told.split("\n");
  const isSaid = phase === null || line.startsWith(phase) || line.startsWith(thePhase(phase));
  return isSaid || state === "idle" ? line : `${phase}: ${line}`;
}

/** `task 2.1`, of a step such as `implement/1/0/implementer-2.1/1`. */
function taskOf(step: string | null): string | undefined {
  const task = /\/implementer-([^/]+)/.exec(step ?? "")?.[1];
  return task && `task ${task}`;
}

function minutesSince(time: string, now: Date): string | undefined {
  const minutes = Math.floor((now.getTime() - Date.parse(time)) / 60_000);
  if (!(minutes >= 1)) return undefined;
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
}

function commandFor(feature: FeatureStatus, all: readonly FeatureStatus[]): string | null {
  const { state, next, pendings } = feature;
  const isOurs = next?.startsWith("iflow ") === true; // the others are git's, or are typed in a host
  if (!isOurs) return next;
  const name = shortName(feature, all);
  return state === "waiting" && pendings[0]?.type === "question" ? `iflow answer ${name}` : `iflow continue ${name}`;
}

/** `7` for `007-rate-limit`, unless another feature has the same number. */
function shortName({ key }: FeatureStatus, all: readonly FeatureStatus[]): string {
  const number = parseFeatureKey(key)?.number;
  if (number === undefined) return key;
  const isOnly = all.every((other) => other.key === key || parseFeatureKey(other.key)?.number !== number);
  return isOnly ? String(number) : key;
}
