import { pathOf } from "../logic/route.ts";
import { Top } from "../parts/top.tsx";
import { ViewGate } from "../parts/view-gate.tsx";
import { route, showAs } from "../state/address.ts";
import { useLook } from "../state/use-look.ts";
import { NewForm } from "./new-form.tsx";

export function NewPage() {
  // for the side bar, and for the list of repositories
  const board = useLook("board", {});
  return (
    <>
      <Top title="New feature" sub="One sentence is enough. You are asked where it matters." />
      <ViewGate shown={board}>
        {({ repositories }) => {
          const { repo = repositories.find(({ problem }) => problem === null)?.id ?? "" } = route.value.query;
          return (
            <>
              {repositories.length > 1 && (
                <fieldset class="choice-row">
                  <legend>Repository</legend>
                  {repositories.map(({ id, name, branch }) => (
                    <label key={id} class="check">
                      <input
                        type="radio"
                        name="repo"
                        checked={id === repo}
                        onChange={() => showAs(pathOf("new", {}, { repo: id }))}
                      />
                      <span>
                        {name}
                        {branch && <span class="muted"> on {branch}</span>}
                      </span>
                    </label>
                  ))}
                </fieldset>
              )}
              {repo !== "" && <RepositoryForm key={repo} repo={repo} />}
            </>
          );
        }}
      </ViewGate>
    </>
  );
}

function RepositoryForm({ repo }: { readonly repo: string }) {
  const shown = useLook("newFeature", {}, { repo });
  return <ViewGate shown={shown}>{(view) => <NewForm view={view} />}</ViewGate>;
}
