// Budgets bind: before an agent is asked, what the feature has cost so far is held against the limit. A stop is no failure:
// nothing is recorded, and the run goes on with a larger budget.
import { IflowError } from "../domain/errors.ts";
import type { PhaseWork } from "./phase-work.ts";

export async function requireBudget(work: PhaseWork): Promise<void> {
  const { maxCost, maxDispatches } = work.budget;
  if (maxCost === undefined && maxDispatches === undefined) return;
  const outcomes = await work.ports.runs.outcomes(work.feature.key);
  const spent = outcomes.reduce((sum, { outcome }) => sum + (outcome.cost ?? 0), 0);
  if (maxCost !== undefined && spent >= maxCost) {
    throw new IflowError(
      "budget-reached",
      `the budget of $${maxCost.toFixed(2)} is used up: $${spent.toFixed(2)} spent`,
      {
        fix: `iflow continue --max-cost ${Math.ceil(spent * 2)}`,
      },
    );
  }
  if (maxDispatches !== undefined && outcomes.length >= maxDispatches) {
    throw new IflowError("budget-reached", `${outcomes.length} dispatches of at most ${maxDispatches} were made`, {
      fix: `iflow continue --max-dispatches ${outcomes.length * 2}`,
    });
  }
}
