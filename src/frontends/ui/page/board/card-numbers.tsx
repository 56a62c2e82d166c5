import type { BoardCard } from "../../view/model/board.ts";
import { countWords, moneyWords } from "../logic/number-words.ts";
import { Meter } from "../parts/charts/meter.tsx";
import { Spark } from "../parts/charts/spark.tsx";
import { Icon } from "../parts/icon.tsx";

/** From here on a budget is worth a colour. */
const NEARLY = 0.8;

export function CardNumbers({ card: { issues, money } }: { readonly card: BoardCard }) {
  const { spent, budget, unpriced, estimated, dispatches } = money;
  const isHot = spent !== null && budget !== null && spent >= NEARLY * budget;
  return (
    <div class="card-numbers">
      <div>
        <span class="muted">open issues</span>
        <strong class={issues.blockers > 0 ? "bad" : ""}>
          {issues.blockers > 0 ? countWords(issues.blockers, "blocker") : issues.open}
        </strong>
        <span class="muted">{issueLine(issues)}</span>
        <Spark counts={issues.trend} />
      </div>
      <div>
        <span class="muted">spent</span>
        <span class={`nowrap ${isHot ? "warn" : ""}`}>
          {isHot && <Icon name="triangle" />}{" "}
          <strong>
            {moneyWords(spent, estimated)}
            {unpriced > 0 && spent !== null && " + ?"}
          </strong>
          {budget !== null && <span class={isHot ? "" : "muted"}> of {moneyWords(budget)}</span>}
        </span>
        {budget === null ? (
          <span class="muted">{countWords(dispatches, "dispatch", "dispatches")}</span>
        ) : (
          <Meter part={spent ?? 0} whole={budget} isHot={isHot} />
        )}
      </div>
    </div>
  );
}

function issueLine({ open, resolved, trend }: BoardCard["issues"]): string {
  if (trend.length === 0) return "no review in this phase";
  const before = trend.at(-2);
  if (open === 0) return resolved > 0 ? `${resolved} resolved` : "none was raised";
  if (before === undefined) return `${countWords(open, "issue")} in the first round`;
  const fall = before - open;
  if (fall === 0) return "as many as before";
  return fall > 0 ? `${fall} fewer than before` : `${-fall} more than before`;
}
