import { countWords } from "../logic/number-words.ts";
import { pathOf } from "../logic/route.ts";
import { Counts } from "../parts/diff/diff-files.tsx";
import { IssueDiff } from "../parts/issues/issue-diff.tsx";
import { Top } from "../parts/top.tsx";
import { ViewGate } from "../parts/view-gate.tsx";
import { go, route } from "../state/address.ts";
import { useKeys } from "../state/use-keys.ts";
import { useLook } from "../state/use-look.ts";

/** A change whole: what would be merged, or what lies between two commits. */
export function ChangesPage({ repo, feature: key }: { readonly repo: string; readonly feature: string }) {
  const { what, from, to } = route.value.query;
  const shown = useLook("changes", { repo, key }, { what, from, to });
  const feature = useLook("feature", { repo, key });
  const address = pathOf("feature", { repo, key });
  useKeys(({ type }) => {
    if (type === "back" || type === "open") go(address);
    return type === "back" || type === "open";
  });
  const diff = shown.view;
  const conflicts = what === "merge" ? (feature.view?.merge?.conflicts ?? []) : [];
  return (
    <>
      <Top
        title={what === "merge" ? "What would merge" : "Changes"}
        crumbs={[
          ["Board", pathOf("board", {})],
          [feature.view?.card.feature.name ?? key, address],
        ]}
        sub={
          diff && (
            <>
              {countWords(diff.files.length + diff.more, "file")} <Counts added={diff.added} removed={diff.removed} />{" "}
              <code>
                {diff.from.slice(0, 7)} → {diff.to.slice(0, 7)}
              </code>
            </>
          )
        }
      />
      {conflicts.length > 0 && <p class="warn words">Both sides changed the same place in {conflicts.join(", ")}</p>}
      <ViewGate shown={shown}>
        {(view) =>
          view.files.length === 0 ? (
            <p class="muted">Nothing was changed.</p>
          ) : (
            <div class="card clip">
              <IssueDiff diff={view} issues={feature.view?.issues ?? []} openUpTo={150} />
            </div>
          )
        }
      </ViewGate>
    </>
  );
}
