// The board: a card per feature over the seven phases, from where it stands and what the stream has told of its runs.

import type { OverviewRow } from "../../../app/feature/overview.ts";
import { addUp } from "../../../domain/billing/bill.ts";
import { PHASES } from "../../../domain/feature/phase.ts";
import { groupBy } from "../../../domain/text/group-by.ts";
import { featureRef } from "./feature-ref.ts";
import { type Gathered, openRun, runsOf } from "./gathered.ts";
import type { BoardCard, BoardView, CardAction, PhaseStep } from "./model/board.ts";
import type { PauseAction } from "./model/inbox.ts";
import { moneyOf } from "./money-of-feature.ts";
import { pageHead } from "./page-head.ts";
import { pauseActions } from "./pause-cards.ts";
import { issueTrend, roundOf } from "./rounds.ts";
import type { RunState } from "./run-state.ts";

export type Shown = "open" | "merged" | "abandoned";

export function boardView(repositories: readonly Gathered[], show: Shown, now: Date): BoardView {
  const cards = repositories.flatMap((one) => one.features.map((row) => boardCard(one, row)));
  const count = (...states: BoardCard["state"][]) => cards.filter(({ state }) => states.includes(state)).length;
  const [merged, abandoned] = [count("completed"), count("abandoned")];
  const shown = cards.filter((card) => shownUnder(card) === show);
  return {
    ...pageHead(repositories, now),
    counts: {
      ...{ open: cards.length - merged - abandoned, waiting: count("waiting"), running: count("running") },
      ...{ paused: count("paused", "stopped", "interrupted"), merged, abandoned },
    },
    features: shown.toSorted((one, other) => placeOf(one) - placeOf(other)),
  };
}

function shownUnder({ state }: BoardCard): Shown {
  if (state === "completed") return "merged";
  return state === "abandoned" ? "abandoned" : "open";
}

const PLACES: readonly BoardCard["state"][] = ["waiting", "stopped", "paused", "damaged", "interrupted", "running"];

function placeOf({ state }: BoardCard): number {
  const place = PLACES.indexOf(state);
  return place === -1 ? PLACES.length : place;
}

export function boardCard(gathered: Gathered, row: OverviewRow): BoardCard {
  const { repository, lanes, lines, budgets } = gathered;
  const runs = runsOf(gathered, row.key);
  const open = openRun(runs);
  const money = moneyOf(lines.get(row.key) ?? [], budgets.get(row.key));
  const limit = open?.pause ? pauseActions(open.pause).find(({ needs }) => needs !== null) : undefined;
  const questions = row.pendings.flatMap((one) => (one.type === "question" && one.id !== undefined ? [one.id] : []));
  return {
    ...{ feature: featureRef(repository.id, row.key, row.description), state: row.state, branch: row.branch },
    ...{ tree: row.tree, depth: row.depth?.now ?? row.depth?.asked ?? null, next: row.command },
    about: open ? withoutLead(row.about, `${open.phase}: `) : row.about,
    phases: phaseSteps(gathered, row, runs),
    now: open ? (lanes.get(open.run) ?? []) : [],
    ...{
      questions,
      issues: issuesOf(
        open ?? runs.findLast(({ works }) => works.some(({ verdict, kind }) => verdict && kind !== "check")),
      ),
      money,
    },
    ...{ actions: actionsOf(row, questions.length > 0, limit !== undefined), raise: limit ?? RAISE },
    lastActivity: row.lastActivity,
  };
}

const RAISE: PauseAction = { label: "Raise the budget", body: {}, needs: "maxCost" };

/** The strip above it says which phase. */
function withoutLead(text: string, lead: string): string {
  return text.startsWith(lead) ? text.slice(lead.length) : text;
}

function phaseSteps({ lines }: Gathered, row: OverviewRow, runs: readonly RunState[]): PhaseStep[] {
  const open = openRun(runs);
  const last = Math.max(-1, ...row.phases.map(({ phase }) => placeIn(phase)));
  const paid = groupBy(lines.get(row.key) ?? [], ({ phase }) => phase);
  return PHASES.map((phase, place) => {
    const own = paid.get(phase) ?? [];
    const ended = row.phases.find((one) => one.phase === phase);
    const run = runs.findLast((one) => one.phase === phase);
    const isOpen = open?.phase === phase;
    const isPast = place < last || row.state === "completed";
    return {
      ...{ phase, outcome: ended?.outcome ?? null, cost: own.length === 0 ? null : addUp(own).cost },
      state: isOpen
        ? openState(row)
        : ended || run?.completed || (run?.endedAt && isPast)
          ? "done"
          : isPast
            ? "left-out"
            : "to-come",
      round: isOpen && run ? roundOf(run) : null,
      rounds: isOpen || !run ? null : (run.completed?.rounds ?? roundOf(run)),
    };
  });
}

const placeIn = (phase: string): number => (PHASES as readonly string[]).indexOf(phase);

function openState({ state }: OverviewRow): PhaseStep["state"] {
  if (state === "running") return "now";
  return state === "waiting" ? "waits" : "held";
}

function issuesOf(run: RunState | undefined): BoardCard["issues"] {
  if (!run) return { open: 0, blockers: 0, resolved: 0, trend: [] };
  const trend = issueTrend(run);
  const resolved = run.works.reduce((sum, { verdict }) => sum + (verdict?.resolved ?? 0), 0);
  const last = trend.at(-1);
  return { open: last?.open ?? 0, blockers: last?.blockers ?? 0, resolved, trend: trend.map(({ open }) => open) };
}

/** At a limit it would only stop again. */
function actionsOf({ state, command }: OverviewRow, asks: boolean, isAtLimit: boolean): CardAction[] {
  const isLast = command?.includes("finish-feature") === true;
  switch (state) {
    case "running":
      return ["stop"];
    case "waiting":
      return asks ? ["answer"] : ["continue"];
    case "paused":
    case "stopped":
    case "interrupted":
      return isAtLimit ? ["raise-budget"] : ["continue", "raise-budget"];
    case "idle":
      return isLast ? ["finish"] : ["continue"];
    case "planned":
      return ["start"];
    default:
      return [];
  }
}
