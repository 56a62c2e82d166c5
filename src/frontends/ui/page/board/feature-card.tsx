import type { BoardCard } from "../../view/model/board.ts";
import { pathOf } from "../logic/route.ts";
import { STATES } from "../logic/state-words.ts";
import { CardActions } from "../parts/acts/card-actions.tsx";
import { LaneRows } from "../parts/charts/lane-rows.tsx";
import { PhaseStrip } from "../parts/charts/phase-strip.tsx";
import { Mark, Tag } from "../parts/tag.tsx";
import { CardNumbers } from "./card-numbers.tsx";

export function FeatureCard({ card }: { readonly card: BoardCard }) {
  const { feature, state, tree, branch, phases, about, now, next, actions } = card;
  const address = pathOf("feature", { repo: feature.repo, key: feature.key });
  return (
    <article class="card feature-card" aria-label={feature.name}>
      <header>
        <h2 class="cut">
          <a href={address} title={feature.title}>
            {feature.key}
          </a>
        </h2>
        <span class="muted small" title={tree ?? branch}>
          {feature.repo}
          {tree !== null && ", own work tree"}
        </span>
        <Tag said={STATES[state]} isPill />
        <CardActions card={card} />
      </header>
      <div class="card-main">
        <PhaseStrip phases={phases} />
        {now.length > 0 ? (
          <LaneRows feature={feature} lanes={now} />
        ) : (
          <p class="card-about">
            <Mark said={STATES[state]} />
            <span class="words">
              {about}
              {actions.length === 0 && next !== null && (
                <>
                  {" "}
                  <code>{next}</code>
                </>
              )}
            </span>
          </p>
        )}
      </div>
      <CardNumbers card={card} />
    </article>
  );
}
