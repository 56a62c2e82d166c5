import { useEffect, useRef, useState } from "preact/hooks";
import type { Problem } from "../../view/model/common.ts";
import type { NewFeatureBody, NewFeatureView } from "../../view/model/new-feature.ts";
import { readAmount } from "../logic/amount.ts";
import { pathOf } from "../logic/route.ts";
import { ProblemNote } from "../parts/problem-note.tsx";
import { go } from "../state/address.ts";
import { announce } from "../state/announce.ts";
import { act, problemOf } from "../state/request.ts";
import { Choices, Money, Tick } from "./fields.tsx";
import { ForecastCard } from "./forecast-card.tsx";

type Depth = NewFeatureView["depths"][number];

const DEPTHS: Readonly<Record<Depth, string>> = {
  auto: "auto: as deep as the idea turns out to be",
  light: "light: fewer documents, fewer reviewers",
  full: "full: all seven phases",
};

export function NewForm({ view }: { readonly view: NewFeatureView }) {
  const { repo, runtimes, depths, budget, base, suggestsTree } = view;
  const [idea, setIdea] = useState("");
  const [runtime, setRuntime] = useState(runtimes[0]?.id);
  const [depth, setDepth] = useState<Depth>();
  const [maxCost, setMaxCost] = useState("");
  const [worktree, setTree] = useState(suggestsTree);
  const [skipBrainstorm, setSkip] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(view.problem && { code: "cannot-begin", ...view.problem });
  const [isUnderWay, setUnderWay] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []); // browsers heed autofocus only in the page they have loaded
  const limit = readAmount(maxCost) ?? null; // the browser holds a form back that names none

  const begin = async (event: Event) => {
    event.preventDefault();
    if (isUnderWay || idea.trim() === "") return;
    setUnderWay(true);
    const body: NewFeatureBody = {
      ...{ repo, idea: idea.trim(), worktree, skipBrainstorm },
      ...(runtime !== undefined && { runtime }),
      ...(depth !== undefined && { depth }),
      ...(limit !== null && { maxCost: limit }),
    };
    try {
      const { command } = await act("create", {}, body);
      announce(`It begins: ${command}`);
      go(pathOf("board", {}));
    } catch (error) {
      setProblem(problemOf(error));
      setUnderWay(false);
    }
  };

  return (
    <form class="split new-form" onSubmit={begin}>
      <div class="column">
        <label class="field">
          <strong>What should it do?</strong>
          <textarea
            rows={4}
            required
            ref={field}
            placeholder="Limit logins to five a minute for each address"
            value={idea}
            onInput={(event) => setIdea(event.currentTarget.value)}
          />
        </label>
        {runtimes.length > 1 && (
          <Choices
            legend="Agents"
            name="runtime"
            options={runtimes.map(({ id, name }) => [id, name])}
            chosen={runtime}
            choose={setRuntime}
          />
        )}
        <Choices
          legend="Depth"
          name="depth"
          options={depths.map((one) => [one, DEPTHS[one]])}
          chosen={depth ?? depths[0]}
          choose={(chosen) => setDepth(depths.find((one) => one === chosen))}
        />
        <Money label="Budget" standard={budget} value={maxCost} change={setMaxCost} />
        <div>
          <Tick isOn={worktree} change={setTree} words="In a work tree of its own">
            {suggestsTree
              ? "Your working tree is in use, so this leaves it as it is."
              : `Your working tree stays as it is${base ? `; the branch begins at ${base}` : ""}.`}
          </Tick>
          <Tick isOn={skipBrainstorm} change={setSkip} words="Without a brainstorm">
            The sentence says all that is needed: nobody asks about the idea first.
          </Tick>
        </div>
        {problem && <ProblemNote problem={problem} />}
        <div class="form-end">
          <button class="button first" type="submit" aria-disabled={isUnderWay || idea.trim() === ""}>
            {isUnderWay ? "It begins…" : "Begin"}
          </button>
          <span class="muted small">It goes on when this page is closed.</span>
        </div>
      </div>
      <ForecastCard repo={repo} runtime={runtime} depth={depth} limit={limit ?? budget} />
    </form>
  );
}
