import type { PauseCard } from "../../view/model/inbox.ts";
import { pathOf } from "../logic/route.ts";
import { clockWords, waitWords } from "../logic/time-words.ts";
import { ContinueButton, RaiseForm } from "../parts/acts/feature-acts.tsx";
import { Icon } from "../parts/icon.tsx";
import { now } from "../state/clock.ts";

export function PauseList({ pauses }: { readonly pauses: readonly PauseCard[] }) {
  if (pauses.length === 0) return null;
  return (
    <section aria-labelledby="paused">
      <h2 id="paused" class="rail-head">
        Paused <span class="muted">{pauses.length}</span>
      </h2>
      {pauses.map((pause) => (
        <Pause key={`${pause.feature.repo}/${pause.feature.key}`} pause={pause} />
      ))}
    </section>
  );
}

function Pause({ pause }: { readonly pause: PauseCard }) {
  const { feature, phase, text, detail, fix, until, actions } = pause;
  return (
    <article class="card pause">
      <p class="spread">
        <a class="cut strong" href={pathOf("feature", { repo: feature.repo, key: feature.key })}>
          {feature.key}
        </a>
        <span class="muted nowrap">{phase}</span>
      </p>
      <h3>
        <span class="mark warn">
          <Icon name="pause" />
        </span>{" "}
        {until ? `Can resume ${clockWords(until)}${left(until)}` : text}
      </h3>
      {until && <p class="small words">{text}</p>}
      {detail && <p class="small muted words">{detail}</p>}
      <p class="small">
        <span class="muted">What helps: </span>
        <code class="words">{fix}</code>
      </p>
      {actions.length > 0 && (
        <div class="pause-actions">
          {actions.map(({ label, body, needs }) =>
            needs === null ? (
              <ContinueButton key={label} feature={feature} label={label} body={body} />
            ) : (
              <RaiseForm key={label} feature={feature} label={label} body={body} needs={needs} />
            ),
          )}
        </div>
      )}
    </article>
  );
}

function left(until: string): string {
  const milliseconds = Date.parse(until) - now.value;
  return milliseconds > 0 ? `, in ${waitWords(milliseconds)}` : ", now";
}
