// Gathers what the closing card shows, from the records of a feature that has just been merged or published.
import { basename } from "node:path";
import { featureFolder } from "../../domain/feature/feature-key.ts";
import { issuesOfHistory } from "../../domain/review/history/issues-of-history.ts";
import { type HistoryEntry, parseHistory } from "../../domain/review/history/parse-review-history.ts";
import { roundsTaken } from "../../domain/review/rounds-taken.ts";
import { type Built, type ClosingCard, closingCard } from "../../domain/run/events/closing-card.ts";
import type { RunHead } from "../../domain/run/run.ts";
import { parseTasks } from "../../domain/tasks/task-list.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { Json } from "../../domain/text/json/json.ts";
import type { Ports } from "../../ports/ports.ts";
import { resolveFeature } from "../feature/features.ts";
import { readHistory } from "../feature/read-history.ts";
import { readSpending } from "./spending.ts";

type Facts = Readonly<Record<string, Json>> | undefined;

/** Undefined when the feature did not end, or one of its records cannot be read: the end itself stands. */
export async function readClosingCard(ports: Ports, head: RunHead, facts: Facts): Promise<ClosingCard | undefined> {
  const end = endOf(facts);
  if (!end) return undefined;
  try {
    return await gather(ports, head, end, String(facts?.learned ?? ""));
  } catch (error) {
    if (error instanceof IflowError) return undefined;
    throw error;
  }
}

async function gather(ports: Ports, head: RunHead, end: ClosingCard["end"], learned: string): Promise<ClosingCard> {
  const { artifactsRoot } = head.config;
  const { feature, meta } = await resolveFeature(ports, artifactsRoot, head.feature);
  const [history, prd, spending, built] = await Promise.all([
    readHistory(ports, artifactsRoot, head.feature),
    readPrdReviews(ports, meta.brainstorm_source),
    readSpending(ports, head.config.budget.prices, { key: head.feature, prd: meta.brainstorm_source }),
    readBuilt(ports, head, end),
  ]);
  const issues = [...issuesOfHistory(prd), ...history.issues];
  const facts = { feature: feature.key, idea: feature.description, end, built, learned };
  return closingCard({ ...facts, issues, meta, spending, prdRounds: roundsIn(prd) });
}

/** The reviews of the brainstorm that the feature grew out of; its cost is counted in as well. */
async function readPrdReviews({ archive }: Ports, source: unknown): Promise<HistoryEntry[]> {
  if (typeof source !== "string") return [];
  const run = (await archive.ended()).find(({ prd }) => prd !== undefined && basename(prd) === basename(source));
  return run === undefined ? [] : parseHistory(await archive.reviewHistory(run.id));
}

function roundsIn(entries: readonly HistoryEntry[]): number {
  const last = (loop: HistoryEntry["loop"]) =>
    Math.max(0, ...entries.map((entry) => (entry.loop === loop ? (entry.iteration ?? 0) : 0)));
  return roundsTaken({ rounds: last("review") }, { rounds: last("handoff") });
}

async function readBuilt({ merging, repository }: Ports, head: RunHead, end: ClosingCard["end"]): Promise<Built> {
  const folder = featureFolder(head.config.artifactsRoot, head.feature);
  const to = end.type === "merged" ? end.commit : `refs/heads/${head.branch}`;
  const from = end.type === "merged" ? `${end.commit}^1` : `refs/heads/${end.base}`;
  const tasks = parseTasks((await repository.show(to, `${folder}/tasks.md`)) ?? "");
  return { ...(await merging.total(from, to, folder)), tasks: tasks.ok ? tasks.tasks.length : null };
}

function endOf(facts: Facts): ClosingCard["end"] | undefined {
  const { merge, pullRequest, base } = facts ?? {};
  if (typeof merge === "object" && merge !== null && "commit" in merge && "base" in merge)
    return {
      ...{ type: "merged", base: String(merge.base), commit: String(merge.commit) },
      ...("commits" in merge && { commits: String(merge.commits) }),
    };
  return typeof pullRequest === "string" ? { type: "pull-request", base: String(base), url: pullRequest } : undefined;
}
