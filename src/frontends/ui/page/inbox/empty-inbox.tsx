import type { InboxView } from "../../view/model/inbox.ts";
import { countWords } from "../logic/number-words.ts";
import { pathOf } from "../logic/route.ts";
import { Icon } from "../parts/icon.tsx";

export function EmptyInbox({ view }: { readonly view: InboxView }) {
  const hasBegun = view.open.length > 0 || view.ended.length > 0;
  return (
    <section class="card empty">
      <Icon name="tray" />
      <h2>Nothing waits for you</h2>
      <p>{hasBegun ? wordsOf(view) : "No feature is open. One sentence begins one."}</p>
      {!hasBegun && (
        <a class="button first" href={pathOf("new", {})}>
          <Icon name="plus" />
          New feature
        </a>
      )}
    </section>
  );
}

function wordsOf({ running, pauses, open }: InboxView): string {
  const runs = running.filter(({ isLeft }) => !isLeft).length;
  const sentences = [
    runs > 0 && `${countWords(runs, "feature works", "features work")} by ${runs === 1 ? "itself" : "themselves"}.`,
    pauses.length > 0 && `${countWords(pauses.length, "is paused", "are paused")}, with what helps beside it.`,
    runs === 0 && pauses.length === 0 && open.length > 0 && "Nothing runs; the board says how each feature continues.",
    runs > 0 && "The title of this tab counts what comes.",
  ];
  return sentences.filter(Boolean).join(" ") || "All features have ended.";
}
