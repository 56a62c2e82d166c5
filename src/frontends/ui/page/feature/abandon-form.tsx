import { useState } from "preact/hooks";
import type { FeatureRef, Problem } from "../../view/model/common.ts";
import { ActButton } from "../parts/acts/act-button.tsx";
import { Icon } from "../parts/icon.tsx";
import { ProblemNote } from "../parts/problem-note.tsx";
import { act } from "../state/request.ts";

/** Nothing is deleted, and still nobody should do it by a slip of the hand: the key has to be typed. */
export function AbandonForm({ feature }: { readonly feature: FeatureRef }) {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<Problem | null>(null);
  const abandon = async () => {
    if (typed.trim() !== feature.key) return `Type ${feature.key} first`;
    await act("abandon", { repo: feature.repo, key: feature.key }, { confirm: feature.key });
    return "Abandoned";
  };
  return (
    <details class="rail-fold">
      <summary>
        <Icon name="chevron" />
        Abandon
      </summary>
      <div class="raise">
        <label>
          <span class="small muted">
            Branch and files are kept. Type <code>{feature.key}</code>
          </span>
          <input
            class="wide"
            autocomplete="off"
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
        <ActButton label="Abandon this feature" act={abandon} onProblem={setProblem} />
        {problem && <ProblemNote problem={problem} />}
      </div>
    </details>
  );
}
