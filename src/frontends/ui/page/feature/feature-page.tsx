import type { FeatureView } from "../../view/model/feature.ts";
import { pathOf } from "../logic/route.ts";
import { STATES } from "../logic/state-words.ts";
import { CardActions } from "../parts/acts/card-actions.tsx";
import { LaneRows } from "../parts/charts/lane-rows.tsx";
import { PhaseStrip } from "../parts/charts/phase-strip.tsx";
import { Tag } from "../parts/tag.tsx";
import { Top } from "../parts/top.tsx";
import { ViewGate } from "../parts/view-gate.tsx";
import { go, route } from "../state/address.ts";
import { useKeys } from "../state/use-keys.ts";
import { useLook } from "../state/use-look.ts";
import { ChangesCard } from "./changes-card.tsx";
import { FeatureRail } from "./feature-rail.tsx";
import { IssueRegister } from "./issue-register.tsx";
import { OpenQuestions } from "./open-questions.tsx";
import { TimelineCard } from "./timeline/timeline-card.tsx";

export function FeaturePage({ repo, feature: key }: { readonly repo: string; readonly feature: string }) {
  const shown = useLook("feature", { repo, key });
  useKeys(({ type }) => {
    if (type === "back") go(pathOf("board", {}));
    return type === "back";
  });
  return shown.view ? (
    <>
      <FeatureTop view={shown.view} />
      <ViewGate shown={shown}>{(view) => <Feature view={view} />}</ViewGate>
    </>
  ) : (
    <>
      <Top title={key} crumbs={[["Board", pathOf("board", {})]]} />
      <ViewGate shown={shown}>{() => null}</ViewGate>
    </>
  );
}

function FeatureTop({ view: { card, merge } }: { readonly view: FeatureView }) {
  const { feature, state, branch, tree } = card;
  const at = { repo: feature.repo, key: feature.key };
  return (
    <Top
      title={feature.name}
      crumbs={[
        ["Board", pathOf("board", {})],
        [feature.repo, pathOf("board", {})],
      ]}
      sub={
        <>
          <Tag said={STATES[state]} isPill /> <code title={tree ?? undefined}>{branch}</code>
        </>
      }
    >
      {merge && (
        <a class="button" href={pathOf("changes", at, { what: "merge" })}>
          What would merge
        </a>
      )}
      <CardActions card={card} />
    </Top>
  );
}

function Feature({ view }: { readonly view: FeatureView }) {
  const { card, timelines, issues, changes, questions } = view;
  const { feature } = card;
  const at = { repo: feature.repo, key: feature.key };
  const { query } = route.value;
  const phase = query.phase ?? worthFirst(timelines);
  const withTimeline = new Set(timelines.map((one) => one.phase));
  const keep = { issues: query.issues, zoom: query.zoom };
  return (
    <>
      {!isSaidBy(feature.name, feature.title) && <p class="feature-title words">{feature.title}</p>}
      <PhaseStrip
        phases={card.phases}
        chosen={phase}
        addressOf={(one) => (withTimeline.has(one) ? pathOf("feature", at, { ...keep, phase: one }) : undefined)}
      />
      <div class="column">
        <OpenQuestions questions={questions} />
        {card.now.length > 0 && (
          <section class="card padded" aria-label="Works now">
            <LaneRows feature={feature} lanes={card.now} />
          </section>
        )}
        <TimelineCard at={at} timelines={timelines.filter((one) => one.phase === phase)} />
        <IssueRegister at={at} issues={issues} phase={phase} />
        <div class="split">
          <div class="column">
            <ChangesCard at={at} changes={changes.filter((one) => one.phase === phase)} issues={issues} />
          </div>
          <FeatureRail view={view} />
        </div>
      </div>
    </>
  );
}

/** What is open, or else the last that was reviewed. */
function worthFirst(timelines: FeatureView["timelines"]): string | undefined {
  const open = timelines.findLast(({ end }) => end === null);
  return (open ?? timelines.findLast(({ rounds }) => rounds.length > 0) ?? timelines.at(-1))?.phase;
}

/** The name is made of the sentence, often of all of it. */
function isSaidBy(name: string, title: string): boolean {
  const plain = (words: string) =>
    words
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
  return plain(name).endsWith(plain(title));
}
