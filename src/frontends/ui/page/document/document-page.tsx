import { render } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { DocumentView } from "../../view/model/feature.ts";
import { countWords } from "../logic/number-words.ts";
import { pathOf } from "../logic/route.ts";
import { IssueNote } from "../parts/issues/issue-note.tsx";
import { Markup } from "../parts/markup.tsx";
import { Top } from "../parts/top.tsx";
import { ViewGate } from "../parts/view-gate.tsx";
import { go } from "../state/address.ts";
import { useKeys } from "../state/use-keys.ts";
import { useLook } from "../state/use-look.ts";

interface DocumentPageOf {
  readonly repo: string;
  readonly feature: string;
  readonly name: string;
}

export function DocumentPage({ repo, feature: key, name }: DocumentPageOf) {
  const shown = useLook("document", { repo, key, name });
  const feature = useLook("feature", { repo, key }); // for the side bar, and for its name
  const address = pathOf("feature", { repo, key });
  useKeys(({ type }) => {
    if (type === "back" || type === "open") go(address);
    return type === "back" || type === "open";
  });
  const sub = shown.view && (
    <>
      <code>{shown.view.path}</code>, {countWords(shown.view.lines, "line")}
      {shown.view.sha === null ? ", as it is in the working tree" : `, at ${shown.view.sha.slice(0, 7)}`}
    </>
  );
  return (
    <>
      <Top
        title={name}
        sub={sub}
        crumbs={[
          ["Board", pathOf("board", {})],
          [feature.view?.card.feature.name ?? key, address],
        ]}
      />
      <ViewGate shown={shown}>{(view) => <Text view={view} />}</ViewGate>
    </>
  );
}

function Text({ view }: { readonly view: DocumentView }) {
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!text.current) return undefined;
    letScroll(text.current);
    return placeIssues(text.current, view.issues);
  }, [view]);
  const unplaced = view.issues.filter(({ line }) => line === null);
  return (
    <div class="split">
      <article ref={text} class="card text">
        <Markup html={view.html} />
        {view.more !== undefined && view.more > 0 && (
          <p class="muted">{countWords(view.more, "more character")}, left out here</p>
        )}
      </article>
      <aside class="column rail" aria-label="Issues without a place">
        {unplaced.length > 0 && (
          <section>
            <h2 class="rail-head">On the whole</h2>
            {unplaced.map((issue) => (
              <IssueNote key={issue.id} issue={issue} />
            ))}
          </section>
        )}
      </aside>
    </div>
  );
}

/** What is wider than the page scrolls in itself, also by keyboard. */
function letScroll(text: HTMLElement): void {
  for (const block of text.querySelectorAll<HTMLElement>("pre, table"))
    if (block.scrollWidth > block.clientWidth) block.tabIndex = 0;
}

/** Each below the last block that begins at its line or before. */
function placeIssues(text: HTMLElement, issues: DocumentView["issues"]): () => void {
  const blocks = [...text.querySelectorAll<HTMLElement>("[data-line]")];
  const places = issues.flatMap((issue) => {
    const { line } = issue;
    const block = line === null ? undefined : blocks.findLast((one) => Number(one.dataset.line) <= line);
    if (!block) return [];
    const place = document.createElement("div");
    const item = block.closest<HTMLElement>("li");
    if (item) item.append(place);
    else (block.closest<HTMLElement>("table, blockquote") ?? block).after(place);
    render(<IssueNote issue={issue} />, place);
    return [place];
  });
  return () => {
    for (const place of places) {
      render(null, place);
      place.remove();
    }
  };
}
