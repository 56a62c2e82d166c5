import { useState } from "preact/hooks";
import type { Problem } from "../../../view/model/common.ts";
import { announce } from "../../state/announce.ts";
import { changes, isLost } from "../../state/live.ts";
import { problemOf } from "../../state/request.ts";

interface ActButtonOf {
  readonly label: string;
  readonly look?: "first" | "soft" | "plain";
  /** What it says once it has been done; undefined: nothing, the page shows it. */
  readonly act: () => Promise<string | undefined>;
  readonly onProblem?: (problem: Problem | null) => void;
}

/** Does one thing once, says that it is under way, and what came of it. */
export function ActButton({ label, look, act, onProblem }: ActButtonOf) {
  const [isUnderWay, setUnderWay] = useState(false);
  const [said, setSaid] = useState<string>();
  const press = async () => {
    if (isUnderWay) return;
    if (isLost.peek()) return announce("Not connected to iflow ui: nothing was done.");
    setUnderWay(true);
    onProblem?.(null);
    try {
      const done = await act();
      setSaid(done);
      if (done) announce(done);
    } catch (error) {
      const problem = problemOf(error);
      onProblem?.(problem);
      announce(problem.message);
    }
    setUnderWay(false);
    changes.value += 1;
  };
  return (
    <>
      <button class={`button ${look ?? ""}`} type="button" aria-disabled={isUnderWay || isLost.value} onClick={press}>
        {label}
      </button>
      {said && <span class="muted small">{said}</span>}
    </>
  );
}
