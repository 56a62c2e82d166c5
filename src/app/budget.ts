// Budgets bind: before an agent is asked, what the feature has cost so far is held against the limit, agents at work side by
// side included. A stop is no failure: nothing is recorded, and the run goes on with a larger budget.
import { IflowError } from "../domain/errors.ts";
import type { PhaseWork } from "./phase-work.ts";

/** Runs the dispatch if the budget has room for it. */
export async function withinBudget<T>(work: PhaseWork, dispatch: () => Promise<T>): Promise<T> {
  work.inFlight += 1; // before anything is awaited, so that two cannot take the last place
  try {
    await requireBudget(work);
    return await dispatch();
  } finally {
    work.inFlight -= 1;
  }
}

async function requireBudget(work: PhaseWork): Promise<void> {
  const { maxCost, maxDispatches } = work.budget;
  if (maxCost === undefined && maxDispatches === undefined) return;
  const outcomes = await work.ports.runs.outcomes(work.feature.key);
  const spent = outcomes.reduce((sum, { outcome }) => sum + (outcome.cost ?? 0), 0);
  if (maxCost !== undefined && spent >= maxCost) {
    const message = `the budget of $${maxCost.toFixed(2)} is used up: $${spent.toFixed(2)} spent`;
    throw new IflowError("budget-reached", message, { fix: `iflow continue --max-cost ${Math.ceil(spent * 2)}` });
  }
  if (maxDispatches !== undefined && outcomes.length + work.inFlight > maxDispatches) {
    throw new IflowError("budget-reached", `agents may be asked ${maxDispatches} times, and that many were`, {
      fix: `iflow continue --max-dispatches ${maxDispatches * 2}`,
    });
  }
}
