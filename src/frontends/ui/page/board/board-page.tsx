import { useMemo, useRef } from "preact/hooks";
import type { BoardView } from "../../view/model/board.ts";
import { keepOrder } from "../logic/keep-order.ts";
import { pathOf } from "../logic/route.ts";
import { ChoiceLinks } from "../parts/choice-links.tsx";
import { Icon } from "../parts/icon.tsx";
import { KeyCap } from "../parts/key-cap.tsx";
import { Top } from "../parts/top.tsx";
import { ViewGate } from "../parts/view-gate.tsx";
import { route } from "../state/address.ts";
import { useLook } from "../state/use-look.ts";
import { FeatureCard } from "./feature-card.tsx";

const SHOWN = ["open", "merged", "abandoned"] as const;
type Show = (typeof SHOWN)[number];

export function BoardPage() {
  const asked = route.value.query.show;
  const show = SHOWN.find((one) => one === asked) ?? "open";
  const shown = useLook("board", {}, { show: show === "open" ? undefined : show });
  const counts = shown.view?.counts;
  return (
    <>
      <Top title="Board" sub={counts && countLine(counts)}>
        <ChoiceLinks label="Features" choices={SHOWN.map((one) => choiceOf(one, show, counts))} />
        <a class="button" href={pathOf("new", {})}>
          <Icon name="plus" />
          New feature
          <KeyCap name="N" />
        </a>
      </Top>
      <ViewGate shown={shown}>{(view) => <Cards key={show} view={view} show={show} />}</ViewGate>
    </>
  );
}

function choiceOf(one: Show, show: Show, counts: BoardView["counts"] | undefined) {
  const word = { open: "Open", merged: "Merged", abandoned: "Abandoned" }[one];
  return {
    label: counts ? `${word} ${counts[one]}` : word,
    address: pathOf("board", {}, { show: one === "open" ? undefined : one }),
    isChosen: one === show,
  };
}

function countLine({ open, waiting, running, paused }: BoardView["counts"]): string {
  const parts = [
    `${open} open`,
    waiting > 0 && `${waiting} ${waiting === 1 ? "waits" : "wait"}`,
    running > 0 && `${running} ${running === 1 ? "runs" : "run"}`,
    paused > 0 && `${paused} paused`,
  ];
  return parts.filter(Boolean).join(" · ");
}

function Cards({ view, show }: { readonly view: BoardView; readonly show: Show }) {
  const order = useRef<readonly string[]>([]);
  const cards = useMemo(() => {
    const keyOf = ({ feature }: BoardView["features"][number]) => `${feature.repo}/${feature.key}`;
    const kept = keepOrder(view.features, order.current, keyOf);
    order.current = kept.map(keyOf);
    return kept;
  }, [view]);
  if (cards.length === 0) return <EmptyBoard show={show} />;
  return (
    <div class="board">
      {cards.map((card) => (
        <FeatureCard key={`${card.feature.repo}/${card.feature.key}`} card={card} />
      ))}
    </div>
  );
}

const EMPTY = {
  open: [
    "No feature is open",
    "One sentence begins one; it goes through seven phases, and you are asked where it matters.",
  ],
  merged: ["Nothing is merged yet", "A feature that was finished stays here with its rounds, documents and costs."],
  abandoned: ["Nothing was abandoned", "A feature that is given up keeps its branch and its files."],
} as const;

function EmptyBoard({ show }: { readonly show: Show }) {
  const [title, words] = EMPTY[show];
  return (
    <section class="card empty">
      <Icon name="board" />
      <h2>{title}</h2>
      <p>{words}</p>
      {show === "open" && (
        <a class="button first" href={pathOf("new", {})}>
          <Icon name="plus" />
          New feature
        </a>
      )}
    </section>
  );
}
