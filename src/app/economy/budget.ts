// Budgets are binding: before an agent is asked, the limit is compared with what the feature has cost so far, what else
// is in progress and what the dispatch is expected to cost. A stop is not a failure: nothing is recorded, and the run
// continues with a larger budget.
import { type Spent, spentOn } from "../../domain/billing/bill.ts";
import { isHostTurns, ledgerKey } from "../../domain/billing/ledger.ts";
import { parseMeta } from "../../domain/feature/meta/feature-meta.ts";
import { IflowError } from "../../domain/text/errors.ts";
import { readSpending } from "../billing/spending.ts";
import type { Parts } from "../work/state/phase-run.ts";
import type { Wanted } from "../work/state/spending.ts";

/** Runs the dispatch if the budget has room for it. */
export async function withinBudget<T>(
  phase: Parts<"feature" | "ports" | "run" | "spending">,
  wanted: Wanted,
  dispatch: () => Promise<T>,
): Promise<T> {
  const before = phase.spending.underWay; // before any await, so that two cannot take the last place
  phase.spending.begin(wanted);
  try {
    await requireRoom(phase, wanted, before);
    return await dispatch();
  } finally {
    phase.spending.end(wanted.step);
  }
}

/** Throws if the budget would be exceeded; `before` is what was in progress when the dispatch was requested. */
export async function requireRoom(
  phase: Parts<"feature" | "ports" | "run" | "spending">,
  { estimate = 0, isPing: isUncounted = false }: Omit<Wanted, "step">,
  before: readonly Wanted[] = phase.spending.underWay,
): Promise<void> {
  const { maxCost, maxDispatches, isDefault } = phase.spending.budget;
  if (maxCost === undefined && maxDispatches === undefined) return;
  const found = await phase.ports.runs.outcomes(phase.feature.key);
  // Work in progress in this process counts by its estimate.
  const outcomes = found.filter(({ unanswered, outcome }) => !unanswered || !phase.spending.isUnderWay(outcome.step));
  const own = () => new Set(found.map(({ run, outcome }) => keyOf(run, outcome)));
  const elsewhere = await phase.spending.elsewhere(() => spentElsewhere(phase, own()));
  const done = new Set(outcomes.filter(({ run }) => run === phase.run.head.id).map(({ outcome }) => outcome.step));
  const underWay = before.filter(({ step }) => !done.has(step));
  const here = spentOn(outcomes.map(({ outcome }) => outcome));
  const spent = elsewhere.cost + here.cost;
  const expected = underWay.reduce((sum, one) => sum + (one.estimate ?? 0), estimate);
  if (maxCost !== undefined && (spent >= maxCost || spent + expected > maxCost)) {
    const message = `the budget of ${dollars(maxCost)} has no room for the next dispatch: ${dollars(spent)} spent, about ${dollars(expected)} expected`;
    throw new IflowError("budget-reached", message, {
      ...(isDefault && { detail: BY_DEFAULT }),
      fix: `iflow continue --max-cost ${enough(maxCost, spent, expected)}`,
    });
  }
  if (isUncounted || maxDispatches === undefined) return;
  const sent = underWay.filter((one) => !one.isPing);
  if (here.dispatches + elsewhere.dispatches + sent.length >= maxDispatches) {
    throw new IflowError("budget-reached", `the limit of ${maxDispatches} dispatches has been reached`, {
      fix: `iflow continue --max-dispatches ${maxDispatches * 2}`,
    });
  }
}

const BY_DEFAULT = "This is what any feature may cost: budget.feature in the settings. Nothing is lost.";

/** Twice the limit that was too low, or twice what was spent. */
function enough(maxCost: number, spent: number, expected: number): number {
  return Math.max(1, Math.ceil(2 * Math.max(maxCost, spent)), Math.ceil(spent + 2 * expected));
}

function dollars(amount: number): string {
  return `$${amount.toFixed(amount > 0 && amount < 0.01 ? 4 : 2)}`;
}

function keyOf(run: string, { step, at }: { readonly step: string; readonly at: string }): string {
  return ledgerKey({ run, step, at });
}

/** What was spent on the feature's runs that were cleaned up, and on the brainstorm it grew out of. */
async function spentElsewhere(
  { ports, feature, run }: Parts<"feature" | "ports" | "run">,
  own: ReadonlySet<string>,
): Promise<Spent> {
  const meta = parseMeta((await ports.tree.read(`${feature.folder}/.meta.json`)) ?? "");
  const prd = meta.ok ? meta.meta.brainstorm_source : undefined;
  const { prices = run.head.config.budget.prices } = ports.agent;
  const lines = await readSpending(ports, prices, { key: feature.key, prd });
  const { id, createdAt } = run.head;
  // A row that appeared after `own` was read belongs to this run and is counted with it; a host's own turns are no part of
  // a run, and grow only while it is not open.
  const others = lines.filter(
    (line) => !own.has(ledgerKey(line)) && (isHostTurns(line) || !(line.run === id && line.at >= createdAt)),
  );
  return spentOn(others);
}
